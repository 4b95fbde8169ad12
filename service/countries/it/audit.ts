/** The audit of an Italian register: every receipt has a number of a printer, and none twice. */
import type { CompleteEsr, JournalRecord } from '../../receipt/tra.ts';
import type { Auditor, Finding } from '../contract/audit.ts';
import { isDocument, kindOf } from './kind.ts';

const NUMBER = /^(\d{4,})-(\d{4,})$/;

/** {@link Country.audit} of Italy. */
export function audit(): Auditor {
  return new ItalianAudit();
}

class ItalianAudit implements Auditor {
  private documents = 0;
  /** Last document of each printer. */
  private readonly last = new Map<string, readonly [z: number, number: number]>();

  take({ _: type, SQ: sq, ESR, Fis }: JournalRecord): Finding[] {
    if (type !== 'Tra' || !ESR || !isDocument(kindOf(ESR as CompleteEsr))) return [];
    this.documents++;
    const finding = (text: string) => [{ sq, text }];
    const { FN, DN, ZI, ID } = Fis ?? {};
    const [, z, number] = (typeof FN === 'string' && NUMBER.exec(FN)) || [];
    if (number === undefined || typeof ID !== 'string') return finding('has no number of a fiscal printer');
    if (ESR.FN !== FN || Number(DN) !== Number(number) || Number(ZI) !== Number(z))
      return finding(`its numbers do not agree: ${String(ESR.FN)}, ${FN!}, ${String(ZI)}-${String(DN)}`);
    const before = this.last.get(ID) ?? [0, 0];
    const place = [Number(z), Number(number)] as const;
    this.last.set(ID, place);
    const follows = place[0] > before[0] || (place[0] === before[0] && place[1] > before[1]);
    return follows ? [] : finding(`document ${FN!} of printer ${ID} stands behind ${before.join('-')}`);
  }

  end(): Finding[] {
    return [];
  }

  summary(): string {
    return `${this.documents} documents of ${this.last.size} fiscal printers`;
  }
}
