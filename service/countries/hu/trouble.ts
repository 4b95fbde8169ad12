/** What is the matter with the printer, as an issue of a receipt. */
import { printerTrouble } from '../base/fiscal-printer/trouble.ts';
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
  blocked: '#HU_BLOCKED',
  busy: '#HU_NO_ANSWER',
  'wrong-order': '#HU_REFUSED',
  refused: '#HU_REFUSED',
} as const satisfies Record<Failure['trouble'], string>;

/** Issues about the printer. */
export const TROUBLE = printerTrouble({
  ...{ issue, codes: CODES, unclear: '#HU_UNCLEAR', noPrinter: '#NO_PRINTER', attribute: 'Printer=hu-json' },
});

export const { troubleIssue, noPrinter } = TROUBLE;
