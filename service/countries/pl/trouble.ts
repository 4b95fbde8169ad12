/** What is the matter with the printer, as an issue of a receipt. */
import { printerTrouble } from '../base/fiscal-printer/trouble.ts';
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
  blocked: '#PL_REFUSED',
  busy: '#PL_NO_ANSWER',
  'wrong-order': '#PL_REFUSED',
  refused: '#PL_REFUSED',
} as const satisfies Record<Failure['trouble'], string>;

/** Issues about the printer. */
export const TROUBLE = printerTrouble({
  ...{
    issue,
    codes: CODES,
    unclear: '#PL_UNCLEAR',
    noPrinter: '#NO_PRINTER',
    attribute: 'Printer (posnet, noviapi, thermal)',
  },
});

export const { troubleIssue, noPrinter } = TROUBLE;
