/** Every void names a receipt before it, none is taken back twice, and the state knows of each (doc 3, Void). */
import type { Finding, State } from '../countries/contract.ts';
import type { JournalAudit, Place } from '../journal/audit.ts';
import { isTree } from '../receipt/tree.ts';
import { isTraining, type Esr } from '../receipt/tra.ts';
import { counted, quoted, type Check } from './check.ts';
import type { Entry } from './entry.ts';

type Lookup = Pick<JournalAudit, 'byFiscalNumber' | 'byNumber'>;

/** What was taken back of a receipt, minor units, and the record that did it last. */
interface Taken {
  taken: number;
  by: number;
}

const STATE_KEY = /^VOID (\d+)$/;
const keyOf = (sq: number) => `VOID ${sq}`;

/** Checks the voids of a register; keeps a few bytes for each receipt that was taken back. */
export class VoidsCheck implements Check {
  readonly title = 'Voids';
  private readonly journal: Lookup;
  private readonly rn: string;
  private voids = 0;
  private readonly taken = new Map<number, Taken>();

  constructor(journal: Lookup, rn: string) {
    this.journal = journal;
    this.rn = rn;
  }

  async take({ sq, row, record: { _: type, ESR: esr }, country }: Entry): Promise<Finding[]> {
    if (type !== 'Tra' || esr?.Void !== '1' || isTraining(esr) || !country) return [];
    this.voids++;
    if (esr.RFN === undefined && esr.RTN === undefined) {
      return [{ sq, text: 'a void that names no receipt' }];
    }
    const original = await this.original(esr, sq);
    const name = esr.RFN ?? `${esr.RTL ?? esr.TL}/${esr.RTT ?? esr.TT}/${esr.RTN}`;
    if (!original) {
      // Elsewhere a void of another register's receipt is taken unchecked.
      return country.strictVoids ? [{ sq, text: `takes back ${name}, which is no record before it` }] : [];
    }
    if (original.isVoid === 1) return [{ sq, text: `takes back ${name}, which is a void itself` }];
    return this.takeBack(sq, name, -Number(row.total), original, country.strictVoids);
  }

  end(state: State): Finding[] {
    const findings: Finding[] = [];
    for (const [sq, { taken, by }] of this.taken) {
      const known = state.get(keyOf(sq));
      const fits =
        isTree(known) && known.taken === taken && known.by === by && Object.keys(known).length === 2;
      if (fits) continue;
      const expected = quoted({ taken, by });
      findings.push({
        sq: by,
        text: `the state says ${quoted(known)} of what was taken back of record ${sq}, the records ${expected}`,
      });
    }
    for (const key of state.keys()) {
      const sq = Number(STATE_KEY.exec(key)?.[1] ?? NaN);
      if (Number.isNaN(sq) || this.taken.has(sq)) continue;
      findings.push({
        sq,
        text: `taken back according to the state (${quoted(state.get(key))}), by no record`,
      });
    }
    return findings;
  }

  summary(): string {
    return `${counted(this.voids, 'void')} and what the state knows of them`;
  }

  /** The receipt that a void names, if it comes before it. */
  private async original(esr: Esr, sq: number): Promise<Place | null> {
    if (esr.RFN !== undefined) return this.journal.byFiscalNumber(this.rn, esr.RFN, sq);
    const { RTL: TL = esr.TL!, RTT: TT = esr.TT!, RTN, RD } = esr;
    const year = typeof RD === 'string' ? RD.slice(0, 4) : undefined;
    return this.journal.byNumber(this.rn, { TL, TT, TN: RTN!, year }, sq);
  }

  private takeBack(sq: number, name: string, amount: number, original: Place, wholeOnly: boolean): Finding[] {
    const [at, whole] = [Number(original.sq), Number(original.total)];
    const before = this.taken.get(at);
    const sum = (before?.taken ?? 0) + amount;
    this.taken.set(at, { taken: sum, by: sq });
    const findings: Finding[] = [];
    if (wholeOnly && before) {
      findings.push({ sq, text: `takes back ${name}, which record ${before.by} took back before` });
    } else if (wholeOnly ? sum !== whole : Math.abs(sum) > Math.abs(whole) || sum * whole < 0) {
      findings.push({ sq, text: `takes back another amount than ${name} has` });
    }
    return findings;
  }
}
