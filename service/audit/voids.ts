/** Every void names a receipt before it, none is taken back twice, and the state knows of each (doc 3, Void). */
import type { Finding } from '../countries/contract/audit.ts';
import type { Country } from '../countries/contract/country.ts';
import type { State } from '../countries/contract/state.ts';
import { minor } from '../receipt/money.ts';
import { grossByRate } from '../receipt/taxes.ts';
import { isTree } from '../receipt/tree.ts';
import { isTraining, type Esr, type JournalRecord } from '../receipt/tra.ts';
import { counted, quoted, type Check } from './check.ts';
import type { Entry } from './entry.ts';
import type { Original, Originals } from './originals.ts';

/** What was taken back of a receipt, minor units, and the record that did it last. */
interface Taken {
  taken: number;
  by: number;
  /** By tax percentage. */
  rates: Map<string, number>;
}

/** What a void takes back, minor units. */
interface TakenBack {
  sq: number;
  /** Record of the receipt. */
  at: number;
  name: string;
  taken: number;
  /** All that the receipt has. */
  whole: number;
  /** Both by tax percentage. */
  rates: { taken: Map<string, number>; whole: Map<string, number> };
}

const STATE_KEY = /^VOID (\d+)$/;
const ELSEWHERE_KEY = /^VOIDED-BY (\d+)$/;
/** What a state entry may say; `rates` since parts are counted by tax percentage. */
const STATE_NAMES = new Set(['taken', 'by', 'rates']);
const keyOf = (sq: number) => `VOID ${sq}`;

/** Checks the voids of a register; keeps a few bytes for each receipt that was taken back. */
export class VoidsCheck implements Check {
  readonly title = 'Voids';
  private readonly originals: Originals;
  private readonly remark: (finding: Finding) => void;
  private voids = 0;
  private isWhole = true;
  private readonly taken = new Map<number, Taken>();
  /** Who voided a receipt elsewhere, and the record that says so, by the receipt's record. */
  private readonly elsewhere = new Map<number, { by: string; sq: number }>();

  /** @param remark told of voids that only earlier versions have taken */
  constructor(originals: Originals, remark: (finding: Finding) => void) {
    this.originals = originals;
    this.remark = remark;
  }

  take({ sq, record, country }: Entry): Finding[] | Promise<Finding[]> {
    const { _: type, ESR: esr } = record;
    if (type === 'log' && record.Event === 'voided-elsewhere' && country) {
      return this.takeElsewhere(sq, record, country);
    }
    if (type !== 'Tra' || esr?.Void !== '1' || isTraining(esr) || !country) return [];
    this.voids++;
    if (esr.RFN === undefined && esr.RTN === undefined) {
      return [{ sq, text: 'a void that names no receipt' }];
    }
    return this.takeVoid(sq, esr, country);
  }

  private async takeVoid(sq: number, esr: Esr, country: Country): Promise<Finding[]> {
    const original = await this.original(esr, sq);
    const name = esr.RFN ?? `${esr.RTL ?? esr.TL}/${esr.RTT ?? esr.TT}/${esr.RTN}`;
    if (!original) {
      // Elsewhere a void of another register's receipt is taken unchecked.
      const isWrong = country.strictVoids && this.isWhole;
      return isWrong ? [{ sq, text: `takes back ${name}, which is no record before it` }] : [];
    }
    if (original.esr.Void === '1') return [{ sq, text: `takes back ${name}, which is a void itself` }];
    const { digits } = country.currency;
    const amounts = {
      taken: -minor(esr.T, digits),
      whole: minor(original.esr.T, digits),
      rates: {
        taken: grossByRate(esr.TaxA ?? [], digits),
        whole: grossByRate(original.esr.TaxA ?? [], digits),
      },
    };
    return this.takeBack({ sq, at: original.sq, name, ...amounts }, country.strictVoids);
  }

  /** A register of another machine registered the void; here it is this log record. */
  private async takeElsewhere(sq: number, record: JournalRecord, country: Country): Promise<Finding[]> {
    const at = Number(record.Receipt);
    const original = at > 0 && at < sq ? await this.originals.bySq(at) : null;
    if (!original) {
      const text = `voided elsewhere is record ${at}, which is no receipt before it`;
      return this.isWhole ? [{ sq, text }] : [];
    }
    const { digits } = country.currency;
    const whole = minor(original.esr.T, digits);
    const all = grossByRate(original.esr.TaxA ?? [], digits);
    const back = new Map([...all].map(([rate, amount]) => [rate, -amount]));
    this.elsewhere.set(at, { by: String(record.By), sq });
    const rates = { taken: back, whole: all };
    return this.takeBack({ sq, at, name: `record ${at}`, taken: whole, whole, rates }, true);
  }

  lose(): void {
    this.isWhole = false;
  }

  end(state: State): Finding[] {
    // Further voids may be among what cannot be read.
    if (!this.isWhole) return [];
    const findings: Finding[] = [];
    for (const [sq, { taken, by }] of this.taken) {
      const known = state.get(keyOf(sq));
      const fits =
        isTree(known) &&
        known.taken === taken &&
        known.by === by &&
        Object.keys(known).every((name) => STATE_NAMES.has(name));
      if (fits) continue;
      const expected = quoted({ taken, by });
      findings.push({
        sq: by,
        text: `the state says ${quoted(known)} of what was taken back of record ${sq}, the records ${expected}`,
      });
    }
    for (const [at, { by, sq }] of this.elsewhere) {
      const known = state.get(`VOIDED-BY ${at}`);
      if (known === by) continue;
      const text = `says that ${by} voided record ${at}, the state says ${quoted(known)}`;
      findings.push({ sq, text });
    }
    for (const key of state.keys()) {
      const elsewhere = ELSEWHERE_KEY.exec(key);
      if (elsewhere && !this.elsewhere.has(Number(elsewhere[1]))) {
        const text = `voided elsewhere according to the state (${quoted(state.get(key))}), by no record`;
        findings.push({ sq: Number(elsewhere[1]), text });
      }
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
  private async original(esr: Esr, sq: number): Promise<Original | null> {
    if (esr.RFN !== undefined) return this.originals.byFiscalNumber(esr.RFN, sq);
    const { RTL: TL = esr.TL!, RTT: TT = esr.TT!, RTN, RD } = esr;
    const year = typeof RD === 'string' ? RD.slice(0, 4) : undefined;
    return this.originals.byNumber({ TL, TT, TN: RTN!, year }, sq);
  }

  private takeBack({ sq, at, name, taken, whole, rates }: TakenBack, wholeOnly: boolean): Finding[] {
    const before = this.taken.get(at);
    const sum = (before?.taken ?? 0) + taken;
    const sums = new Map(before?.rates);
    for (const [rate, amount] of rates.taken) sums.set(rate, (sums.get(rate) ?? 0) - amount);
    this.taken.set(at, { taken: sum, by: sq, rates: sums });
    if (wholeOnly && before) {
      return [{ sq, text: `takes back ${name}, which record ${before.by} took back before` }];
    }
    const isWrong = wholeOnly ? sum !== whole : Math.abs(sum) > Math.abs(whole) || sum * whole < 0;
    if (isWrong) return [{ sq, text: `takes back another amount than ${name} has` }];
    const isMore = [...sums].some(([rate, all]) => {
      const most = rates.whole.get(rate) ?? 0;
      return all * most < 0 || Math.abs(all) > Math.abs(most);
    });
    if (isMore) this.remark({ sq, text: `takes back other amounts by tax percentage than ${name} has` });
    return [];
  }
}
