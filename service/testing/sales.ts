import { ALL_FIELDS } from '../countries/fields.ts';
import type { Cfg } from '../receipt/cfg.ts';
import { readTra } from '../receipt/read.ts';
import type { Tra } from '../receipt/tra.ts';
import type { Tree } from '../receipt/tree.ts';

/** A company in Portugal; made up, with a tax id whose check digit is right. */
export const PORTUGAL: Cfg = {
  Cmp: { Nam: 'Padaria Exemplo', Adr: 'Rua do Exemplo 12', City: 'Lisboa', Ctry: 'PT', TaxId: 'PT599999993' },
  Loc: { TL: '1' },
  Trm: { TT: '1' },
};

/** A company in a country without fiscal law, which keeps receipts small and fast. */
export const GENERIC: Cfg = { Cmp: { Nam: 'Example', Ctry: 'LU', TaxId: 'LU1' } };

/** The ESR of a sale in cash; `values` are added or replaced. */
export function esr(amount = '1.00', values: Tree = {}): Tree {
  return {
    PosA: [{ _: 'Pos', Dsc: 'Bica', TaxG: '23%', Amt: amount }],
    PayA: [{ _: 'Pay', Dsc: 'Cash', PayG: 'cash', Amt: amount }],
    ...values,
  };
}

/** A sale as it is posted. */
export function sale(amount?: string, values?: Tree): { Tra: { ESR: Tree } } {
  return { Tra: { ESR: esr(amount, values) } };
}

/** A sale as a register takes it. */
export function tra(values: Tree = {}, amount?: string): Tra {
  const read = readTra(sale(amount, values), { currencyDigits: 2, fields: ALL_FIELDS });
  if (!read.tra) throw new Error(JSON.stringify(read.issues));
  return read.tra;
}
