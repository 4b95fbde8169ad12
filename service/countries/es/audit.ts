/** The audit of a Spanish register: numbers without a gap, records that follow each other, and everything told. */
import type { Json } from '../../receipt/json.ts';
import type { CompleteEsr, JournalRecord } from '../../receipt/tra.ts';
import { verifyXades } from '../base/xades-verify.ts';
import type { Auditor, Finding } from '../contract/audit.ts';
import type { State } from '../contract/state.ts';
import type { IssuedDocument } from './document.ts';
import { isDocument } from './receipt-document.ts';
import { chainKey, fullNumber } from './series.ts';
import { keptOf, type Kept } from './system.ts';
import { withOuterSignature } from './signed/events.ts';
import { systemOf } from './systems.ts';
import { amountText, minor } from '../../receipt/money.ts';

/** {@link Country.audit} of Spain. */
export function audit(): Auditor {
  return new SpanishAudit();
}

class SpanishAudit implements Auditor {
  private documents = 0;
  private records = 0;
  /** The last record of each chain. */
  private readonly chains = new Map<string, Json>();
  /** The last number of each series. */
  private readonly numbers = new Map<string, number>();
  /** Records that were not told yet. */
  private readonly untold = new Set<number>();

  take(record: JournalRecord): Finding[] {
    const finding = (text: string): Finding => ({ sq: record.SQ, text });
    if (record._ === 'log' && record.Event === 'delivery-dropped') this.untold.delete(record.Of ?? 0);
    if (record._ === 'Fis') this.untold.delete(record.Of ?? 0);
    if (record._ === 'log' && record.Event === 'es-event') return this.eventProblems(record).map(finding);
    const kept = keptOf(record);
    if (!kept) return this.unkept(record).map(finding);
    this.records++;
    return [...this.recordProblems(record, kept), ...this.documentProblems(record, kept)].map(finding);
  }

  end(state: State): Finding[] {
    const findings: Finding[] = [];
    for (const [series, number] of this.numbers) {
      const known = Number(state.get(`ES/number/${series}`) ?? 0);
      if (known !== number)
        findings.push({
          sq: 0,
          text: `the register would go on behind number ${known} of ${series}, not ${number}`,
        });
    }
    return findings;
  }

  summary(): string {
    return `${this.documents} documents, ${this.records} records in ${this.chains.size} chains`;
  }

  private unkept({ _, ESR, Result }: JournalRecord): string[] {
    // It was registered by a version that did not know this country yet.
    if (Result?.Warning?.some((text) => text.startsWith('#NOT_FISCALISED'))) return [];
    if (_ !== 'Tra' || !ESR || !isDocument(ESR) || ESR.Void === '1') return [];
    return ['the record that the law wants of it is missing'];
  }

  private recordProblems(record: JournalRecord, kept: Kept): string[] {
    const key = `${chainKey(kept.region, kept.test)} ${kept.installation}`;
    const before = this.chains.get(key) ?? null;
    this.chains.set(key, kept.record);
    const system = systemOf(kept.region);
    if (system?.telling) this.untold.add(record.SQ);
    return system?.problems(kept, before) ?? [];
  }

  /** The event log is a chain of its own for each installation. */
  private eventProblems({ Kept: kept }: JournalRecord): string[] {
    const { event } = (kept ?? {}) as { event?: { xml?: string; hash?: string; installation?: string } };
    if (typeof event?.xml !== 'string' || typeof event.hash !== 'string') return ['its event is missing'];
    const key = `events ${event.installation}`;
    const before = this.chains.get(key) ?? null;
    this.chains.set(key, event.hash);
    const [named, own = ''] = [
      /<sf:EventoAnterior>.*<sf:HuellaEvento>([^<]*)<\/sf:HuellaEvento><\/sf:EventoAnterior>/.exec(
        event.xml,
      )?.[1] ?? null,
      /<sf:TipoHuella>01<\/sf:TipoHuella><sf:HuellaEvento>([^<]*)</.exec(event.xml)?.[1],
    ];
    const verdict = verifyXades(Buffer.from(withOuterSignature(event.xml)));
    return [
      ...(own === event.hash ? [] : ['its hash is not that of its event']),
      ...(named === before ? [] : ['its event does not follow the one before it in the chain']),
      ...('flaw' in verdict ? [`the signature of its event is wrong: ${verdict.problem}`] : []),
    ];
  }

  private documentProblems({ ESR }: JournalRecord, { operation, document }: Kept): string[] {
    if (operation !== 'issue' || !('kind' in document)) return [];
    this.documents++;
    const problems: string[] = [];
    const { series, number } = document.id;
    const before = this.numbers.get(series) ?? 0;
    this.numbers.set(series, Math.max(before, Number(number)));
    if (Number(number) !== before + 1) problems.push(`number ${number} of ${series} stands behind ${before}`);
    return ESR ? [...problems, ...contradictions(ESR as CompleteEsr, document)] : problems;
  }
}

/** Whether the record says what was registered. */
function contradictions(esr: CompleteEsr, document: IssuedDocument): string[] {
  const problems: string[] = [];
  if (esr.FN !== fullNumber(document.id)) problems.push('its number is not that of its record');
  if (amountText(minor(esr.T, 2), 2) !== document.total) problems.push('its total is not that of its record');
  if (esr.D.slice(0, 10) !== document.id.date) problems.push('its date is not that of its record');
  return problems;
}
