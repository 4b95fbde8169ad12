/**
 * Kassen-ID and Belegnummer from TL, TT and TN. `_` separates the fields of the
 * code, so that it becomes `/` in both.
 *
 * What must be unique, and is not by these rules alone:
 * - The Kassen-ID within the company. `a_b` and `a/b` are the same here, and so
 *   are `a`/`b_c` and `a_b`/`c`: a second terminal with an id that is taken has to
 *   be refused before its start receipt.
 * - The Belegnummer within a Kassen-ID, for ever. TN begins again each year, which
 *   would encrypt two counters with one initial vector and show both; therefore
 *   the year stands before it. Within a year `1_2` and `1/2` are the same number
 *   and one of them has to be refused. After a restore of old data, numbers that
 *   were given out must not be given again.
 */
import { isCodeText } from './machine-code.ts';
import { faulty, type Parsed } from './parsed.ts';

/** TL and TT together have at most this many characters. */
const MAX_REGISTER_ID = 49;
/** Leaves the whole code far below the 1000 characters that the official checks take. */
const MAX_RECEIPT_NUMBER = 100;

/** Kassen-ID `<TL>/<TT>`; only `<TT>` without a TL. */
export function registerIdOf(TL: string | undefined, TT: string): Parsed<string> {
  const place = TL ?? '';
  const id = withoutUnderscore(place === '' ? TT : `${place}/${TT}`);
  if (TT === '' || !isCodeText(id)) return faulty(2, 'TL and TT must be printable, and TT not empty');
  if (place.length + TT.length > MAX_REGISTER_ID) {
    return faulty(2, `TL and TT have more than ${MAX_REGISTER_ID} characters together`);
  }
  return { value: id };
}

/**
 * Belegnummer `<year>/<TN>`.
 * @param day of the receipt, or its time; begins with the year in four digits
 */
export function receiptNumberOf(TN: string, day: string): Parsed<string> {
  const number = `${day.slice(0, 4)}/${withoutUnderscore(TN)}`;
  if (TN === '' || !isCodeText(number)) return faulty(3, 'TN must be printable and not empty');
  if (number.length > MAX_RECEIPT_NUMBER) {
    return faulty(3, `TN has more than ${MAX_RECEIPT_NUMBER - 5} characters`);
  }
  return { value: number };
}

function withoutUnderscore(text: string): string {
  return text.replaceAll('_', '/');
}
