/** Holds a journal against the mark of its installation. */
import { digestOf, type MarkedRegister } from './mark.ts';

/** What is asked of a journal. */
export interface Marked {
  /** Sequence number of the last record of a register; 0 where there is none of this name. */
  lastSq(rn: string): Promise<number>;
  /** Line of a record without line feed; null where it cannot be read. */
  lineAt(rn: string, sq: number): Promise<string | null>;
}

/** A register that is not what the mark says it was. */
export interface Older {
  marked: MarkedRegister;
  /** Sequence number of its last record now, 0 for none. */
  last: number;
  /** It has a record of this number, which is another one: it was sold on after it had been put back. */
  isOther: boolean;
}

/** One would be enough; people want to know a few more. */
const MOST = 20;

/** Registers that a journal lacks records of, or has others of, in the order of the mark: the first ones. */
export async function olderThan(journal: Marked, marks: readonly MarkedRegister[]): Promise<Older[]> {
  const older: Older[] = [];
  for (const marked of marks) {
    if (older.length === MOST) break;
    const { RN, SQ, Line } = marked;
    const last = await journal.lastSq(RN);
    if (last < SQ) {
      older.push({ marked, last, isOther: false });
      continue;
    }
    const line = await journal.lineAt(RN, SQ);
    // What cannot be read proves nothing, and is found by others.
    if (line !== null && digestOf(line) !== Line) older.push({ marked, last, isOther: true });
  }
  return older;
}

/** What is wrong with a register, in one sentence. */
export function olderText({ marked: { RN, SQ, D }, last, isOther }: Older): string {
  return isOther
    ? `register ${RN} has another record SQ ${SQ} than the one of ${D} that was registered here`
    : `register ${RN} ends with SQ ${last}, but SQ ${SQ} was registered here on ${D}`;
}
