/**
 * The audit of an Italian register: every receipt has a number of a printer, and the one
 * behind it is the next of that printer. What the printer has done besides is journaled.
 */
import type { CompleteEsr, JournalRecord } from '../../receipt/tra.ts';
import { AskedReceipts } from '../base/fiscal-printer/asked.ts';
import { DECIDED } from '../base/fiscal-printer/decision.ts';
import type { Auditor, Finding } from '../contract/audit.ts';
import { isDocument, kindOf } from './kind.ts';
import { MEMORY } from './memory.ts';

const NUMBER = /^(\d{4,})-(\d{4,})$/;

/** A place in the memory of a printer. */
interface Place {
  serial: string;
  z: number;
  number: number;
}

/** {@link Country.audit} of Italy. */
export function audit(): Auditor {
  return new ItalianAudit();
}

class ItalianAudit implements Auditor {
  private documents = 0;
  private readonly printers = new Set<string>();
  /** Where the memory ends; null where a person has said what the next document is. */
  private place: Place | null = { serial: '', z: 0, number: 0 };

  private readonly asked = new AskedReceipts();

  take(record: JournalRecord): Finding[] {
    const { _: type, SQ: sq, ESR } = record;
    if (type === 'log') return this.heard(record).map((text) => ({ sq, text }));
    if (type === 'Tra') this.asked.answered();
    if (type !== 'Tra' || !ESR || !isDocument(kindOf(ESR as CompleteEsr))) return [];
    this.documents++;
    const finding = (text: string) => [{ sq, text }];
    const { FN: told, DN, ZI, ID } = record.Fis ?? {};
    const FN = typeof told === 'string' ? told : '';
    const [, z, number] = NUMBER.exec(FN) ?? [];
    if (number === undefined || typeof ID !== 'string') return finding('has no number of a fiscal printer');
    if (ESR.FN !== FN || Number(DN) !== Number(number) || Number(ZI) !== Number(z))
      return finding(`its numbers do not agree: ${String(ESR.FN)}, ${FN}, ${String(ZI)}-${String(DN)}`);
    const before = this.place;
    const place = { serial: ID, z: Number(z), number: Number(number) };
    this.place = place;
    this.printers.add(ID);
    if (before === null || follows(place, before)) return [];
    return finding(
      `document ${FN} of printer ${ID} does not follow ${before.z}-${before.number} of ${before.serial}`,
    );
  }

  end(): Finding[] {
    return [];
  }

  summary(): string {
    return `${this.documents} documents of ${this.printers.size} fiscal printers`;
  }

  private heard(record: JournalRecord): string[] {
    const { Event, Serial, Z, Document, Printed } = record;
    if (Event === MEMORY) this.place = { serial: String(Serial), z: Number(Z), number: Number(Document) };
    if (Event === DECIDED && Printed === '1') this.place = null;
    return this.asked.heard(record);
  }
}

/** Whether a document is the next one; days without a sale may have been closed between. */
function follows({ serial, z, number }: Place, before: Place): boolean {
  if (serial !== before.serial) return false;
  return z === before.z ? number === before.number + 1 : z > before.z && number === 1;
}
