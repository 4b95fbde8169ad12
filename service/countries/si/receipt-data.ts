/** What is reported of a receipt, from the receipt itself. */
import type { Cfg } from '../../receipt/cfg.ts';
import { grossAmounts } from '../../receipt/line-shares.ts';
import { allocate } from '../../receipt/modifiers.ts';
import { decimalText, minor, taxInGross } from '../../receipt/money.ts';
import { taxLineOf } from '../../receipt/taxes.ts';
import {
  isNonFiscal,
  isPayment,
  isPosition,
  isTraining,
  type CompleteEsr,
  type Esr,
  type Position,
  type Tax,
} from '../../receipt/tra.ts';
import type { Numbering } from './numbering.ts';
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

/** Turnover in the name of somebody. */
export interface Seller {
  /** Null: the company itself. */
  taxNumber: string | null;
  vat: TaxRow[];
  flat: TaxRow[];
  untaxed: Partial<Record<Untaxed, number>>;
}

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
  /** The company's own turnover first, then that of others by their tax numbers. */
  sellers: Seller[];
  /** What is given back, as the POS says; null without. */
  returns: number | null;
  /** For FURS; empty for none. */
  notes: string;
  /** Tax number of the operator; null for one from abroad. */
  operator: string | null;
  /** What it changes or takes back. */
  references: readonly Reference[];
  /** Null for a receipt of a device. */
  book: BookNumber | null;
  /** Who has counted it. */
  numbering: Numbering;
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

/** Characters of notes. */
const MOST_NOTES = 1000;
/** Vouchers and the like: paid for before, or never to be paid. */
const TAKEN = new Set(['creditnote', 'title', 'loyalty']);

/**
 * What is reported of a completed and numbered receipt that has passed the checks; `zoi` is left empty.
 * @throws Error for a tax line that belongs nowhere
 */
export function receiptData(
  esr: CompleteEsr,
  cfg: Cfg,
  references: readonly Reference[],
  numbering: Numbering = 'device',
): SiReceipt {
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
    sellers: sellersOf(esr),
    returns: text(esr.SI_ReturnsAmount) === '' ? null : minor(text(esr.SI_ReturnsAmount), 2),
    notes: [...text(esr.SI_SpecialNotes).replace(/[\p{C}\s]+/gu, ' ')].slice(0, MOST_NOTES).join(''),
    operator: esr.SI_ForeignOperator === '1' ? null : bareTaxNumber(text(esr.OprTIN)),
    references,
    book: bookNumber(esr),
    numbering,
    zoi: '',
  };
}

/** Whose sale a position is; null for the company's own. */
export function sellerOf({ SI_SellerTaxNumber }: Position): string | null {
  return bareTaxNumber(text(SI_SellerTaxNumber)) || null;
}

/**
 * Turnover by whose it is. That of others is computed from their positions; the company
 * has what is left of each tax line, so that all of them together are the receipt's.
 * @throws Error for a tax line that belongs nowhere
 */
function sellersOf(esr: CompleteEsr): Seller[] {
  const shares = sharesOf(esr);
  const own = new Turnover();
  const others = new Map([...shares.keys()].map((seller) => [seller, new Turnover()]));
  for (const line of esr.TaxA) {
    const kind = kindOf(line, esr.D.slice(0, 10));
    if (!kind) throw new Error(`unclassified tax line ${line.TaxG}`);
    let [net, tax] = [minor(line.Net, 2), minor(line.TAmt, 2)];
    let gross = minor(line.Amt, 2);
    const before = gross;
    for (const [seller, lines] of shares) {
      const part = lines.get(line);
      if (part === undefined) continue;
      // Who has all that is left has the cents that rounding leaves, too.
      const theirs = part.gross === gross ? tax : (part.tax ?? taxInGross(part.gross, line.Prc ?? '0'));
      others.get(seller)!.add(kind, line.Prc, part.gross - theirs, theirs, part.gross);
      [net, tax, gross] = [net - (part.gross - theirs), tax - theirs, gross - part.gross];
    }
    // A line of nothing but others' sales is none of the company's.
    if (gross !== 0 || gross === before) own.add(kind, line.Prc, net, tax, gross);
  }
  const named = [...others].map(([taxNumber, turnover]) => turnover.of(taxNumber));
  return named.length > 0 && own.isEmpty ? named : [own.of(null), ...named];
}

/** What a seller has of a tax line, cents; `tax` where the prices are net: it is what they lack. */
interface Share {
  gross: number;
  tax?: number;
}

/** What others than the company have of each tax line, by their tax numbers. */
function sharesOf(esr: CompleteEsr): Map<string, Map<Tax, Share>> {
  const [{ amounts }, grosses] = [allocate(esr.PosA, 2), grossAmounts(esr, 2)];
  const shares = new Map<string, Map<Tax, Share>>();
  esr.PosA.forEach((position, i) => {
    const seller = isPosition(position) ? sellerOf(position) : null;
    const line = taxLineOf(position, esr.TaxA);
    if (seller === null || !line) return;
    const lines = shares.get(seller) ?? new Map<Tax, Share>();
    const { gross, tax = 0 } = lines.get(line) ?? { gross: 0 };
    const more = grosses[i]!;
    lines.set(line, { gross: gross + more, ...(esr.TaxN === '1' && { tax: tax + more - amounts[i]! }) });
    shares.set(seller, lines);
  });
  return shares;
}

/** Tax lines of one seller. */
class Turnover {
  private readonly vat = new Map<string, TaxRow>();
  private readonly flat = new Map<string, TaxRow>();
  private readonly untaxed: Partial<Record<Untaxed, number>> = {};

  get isEmpty(): boolean {
    return this.vat.size + this.flat.size + Object.keys(this.untaxed).length === 0;
  }

  add(kind: TaxKind, rate: string | undefined, net: number, tax: number, gross: number): void {
    if (kind === 'vat' || kind === 'flat') add(this[kind], rate, net, tax);
    else this.untaxed[kind] = (this.untaxed[kind] ?? 0) + gross;
  }

  of(taxNumber: string | null): Seller {
    return { taxNumber, vat: rows(this.vat), flat: rows(this.flat), untaxed: this.untaxed };
  }
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
