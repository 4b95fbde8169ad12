/** Fiscal numbers: printers count receipts anew each day, so that the number of the daily report stands before it. */
import type { FiscalDocument } from '../contract/fiscal-printer.ts';

/** A number that no other receipt has: `215/43`, or by the day where the printer does not number days: `20261120/43`. */
export function fiscalNumber({ z, number, time }: Pick<FiscalDocument, 'z' | 'number' | 'time'>): string {
  return `${z > 0 ? z : time.slice(0, 10).replaceAll('-', '')}/${number}`;
}
