/** The printer's own memory decides what became of an order whose answer was lost. */
import type { CountedPosition, FiscalDocument, Position } from './contract.ts';

/** What the memory says: the order is in it, it is not, or others have used the printer meanwhile. */
export type Verdict = 'printed' | 'not-printed' | 'unclear';

/**
 * @param before where the memory ended before the printer was asked
 * @param last where it ends now
 * @param total of the order, whole cents
 */
export function decide(before: Position, last: FiscalDocument, total: number): Verdict {
  // The numbers of another printer say nothing.
  if (before.serial !== undefined && before.serial !== last.serial) return 'unclear';
  const isSameDay = last.z === before.z;
  // Cancelled receipts have numbers and are not in the memory.
  const [was, is] = [before.count ?? before.number, last.count ?? last.number];
  if (isSameDay && is === was) return 'not-printed';
  if (isSameDay && is > was && last.sum !== undefined && last.sum === before.sum) return 'not-printed';
  // Days without a sale may have been closed since then. Numbers that others have, too, say less than sums.
  const isSurer = last.count === undefined && last.sum !== undefined;
  const follows = isSameDay ? (isSurer ? is > was : is === was + 1) : last.z > before.z && is === 1;
  const grown = last.sum === undefined ? last.total : last.sum - (isSameDay ? (before.sum ?? 0) : 0);
  return follows && grown === total ? 'printed' : 'unclear';
}

/**
 * The same for a printer that tells how many documents the day has and what they add up to.
 * @param before must have `sum`
 */
export function decideBySum(before: Position, now: CountedPosition, total: number): Verdict {
  if (before.serial !== undefined && before.serial !== now.serial) return 'unclear';
  const begun = now.z === before.z ? before : now.z > before.z ? { number: 0, sum: 0 } : null;
  if (begun?.sum === undefined) return 'unclear';
  if (now.number === begun.number) return now.z === before.z ? 'not-printed' : 'unclear';
  return now.number === begun.number + 1 && now.sum - begun.sum === total ? 'printed' : 'unclear';
}
