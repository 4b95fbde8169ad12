/** What is reported of a receipt, from the receipt itself. */
import type { Cfg } from '../../receipt/cfg.ts';
import { decimalText, minor } from '../../receipt/money.ts';
import { isNonFiscal, isPayment, isTraining, type CompleteEsr, type Esr } from '../../receipt/tra.ts';
import type { Reference } from './references.ts';
import { bareTaxNumber } from './tax-number.ts';
import { kindOf, type TaxKind } from './taxes.ts';

/** A row of the VAT or of the flat rate compensation, cents. */
export interface TaxRow {
  /** Percentage in its shortest form. */
  rate: string;
  net: number;
  tax: number;
}

/** A receipt that was written by hand, in a book with printed numbers. */
export interface BookNumber {
  number: string;
  set: string;
  serial: string;
}

/** Turnover without VAT that a receipt has, cents. */
export type Untaxed = Exclude<TaxKind, 'vat' | 'flat'>;

/** What FURS wants to know of a receipt. Amounts in cents, with their sign. */
export interface SiReceipt {
  /** Of the company. */
  taxNumber: string;
  /** Of issue, local, `YYYY-MM-DDThh:mm:ss`. */
  time: string;
  number: string;
  premises: string;
  device: string;
  /** As it stands on the receipt; null without. */
  customer: string | null;
  total: number;
  /** What has still to be paid once vouchers and credit notes are taken. */
  payment: number;
  vat: TaxRow[];
  flat: TaxRow[];
  untaxed: Partial<Record<Untaxed, number>>;
  /** Tax number of the operator; null for one from abroad. */
  operator: string | null;
  /** What it changes or takes back. */
  references: readonly Reference[];
  /** Null for a receipt of a device. */
  book: BookNumber | null;
  /** Empty for receipts of the book, and as long as it is not known. */
  zoi: string;
}

/** Sales are reported, cancelled ones and returns too; what is not fiscal or for training is not. */
export function isReported(esr: Esr): boolean {
  return !isNonFiscal(esr) && !isTraining(esr);
}

/** Number of a receipt from the book; null for all others. */
export function bookNumber(esr: Esr): BookNumber | null {
  const [number, set, serial] = [text(esr.SI_BookNumber), text(esr.SI_BookSet), text(esr.SI_BookSerial)];
  return number === '' && set === '' && serial === '' ? null : { number, set, serial };
}

/** Vouchers and the like: paid for before, or never to be paid. */
const TAKEN = new Set(['creditnote', 'title', 'loyalty']);

/**
 * What is reported of a completed and numbered receipt that has passed the checks; `zoi` is left empty.
 * @throws Error for a tax line that belongs nowhere
 */
export function receiptData(esr: CompleteEsr, cfg: Cfg, references: readonly Reference[]): SiReceipt {
  const [vat, flat] = [new Map<string, TaxRow>(), new Map<string, TaxRow>()];
  const untaxed: Partial<Record<Untaxed, number>> = {};
  for (const line of esr.TaxA) {
    const kind = kindOf(line, esr.D.slice(0, 10));
    if (!kind) throw new Error(`unclassified tax line ${line.TaxG}`);
    if (kind === 'vat') add(vat, line.Prc, minor(line.Net, 2), minor(line.TAmt, 2));
    else if (kind === 'flat') add(flat, line.Prc, minor(line.Net, 2), minor(line.TAmt, 2));
    else untaxed[kind] = (untaxed[kind] ?? 0) + minor(line.Amt, 2);
  }
  const total = minor(esr.T, 2);
  const taken = esr.PayA.filter((p) => isPayment(p) && TAKEN.has(p.PayG ?? ''));
  return {
    taxNumber: bareTaxNumber(cfg.Cmp.TaxId),
    time: esr.D,
    number: esr.TN ?? '',
    premises: esr.TL,
    device: esr.TT,
    customer: esr.Ctm?.TaxId?.replace(/\s+/g, '') || null,
    total,
    payment: total - taken.reduce((sum, { Amt }) => sum + minor(Amt, 2), 0),
    vat: rows(vat),
    flat: rows(flat),
    untaxed,
    operator: esr.SI_ForeignOperator === '1' ? null : bareTaxNumber(text(esr.OprTIN)),
    references,
    book: bookNumber(esr),
    zoi: '',
  };
}

function add(rates: Map<string, TaxRow>, percentage: string | undefined, net: number, tax: number): void {
  const rate = decimalText(percentage ?? '0')!;
  const row = rates.get(rate) ?? { rate, net: 0, tax: 0 };
  rates.set(rate, { rate, net: row.net + net, tax: row.tax + tax });
}

function rows(rates: ReadonlyMap<string, TaxRow>): TaxRow[] {
  return [...rates.values()].sort((a, b) => Number(b.rate) - Number(a.rate));
}

function text(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}
