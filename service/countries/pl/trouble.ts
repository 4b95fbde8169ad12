/** What is the matter with the printer, as an issue of a receipt. */
import type { Issue } from '../../receipt/issue.ts';
import type { Failure } from '../contract/fiscal-printer.ts';
import { issue } from './codes.ts';

const CODES = {
  paper: '#PRINTER_PAPER',
  cover: '#PRINTER_COVER',
  unreachable: '#PRINTER_TROUBLE',
  rights: '#PL_LOGIN',
  'closing-needed': '#PL_CLOSING',
  'nothing-sold': '#PL_REFUSED',
  'not-found': '#PL_REFUSED',
  'day-not-open': '#PL_REFUSED',
  'wrong-rate': '#PL_RATE',
  'wrong-goods': '#PL_GOODS',
  'wrong-clock': '#PL_CLOCK',
  'memory-full': '#PL_MEMORY',
  'no-answer': '#PL_NO_ANSWER',
  unreadable: '#PL_NO_ANSWER',
  busy: '#PL_NO_ANSWER',
  'wrong-order': '#PL_REFUSED',
  refused: '#PL_REFUSED',
} as const satisfies Record<Failure['trouble'], string>;

/** Why nothing was printed, or nobody knows. */
export function troubleIssue({ trouble, text }: Failure): Issue {
  return issue(CODES[trouble], '', `the fiscal printer: ${text}`);
}

/** No printer is named in the profile. */
export function noPrinter(): Issue {
  const text = 'name the fiscal printer in the profile: Printer (posnet, noviapi, thermal) and Printer_Port';
  return issue('#NO_PRINTER', '', text);
}

/** Its memory does not tell what became of a receipt. */
export function unclear(text: string): Issue {
  return issue('#PL_UNCLEAR', '', text);
}
