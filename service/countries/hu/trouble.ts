/** What is the matter with the printer, as an issue of a receipt. */
import type { Issue } from '../../receipt/issue.ts';
import type { Failure } from '../contract/fiscal-printer.ts';
import { issue } from './codes.ts';

const CODES = {
  paper: '#PRINTER_PAPER',
  cover: '#PRINTER_COVER',
  unreachable: '#PRINTER_TROUBLE',
  rights: '#HU_LOGIN',
  'closing-needed': '#HU_CLOSING',
  'day-not-open': '#HU_DAY',
  'nothing-sold': '#HU_REFUSED',
  'not-found': '#HU_REFUSED',
  'wrong-goods': '#HU_REFUSED',
  'wrong-rate': '#HU_RATE',
  'wrong-clock': '#HU_CLOCK',
  'memory-full': '#HU_MEMORY',
  'no-answer': '#HU_NO_ANSWER',
  unreadable: '#HU_NO_ANSWER',
  busy: '#HU_NO_ANSWER',
  'wrong-order': '#HU_REFUSED',
  refused: '#HU_REFUSED',
} as const satisfies Record<Failure['trouble'], string>;

/** Why nothing was printed, or nobody knows. */
export function troubleIssue({ trouble, text }: Failure): Issue {
  return issue(CODES[trouble], '', `the fiscal printer: ${text}`);
}

/** No printer is named in the profile. */
export function noPrinter(): Issue {
  return issue('#NO_PRINTER', '', 'name the fiscal printer in the profile: Printer=hu-json and Printer_Port');
}

/** Its memory does not tell what became of a receipt. */
export function unclear(text: string): Issue {
  return issue('#HU_UNCLEAR', '', text);
}
