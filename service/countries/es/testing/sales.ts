/** Spanish sales for tests. */
import type { Cfg } from '../../../receipt/cfg.ts';
import { amountText } from '../../../receipt/money.ts';
import type { Esr } from '../../../receipt/tra.ts';

/** A shop in Madrid. */
export const CFG: Cfg & Required<Pick<Cfg, 'Loc' | 'Trm'>> = {
  Cmp: { Nam: 'Panadería del Río S.L.', Ctry: 'ES', TaxId: 'B12345674', Zip: '28001' },
  Loc: { TL: '1' },
  Trm: { TT: '1' },
};

/** A Spanish company as a customer. */
export const CUSTOMER = { Nam: 'Certificaciones, S.A.', TaxId: 'A58818501', Ctry: 'ES' };

/** A sale in cash; `positions` are amounts with their tax groups. */
export function sale(
  positions: readonly (readonly [Amt: string, TaxG: string])[],
  more: Partial<Esr> = {},
): Esr {
  const PosA = positions.map(([Amt, TaxG], i) => ({
    ...{ _: 'Pos', PN: `${i + 1}`, Dsc: `Pan ${i + 1}`, Amt, TaxG },
  }));
  const total = positions.reduce((sum, [Amt]) => sum + Number(Amt.replace('.', '')), 0);
  const PayA = [{ _: 'Pay', Dsc: 'Efectivo', PayG: 'cash', Amt: amountText(total, 2) }];
  return { PosA, PayA, ...more };
}
