/** What is the matter with the printer, as an issue of a receipt. */
import { printerTrouble } from '../base/fiscal-printer/trouble.ts';
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
  blocked: '#IT_REFUSED',
  busy: '#IT_NO_ANSWER',
  'wrong-order': '#IT_REFUSED',
  'wrong-goods': '#IT_REFUSED',
  refused: '#IT_REFUSED',
} as const satisfies Record<Failure['trouble'], string>;

/** Issues about the printer. */
export const TROUBLE = printerTrouble({
  ...{ issue, codes: CODES, unclear: '#IT_UNCLEAR', noPrinter: '#NO_PRINTER', attribute: 'Printer=epson-fp' },
});

export const { troubleIssue, noPrinter } = TROUBLE;
