/**
 * The audit of a Belgian register: every event has a signature of an FDM, tickets are
 * numbered without a gap, and the counters of an FDM rise.
 */
import { isTree } from '../../receipt/tree.ts';
import type { JournalRecord } from '../../receipt/tra.ts';
import type { Auditor, Finding } from '../contract/audit.ts';
import { signedOf, type Kept } from './kept.ts';
import { eventOf } from './kind.ts';
import { after } from './ticket-number.ts';

/** Log records after which another number may follow. */
export const NUMBER_SET = 'ticket-number-set';

/** {@link Country.audit} of Belgium. */
export function audit(): Auditor {
  return new BelgianAudit();
}

/** What a counter of an FDM must be above. */
interface Place {
  fdm: string;
  label: string;
  counter: bigint;
  total: bigint;
}

class BelgianAudit implements Auditor {
  private events = 0;
  private last: number | null = 0;
  private readonly counters = new Map<string, bigint>();
  private isAsked = false;

  take(record: JournalRecord): Finding[] {
    const { _: type, SQ: sq, ESR } = record;
    const finding = (text: string) => ({ sq, text });
    if (type === 'log') return this.heard(record).map(finding);
    if (type === 'Tra') this.isAsked = false;
    if (type !== 'Tra' || !ESR) return [];
    const mutation = eventOf(ESR);
    const kept = signedOf(record);
    // Before this country had a module, nothing was signed and every answer said so.
    if (mutation === null || record.Result?.ErrorCode === '#NOT_FISCALISED') return [];
    this.events++;
    if (!kept) return [finding('has no signature of an FDM')];
    const wrong = this.numbers(kept);
    if (kept.Event !== mutation) wrong.push(`was signed as ${kept.Event}, and is ${mutation}`);
    if (!agrees(record, kept)) wrong.push('what is printed of the signature is not what was signed');
    return wrong.map(finding);
  }

  end(): Finding[] {
    return [];
  }

  summary(): string {
    return `${this.events} events signed by fiscal data modules`;
  }

  private numbers(kept: Kept): string[] {
    const wrong: string[] = [];
    const { last } = this;
    if (last !== null && kept.Ticket !== after(last)) wrong.push(`ticket ${kept.Ticket} follows ${last}`);
    this.last = kept.Ticket;
    const { fdm, label, counter, total } = placeOf(kept);
    for (const [name, value] of [
      [`${fdm} ${label}`, counter],
      [fdm, total],
    ] as const) {
      const before = this.counters.get(name) ?? 0n;
      if (value <= before) wrong.push(`counter ${value} of ${name} follows ${before}`);
      this.counters.set(name, value);
    }
    return wrong;
  }

  private heard({ Event }: JournalRecord): string[] {
    const isMissing = Event === 'device-asked' && this.isAsked;
    if (Event === 'device-asked') this.isAsked = true;
    if (Event === 'device-not-done') this.isAsked = false;
    if (Event === NUMBER_SET || Event === 'restored') this.last = null;
    return isMissing ? ['what became of the record that the FDM was asked for before is missing'] : [];
  }
}

function placeOf(kept: Kept): Place {
  if (kept.Gen === 1)
    return { fdm: kept.Fdm, label: kept.Label, counter: BigInt(kept.Counter), total: BigInt(kept.Total) };
  const { fdmId, eventLabel, eventCounter, totalCounter } = kept.Ref;
  return { fdm: fdmId, label: eventLabel, counter: BigInt(eventCounter), total: BigInt(totalCounter) };
}

/** Whether a receipt shows the counters that were signed. */
function agrees({ Fis }: JournalRecord, kept: Kept): boolean {
  const tags = Array.isArray(Fis?.Tag) ? (Fis.Tag as unknown[]) : [];
  const shown = (name: string) => {
    const tag = tags.find((one) => isTree(one) && one.Name === name);
    return isTree(tag) ? tag.Value : undefined;
  };
  const { fdm, label, counter, total } = placeOf(kept);
  const counters = kept.Gen === 1 ? `${counter}/${total} ${label}` : `${label} ${counter}/${total}`;
  return shown('Device') === fdm && shown('Ticket') === String(kept.Ticket) && shown('SignCnt') === counters;
}
