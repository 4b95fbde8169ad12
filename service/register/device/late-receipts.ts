/**
 * Receipts that a device had done and that were registered only later, when their tills had
 * been told that they are not. The next receipt of such a till tells whether it sends the same again.
 */
import type { CompleteEsr, Esr, JournalRecord } from '../../receipt/tra.ts';
import { isSameContent } from '../same-content.ts';

/** A till sends again soon; later the same is another sale. */
const LATE_MS = 15 * 60_000;

interface Late {
  record: JournalRecord;
  /** When it was registered, ms since 1970. */
  at: number;
}

/** See above. In memory: after a restart tills ask by `/restart`. */
export class LateReceipts {
  private readonly byTerminal = new Map<string, readonly Late[]>();

  /**
   * @param record was registered just now; what a register issues by itself nobody sends again
   * @param now ms since 1970
   */
  add(record: JournalRecord, now: number): void {
    if (record.Own !== undefined) return;
    const { TL, TT } = record.ESR as CompleteEsr;
    const key = keyOf(TL, TT);
    this.byTerminal.set(key, [...(this.byTerminal.get(key) ?? []), { record, at: now }]);
  }

  /**
   * The receipt that a till sends again, once; with anything else it sells on, and its late receipts are forgotten.
   * @param now ms since 1970
   */
  claim(sent: Esr, { TL, TT }: CompleteEsr, now: number): JournalRecord | null {
    if (this.byTerminal.size === 0) return null;
    const key = keyOf(TL, TT);
    const late = this.byTerminal.get(key)?.filter(({ at }) => now - at < LATE_MS) ?? [];
    const same = late.find(({ record: { ESR } }) =>
      sent.TN === undefined ? isSameContent(ESR, sent) : ESR!.TN === sent.TN,
    );
    const left = same ? late.filter((each) => each !== same) : [];
    if (left.length > 0) this.byTerminal.set(key, left);
    else this.byTerminal.delete(key);
    return same?.record ?? null;
  }
}

function keyOf(TL: string, TT: string): string {
  return JSON.stringify([TL, TT]);
}
