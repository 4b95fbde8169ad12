/** What a receipt is to the printer. */
import { minor } from '../../receipt/money.ts';
import { reportKind } from '../../receipt/report.ts';
import { isNonFiscal, isTraining, type CompleteEsr, type Esr } from '../../receipt/tra.ts';

/**
 * Documents of sales with a number of the printer, its reports, the opening of the day,
 * cash in and out, text that is no document, invoices that are ours and not the
 * printer's, and what nobody prints.
 */
export type Kind =
  'sale' | 'return' | 'void' | 'X' | 'Z' | 'open' | 'payin' | 'payout' | 'invoice' | 'text' | 'nothing';

/** What a completed receipt is. */
export function kindOf(esr: CompleteEsr): Kind {
  const report = reportKind(esr);
  if (report !== null) return report;
  if (isTraining(esr)) return textOrNothing(esr);
  if (isInvoice(esr)) return 'invoice';
  if (isNonFiscal(esr)) {
    const name = (esr.NFS ?? esr.NF ?? '').trim().toLowerCase();
    if (name === 'open' || name === 'balance') return 'open';
    return name === 'payin' || name === 'payout' ? name : textOrNothing(esr);
  }
  if (esr.Void === '1') return 'void';
  return minor(esr.T, 2) < 0 ? 'return' : 'sale';
}

/** An invoice that this program issues and NAV is told of: `NFS=Invoice`. */
export function isInvoice(esr: Esr): boolean {
  return esr.NFS?.trim().toLowerCase() === 'invoice';
}

/** Whether it gets a number of the printer. */
export function isDocument(kind: Kind): kind is 'sale' | 'return' | 'void' {
  return kind === 'sale' || kind === 'return' || kind === 'void';
}

function textOrNothing(esr: CompleteEsr): 'text' | 'nothing' {
  return hasText(esr) && !isUnwanted(esr) ? 'text' : 'nothing';
}

/** There is something to read on it. */
function hasText({ PosA, PayA, Head = [], Txt = [], Foot = [] }: CompleteEsr): boolean {
  return [PosA, PayA, Head, Txt, Foot].some((list) => list.length > 0);
}

/** `DO` (doc 3): a nonfiscal document that is not to be printed. */
function isUnwanted({ DO }: Esr): boolean {
  return typeof DO === 'string' && DO.toLowerCase() === 'noprint';
}
