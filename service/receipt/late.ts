/**
 * Fiscal data that a receipt gets after it was registered: an authority gives its
 * number seconds or hours later. Records never change, so the data come as a record
 * of their own, `Fis`, which names its receipt by `Of`. Whoever shows a receipt
 * shows it as it stands: with the data of the newest such record.
 */
import type { Fis, JournalRecord } from './tra.ts';
import { isTree } from './tree.ts';

/** Type of the records. */
export const LATE = 'Fis';

/** `About` of late fiscal data that change nothing but what is known of the receipt's e-invoice (`Fis.EInvoice`). */
export const ABOUT_INVOICE = 'EInvoice';

/** A record with fiscal data of a receipt that stands before it in the same register. */
export interface LateRecord extends JournalRecord {
  _: typeof LATE;
  /** `SQ` of the receipt. */
  Of: number;
  /** All of the fiscal data that the receipt has from now on, also what it had before. */
  Fis: Fis;
}

/** What {@link isLate} looks at; values may be anything. */
type Unchecked = Record<'_' | 'SQ' | 'Of' | 'Fis', unknown>;

/** True for late fiscal data as registers write them; whether there is such a receipt is not looked at. */
export function isLate(record: Partial<Unchecked>): record is LateRecord {
  const { _: type, SQ: sq, Of: of, Fis: fis } = record;
  return (
    type === LATE && Number.isSafeInteger(of) && Number(of) > 0 && Number(of) < Number(sq) && isTree(fis)
  );
}

/**
 * A receipt as it stands now.
 * @param late the newest record with fiscal data of it, null for none; what is of another record changes nothing
 */
export function withLate(receipt: JournalRecord, late: JournalRecord | null): JournalRecord {
  const isOfIt = late !== null && isLate(late) && late.Of === receipt.SQ && late.RN === receipt.RN;
  return isOfIt && receipt._ === 'Tra' ? { ...receipt, Fis: late.Fis } : receipt;
}
