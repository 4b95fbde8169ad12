/** What is recorded of a receipt, from the receipt itself. */
import type { Cfg } from '../../receipt/cfg.ts';
import { grossAmounts } from '../../receipt/line-shares.ts';
import { minor } from '../../receipt/money.ts';
import { taxLineOf } from '../../receipt/taxes.ts';
import {
  isNonFiscal,
  isPayment,
  isTraining,
  type CompleteEsr,
  type Esr,
  type Fis,
} from '../../receipt/tra.ts';
import type { ProfileAttributes } from '../contract/services.ts';
import { withPragueOffset } from './eet.ts';
import { taxNumberOf } from './tax-number.ts';
import { columnOf } from './taxes.ts';
import type { EetVersion } from './version.ts';

/** What the authority wants to know of a sale. Amounts in hellers, with their sign; null where there is none. */
export interface CzReceipt {
  version: EetVersion;
  /** DIČ or EIČ. */
  taxNumber: string;
  /** Tax number of the principal whose sale it is; null for the company's own. */
  principal: string | null;
  /** It is that of several principals. Version 4. */
  several: boolean;
  /** Premises (version 3) or unit (version 4). */
  unit: string;
  /** `TL/TT`. */
  till: string;
  number: string;
  /** Of the sale, with its offset. */
  time: string;
  total: number;
  /** By column of EET 1; 0 is turnover without VAT. */
  taxes: ReadonlyMap<number, { net: number; tax: number }>;
  /** Used goods by column, gross. */
  used: ReadonlyMap<number, number>;
  /** Travel services, gross; null without. Version 3. */
  travel: number | null;
  /** Of the simplified regime of version 3. */
  simplified: boolean;
  /** Vouchers sold and advances, which will pay for something later. */
  vouchersSold: number | null;
  /** Vouchers taken, and what else is drawn or settled now. */
  vouchersTaken: number | null;
  /** Signature code of version 3, Base64; empty in version 4 and as long as it is not known. */
  pkp: string;
}

/** Whether it is the law's: what is not fiscal or for training is not, nor what is paid by transfer alone. */
export function isRecorded(esr: Esr): boolean {
  const payments = (esr.PayA ?? []).filter((one) => isPayment(one) && minor(one.Amt, 2) !== 0);
  const isTransfer = payments.length > 0 && payments.every(({ PayG }) => PayG === 'open');
  return !isNonFiscal(esr) && !isTraining(esr) && !isTransfer;
}

/** Premises or unit of a receipt: its own, else that of the profile; empty without. */
export function unitOf(esr: Esr, attributes: ProfileAttributes): string {
  const sent = typeof esr.CZ_id_provoz === 'string' ? esr.CZ_id_provoz.trim() : '';
  return sent === '' ? (attributes.text('CZ_id_provoz') ?? '') : sent;
}

/** Tax number of the principal as it was sent, in capitals; null for none. */
export function principalOf({ CZ_dic_poverujiciho: sent }: Esr): string | null {
  const text = typeof sent === 'string' ? taxNumberOf(sent) : '';
  return text === '' ? null : text;
}

/** An amount that the POS has sent; null for none. */
function sentAmount(value: unknown): number | null {
  return typeof value === 'string' && value !== '' ? minor(value, 2) : null;
}

/** Vouchers and the like. */
const TAKEN = new Set(['creditnote', 'title']);

/** What is recorded of a completed and numbered receipt that has passed the checks; `pkp` is left empty. */
export function receiptData(
  esr: CompleteEsr,
  cfg: Cfg,
  { version, unit, simplified }: Pick<CzReceipt, 'version' | 'unit' | 'simplified'>,
): CzReceipt {
  const taxes = new Map<number, { net: number; tax: number }>();
  const used = new Map<number, number>();
  for (const line of esr.TaxA) {
    const column = columnOf(line, esr.D.slice(0, 10)) ?? 0;
    if (line.MarginScheme === '1' && column > 0) {
      used.set(column, (used.get(column) ?? 0) + minor(line.Amt, 2));
      continue;
    }
    const { net, tax } = taxes.get(column) ?? { net: 0, tax: 0 };
    taxes.set(column, { net: net + minor(line.Net, 2), tax: tax + minor(line.TAmt, 2) });
  }
  const amounts = grossAmounts(esr, 2);
  // An advance that is deducted has lowered the total already.
  const sold = esr.PosA.flatMap(({ _ }, i) =>
    _ === 'Vou' || (_ === 'Adv' && amounts[i]! > 0) ? [amounts[i]!] : [],
  );
  const travel = esr.PosA.flatMap((position, i) => {
    if (position.CZ_cest_sluz !== '1') return [];
    // They stand in lines of the margin scheme, which would be used goods.
    const line = taxLineOf(position, esr.TaxA);
    const column = line ? (columnOf(line, esr.D.slice(0, 10)) ?? 0) : 0;
    if (column > 0) used.set(column, (used.get(column) ?? 0) - amounts[i]!);
    else taxes.set(0, { net: (taxes.get(0)?.net ?? 0) - amounts[i]!, tax: 0 });
    return [amounts[i]!];
  });
  for (const [column, rest] of used) if (travel.length > 0 && rest === 0) used.delete(column);
  if (travel.length > 0 && taxes.get(0)?.net === 0) taxes.delete(0);
  const taken = esr.PayA.filter((p) => isPayment(p) && TAKEN.has(p.PayG ?? '')).map(({ Amt }) =>
    minor(Amt, 2),
  );
  return {
    ...{ version, unit, simplified },
    principal: principalOf(esr),
    several: esr.CZ_povereni_vice_popl === '1',
    taxNumber: taxNumberOf(cfg.Cmp.TaxId),
    till: `${esr.TL}/${esr.TT}`,
    number: esr.TN ?? '',
    time: withPragueOffset(esr.D),
    total: minor(esr.T, 2),
    ...{ taxes, used, travel: sum(travel), pkp: '' },
    vouchersSold: sentAmount(esr.CZ_urceno_cerp_zuct) ?? sum(sold),
    vouchersTaken: sentAmount(esr.CZ_cerp_zuct) ?? sum(taken),
  };
}

/** A registered receipt as it was printed. */
export function recordedReceipt(esr: CompleteEsr, fis: Fis | undefined, cfg: Cfg): CzReceipt {
  const text = (name: string) => (typeof fis?.[name] === 'string' ? fis[name] : '');
  const version = text('CZ_EET') === '3' ? 3 : 4;
  const simplified = text('CZ_Rezim') === '1';
  return { ...receiptData(esr, cfg, { version, unit: text('CZ_Unit'), simplified }), pkp: text('CZ_PKP') };
}

function sum(amounts: readonly number[]): number | null {
  return amounts.length === 0 ? null : amounts.reduce((all, one) => all + one, 0);
}
