/** What a receipt is to the printer. */
import { minor } from '../../receipt/money.ts';
import { reportKind } from '../../receipt/report.ts';
import { isNonFiscal, isTraining, type CompleteEsr, type Esr } from '../../receipt/tra.ts';

/**
 * Receipts with a number of the printer; what goes back, which Polish printers do not count: returns
 * of goods and receipts that were a mistake, both for registers of their own; receipts of no value,
 * which they refuse; reports; other text.
 */
export type PrintKind = 'sale' | 'return' | 'mistake' | 'zero' | 'other' | 'X' | 'Z';

/** What a completed receipt is. */
export function kindOf(esr: CompleteEsr): PrintKind {
  const report = reportKind(esr);
  if (report !== null) return report;
  if (isNonFiscal(esr) || isTraining(esr)) return 'other';
  if (esr.Void === '1') return 'mistake';
  const total = minor(esr.T, 2);
  return total < 0 ? 'return' : total === 0 ? 'zero' : 'sale';
}

/** It is printed as text that is no receipt. */
export function isTextKind(kind: PrintKind): boolean {
  return kind !== 'sale' && kind !== 'Z';
}

/** There is something to read on it, and somebody wants it on paper (`DO`, doc 3). */
export function isWanted({ DO, PosA, PayA, Head = [], Txt = [], Foot = [] }: CompleteEsr): boolean {
  if (isUnwanted(DO)) return false;
  return [PosA, PayA, Head, Txt, Foot].some((list) => list.length > 0);
}

function isUnwanted(output: Esr['DO']): boolean {
  return typeof output === 'string' && output.toLowerCase() === 'noprint';
}
