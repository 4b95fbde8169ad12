/**
 * The audit of a Hungarian register: every receipt has a number of a printer, no number stands
 * twice, and those of a type and day go up.
 */
import type { CompleteEsr, JournalRecord } from '../../receipt/tra.ts';
import { AskedReceipts } from '../base/fiscal-printer/asked.ts';
import { tagOf } from '../base/online/tags.ts';
import type { Auditor, Finding } from '../contract/audit.ts';
import { isDocument, kindOf } from './kind.ts';

const NUMBER = /^([A-Z]{2})-([A-Z]\d{8})\/\d{8}\/(\d{4})\/(\d{5})$/;

/** {@link Country.audit} of Hungary. */
export function audit(): Auditor {
  return new HungarianAudit();
}

class HungarianAudit implements Auditor {
  private documents = 0;
  private readonly printers = new Set<string>();
  /** Newest number of a printer, type and day. */
  private readonly newest = new Map<string, number>();
  private readonly asked = new AskedReceipts();

  take(record: JournalRecord): Finding[] {
    const { _: type, SQ: sq, ESR } = record;
    const finding = (text: string): Finding[] => [{ sq, text }];
    if (type === 'log') return this.asked.heard(record).flatMap(finding);
    if (type === 'Tra') this.asked.answered();
    if (type !== 'Tra' || !ESR || !isDocument(kindOf(ESR as CompleteEsr))) return [];
    this.documents++;
    const { FN: told, DN, ZI, ID } = record.Fis ?? {};
    const FN = typeof told === 'string' ? told : '';
    const [, kind, serial, z, number] = NUMBER.exec(FN) ?? [];
    if (number === undefined) return finding('has no number of a fiscal printer');
    const agrees =
      ESR.FN === FN && DN === String(Number(number)) && ZI === String(Number(z)) && ID === serial;
    if (!agrees || tagOf(record.Fis, 'DocumentNumber') !== FN)
      return finding(`its numbers do not agree: ${String(ESR.FN)}, ${FN}, ${String(ZI)}-${String(DN)}`);
    this.printers.add(serial!);
    const series = `${serial!} ${kind!} ${z!}`;
    const before = this.newest.get(series) ?? 0;
    this.newest.set(series, Math.max(before, Number(number)));
    return Number(number) > before ? [] : finding(`document ${FN} stands behind number ${before}`);
  }

  end(): Finding[] {
    return [];
  }

  summary(): string {
    return `${this.documents} documents of ${this.printers.size} fiscal printers`;
  }
}
