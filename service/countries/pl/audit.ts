/**
 * The audit of a Polish register: every sale has a number of a printer, and numbers go up within
 * the day of that printer. What the printer has done besides is journaled.
 */
import type { CompleteEsr, JournalRecord } from '../../receipt/tra.ts';
import { AskedReceipts } from '../base/fiscal-printer/asked.ts';
import { DECIDED } from '../base/fiscal-printer/decision.ts';
import type { Auditor, Finding } from '../contract/audit.ts';
import { invoiceName, invoiceNumber } from './invoice.ts';
import { kindOf } from './kind.ts';
import { MEMORY } from './memory.ts';
import { fiscalNumber } from './number.ts';

/** A place in the memory of a printer. */
interface Place {
  serial: string;
  z: number;
  number: number;
}

/** {@link Country.audit} of Poland. */
export function audit(): Auditor {
  return new PolishAudit();
}

class PolishAudit implements Auditor {
  private receipts = 0;
  private readonly printers = new Set<string>();
  /** Where the memory ends; null where a person has said what the next receipt is. */
  private place: Place | null = { serial: '', z: 0, number: 0 };
  private readonly asked = new AskedReceipts();

  take(record: JournalRecord): Finding[] {
    const { _: type, SQ: sq, ESR } = record;
    if (type === 'log') return this.heard(record).map((text) => ({ sq, text }));
    if (type !== 'Tra') {
      // A daily report.
      if (record.Fis?.Z !== undefined) this.closed(record);
      return [];
    }
    this.asked.answered();
    if (!ESR) return [];
    const kind = kindOf(ESR as CompleteEsr);
    if (kind === 'Z') this.closed(record);
    // Before there was a module for Poland, receipts were kept without a printer.
    if (kind !== 'sale' || record.Result?.ErrorCode === '#NOT_FISCALISED') return [];
    this.receipts++;
    const finding = (text: string) => [{ sq, text }];
    const { FN, ZI, ID, D } = record.Fis ?? {};
    const invoice = invoiceNumber(ESR);
    if (invoice !== null) {
      // Invoices have numbers of the till, and the printer counts them apart.
      if (typeof ID === 'string') this.printers.add(ID);
      const isRight = FN === invoice && ESR.FN === invoiceName(invoice) && typeof ID === 'string';
      return isRight ? [] : finding('its numbers as an invoice do not agree');
    }
    if (typeof FN !== 'string' || !/^\d+$/.test(FN) || typeof ID !== 'string' || typeof D !== 'string')
      return finding('has no number of a fiscal printer');
    const place = { serial: ID, z: typeof ZI === 'string' ? Number(ZI) : 0, number: Number(FN) };
    if (ESR.FN !== fiscalNumber({ ...place, time: D }))
      return finding(`its numbers do not agree: ${String(ESR.FN)}, ${FN} and ${String(ZI)}`);
    const before = this.place;
    this.place = place;
    this.printers.add(ID);
    if (before === null || follows(place, before)) return [];
    return finding(
      `receipt ${place.z}/${FN} of printer ${ID} does not follow ${before.z}/${before.number} of ${before.serial}`,
    );
  }

  end(): Finding[] {
    return [];
  }

  summary(): string {
    return `${this.receipts} receipts of ${this.printers.size} fiscal printers`;
  }

  /** Numbers begin anew. */
  private closed({ Fis }: JournalRecord): void {
    this.asked.answered();
    const { ZI, ID } = Fis ?? {};
    if (this.place && typeof ID === 'string')
      this.place = {
        serial: ID,
        z: typeof ZI === 'string' ? Number(ZI) : 0,
        number: typeof ZI === 'string' ? this.place.number : 0,
      };
  }

  private heard(record: JournalRecord): string[] {
    const { Event, Serial, Z, Document, Printed } = record;
    if (Event === MEMORY) this.place = { serial: String(Serial), z: Number(Z), number: Number(Document) };
    if (Event === DECIDED && Printed === '1') this.place = null;
    return this.asked.heard(record);
  }
}

/** Whether a receipt comes behind another one. Receipts that were cancelled on the printer have numbers, too. */
function follows({ serial, z, number }: Place, before: Place): boolean {
  if (serial !== before.serial) return false;
  return z === before.z ? number > before.number : z > before.z;
}
