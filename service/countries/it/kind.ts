/** What a receipt is to the printer. */
import { minor } from '../../receipt/money.ts';
import { reportKind } from '../../receipt/report.ts';
import { isNonFiscal, isTraining, type CompleteEsr, type Esr } from '../../receipt/tra.ts';

/** Documents with a number of the printer, its reports, text that is no document, and what it does not print. */
export type PrintKind = 'sale' | 'return' | 'void' | 'X' | 'Z' | 'text' | 'nothing';

/** Documents with a number of the printer. */
export type DocumentKind = Extract<PrintKind, 'sale' | 'return' | 'void'>;

/** What a completed receipt is. */
export function kindOf(esr: CompleteEsr): PrintKind {
  const report = reportKind(esr);
  if (report !== null) return report;
  if (isNonFiscal(esr) || isTraining(esr)) return hasText(esr) && !isUnwanted(esr) ? 'text' : 'nothing';
  if (esr.Void === '1') return 'void';
  return minor(esr.T, 2) < 0 ? 'return' : 'sale';
}

/** Whether it gets a number of the printer. */
export function isDocument(kind: PrintKind): kind is DocumentKind {
  return kind === 'sale' || kind === 'return' || kind === 'void';
}

/** There is something to read on it. */
function hasText({ PosA, PayA, Head = [], Txt = [], Foot = [] }: CompleteEsr): boolean {
  return [PosA, PayA, Head, Txt, Foot].some((list) => list.length > 0);
}

/** `DO` (doc 3): a nonfiscal document that is not to be printed. */
function isUnwanted({ DO }: Esr): boolean {
  return typeof DO === 'string' && DO.toLowerCase() === 'noprint';
}
