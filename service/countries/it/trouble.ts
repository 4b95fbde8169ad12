/** What is the matter with the printer, as an issue of a receipt. */
import type { Issue } from '../../receipt/issue.ts';
import type { Failure } from '../contract/fiscal-printer.ts';
import { issue } from './codes.ts';

const CODES = {
  paper: '#PRINTER_PAPER',
  cover: '#PRINTER_COVER',
  unreachable: '#PRINTER_TROUBLE',
  rights: '#IT_LOGIN',
  'closing-needed': '#IT_CLOSING',
  'nothing-sold': '#IT_NOTHING_SOLD',
  'wrong-rate': '#IT_RATE',
  'wrong-clock': '#IT_CLOCK',
  'not-found': '#IT_REFUSED',
  'day-not-open': '#IT_REFUSED',
  'memory-full': '#IT_MEMORY',
  'no-answer': '#IT_NO_ANSWER',
  unreadable: '#IT_NO_ANSWER',
  busy: '#IT_NO_ANSWER',
  'wrong-order': '#IT_REFUSED',
  'wrong-goods': '#IT_REFUSED',
  refused: '#IT_REFUSED',
} as const satisfies Record<Failure['trouble'], string>;

/** Why nothing was printed, or nobody knows. */
export function troubleIssue({ trouble, text }: Failure): Issue {
  return issue(CODES[trouble], '', `the fiscal printer: ${text}`);
}

/** No printer is named in the profile. */
export function noPrinter(): Issue {
  return issue(
    '#NO_PRINTER',
    '',
    'name the fiscal printer in the profile: Printer=epson-fp and Printer_Port',
  );
}

/** Its memory does not tell what became of a receipt. */
export function unclear(text: string): Issue {
  return issue('#IT_UNCLEAR', '', text);
}
