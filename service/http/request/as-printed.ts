/** Receipts that are looked for by the number that stands on their paper. */
import type { FindQuery } from '../../journal/find.ts';
import type { Journal } from '../../journal/journal.ts';
import { plainFiscalNumber, terminalNumbers } from '../../receipt/printed-number.ts';
import type { Register } from '../../register/register.ts';

/** Where no receipt has a fiscal number that is looked for, what it may be as the paper shows it. */
export async function asPrinted(
  journal: Journal,
  { rn, country }: Register,
  where: FindQuery['where'],
): Promise<FindQuery['where']> {
  const { fn, ...others } = where;
  if (fn === undefined || (await journal.byFiscalNumber(rn, fn))) return where;
  for (const { TL, TT, TN } of terminalNumbers(fn)) {
    if (await journal.byNumber(rn, TL, TT, TN)) return { tl: TL, tt: TT, tn: TN, ...others };
  }
  const line = country?.numberInLine?.(fn.trim());
  // Other records may tell of a receipt, number and all.
  return line === undefined ? { fn: plainFiscalNumber(fn), ...others } : { type: 'Tra', line, ...others };
}
