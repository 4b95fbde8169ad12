/** What eKasa is told of a receipt, from the receipt itself. */
import type { Cfg } from '../../receipt/cfg.ts';
import { amountText, minor } from '../../receipt/money.ts';
import type { CompleteEsr, JournalRecord } from '../../receipt/tra.ts';
import { withOffset, zoneMoment, zoneTime } from '../base/online/zone-time.ts';
import type { Original } from '../contract/fiscalise.ts';
import { itemsOf, type Item } from './items.ts';
import { invoiceNumbers, paragonNumber, typeOf, type ReceiptType } from './kind.ts';
import type { Signed } from './pkp.ts';
import type { Rules } from './rules.ts';
import { dicOf, vatNumberOf } from './tax-number.ts';
import { rateOn } from './taxes.ts';

/** A receipt as it is told, each time the same. It is kept with the record. */
export interface SkReceipt {
  /** Attributes of ReceiptData by their names. */
  data: Signed & Record<string, string>;
  items: Item[];
  /** Base64; made once. */
  pkp: string;
  /** Id at the certified program that has registered it; missing where eKasa is told directly. */
  ppekk?: string;
}

/** What a receipt does not say itself. */
export interface About {
  cfg: Cfg;
  /** IČO of the company; empty where it is not set. */
  ico: string;
  /** Code of the register. */
  code: string;
  /** Number in the month. */
  number: number;
  /** Local time of creation. */
  now: string;
  rules: Rules;
  originals: readonly Original[];
}

const ZONE = 'Europe/Bratislava';

/** A local time with its offset. */
export const withSlovakOffset = withOffset(zoneTime(ZONE));

/** Milliseconds since 1970 with the offset of then. */
export const slovakMoment = zoneMoment(ZONE);

/** Whether eKasa is told of it. */
export function isTold(type: ReceiptType | null, { tellsCash }: Rules): type is ReceiptType {
  return type !== null && (tellsCash || (type !== 'VK' && type !== 'VY'));
}

/** What is told of a completed receipt that has passed the checks, without its PKP. */
export function receiptData(esr: CompleteEsr, about: About): Omit<SkReceipt, 'pkp'> {
  const { cfg, ico, code, number, now, rules, originals } = about;
  const type = typeOf(esr)!;
  const items = type === 'PD' || type === 'ND' ? itemsOf(esr, originals) : [];
  const [total, paragon, vatNumber] = [toldTotal(esr, type), paragonNumber(esr), vatNumberOf(cfg.Cmp.TaxId)];
  const isPaid = items.length > 0 && isPaidByVoucher(esr);
  // Only vouchers taken excuse its lack: of what takes them back it is told as nothing.
  const hasRecap = rules.hasRecap && items.length > 0 && !(isPaid && esr.Void !== '1');
  return {
    data: {
      ReceiptType: type,
      Amount: amountText(isPaid ? 0 : total, 2),
      Dic: dicOf(cfg.Cmp.TaxId),
      ...(vatNumber !== null && { IcDph: vatNumber }),
      ...(ico !== '' && { Ico: ico }),
      CashRegisterCode: code,
      IssueDate: withSlovakOffset(paragon === '' ? now : esr.D),
      CreateDate: withSlovakOffset(now),
      ReceiptNumber: String(number),
      ...(type === 'UF' && { InvoiceNumber: invoiceOf(esr, originals) }),
      Paragon: String(paragon !== ''),
      ...(paragon !== '' && { ParagonNumber: paragon }),
      ...(hasRecap && recap(esr, isPaid)),
    },
    items,
  };
}

/** A voucher is worth what is bought, or more: then nothing is paid, and nothing given back when it is voided. */
function isPaidByVoucher({ PosA, T, Void }: CompleteEsr): boolean {
  const sign = Void === '1' ? -1 : 1;
  return sign * minor(T, 2) <= 0 && PosA.some(({ _, Amt }) => _ === 'Vou' && sign * minor(Amt, 2) < 0);
}

/** The invoice that a receipt pays, or that the receipt which it takes back has paid; empty where nobody says. */
export function invoiceOf(esr: CompleteEsr, originals: readonly Original[]): string {
  const [named] = invoiceNumbers(esr);
  const paid = originals.flatMap(({ record }) => (record && keptReceipt(record)?.data.InvoiceNumber) ?? []);
  return named ?? paid[0] ?? '';
}

/** What eKasa is told as total, cents: how much is taken out of the drawer has no sign there. */
export function toldTotal({ T, Void }: CompleteEsr, type: ReceiptType | null): number {
  const total = minor(T, 2);
  if (type !== 'VY') return total;
  return Void === '1' ? -Math.abs(total) : Math.abs(total);
}

/** The receipt as it was kept; null for records that eKasa is not told of. */
export function keptReceipt({ Kept }: JournalRecord): SkReceipt | null {
  const kept = Kept as unknown as Partial<SkReceipt> | undefined;
  return kept?.data && kept.items && kept.pkp !== undefined ? (kept as SkReceipt) : null;
}

/** Bases and taxes: 23 % is the basic rate, all others are the reduced one. @param isNothing they are all 0 */
function recap(esr: CompleteEsr, isNothing: boolean): Record<string, string> {
  const sums = new Map<string, { net: number; tax: number }>();
  for (const { Prc = '0', Net, TAmt } of esr.TaxA) {
    const column = rateOn(esr.D.slice(0, 10), Prc)?.column ?? 'free';
    const { net, tax } = sums.get(column) ?? { net: 0, tax: 0 };
    const [base, part] = isNothing ? [0, 0] : [minor(Net, 2), minor(TAmt, 2)];
    sums.set(column, { net: net + base, tax: tax + part });
  }
  const [basic, reduced, free] = ['basic', 'reduced', 'free'].map((column) => sums.get(column));
  return {
    ...(basic && { BasicVatAmount: amountText(basic.tax, 2), TaxBaseBasic: amountText(basic.net, 2) }),
    ...(reduced && {
      ReducedVatAmount: amountText(reduced.tax, 2),
      TaxBaseReduced: amountText(reduced.net, 2),
    }),
    // Something has to be told, also where nothing bears VAT.
    ...((free ?? (!basic && !reduced)) && { TaxFreeAmount: amountText(free?.net ?? 0, 2) }),
  };
}
