/** Receipts as they stand: with the fiscal data that came after them (receipt/late.ts), wherever those are stored. */
import { withLate } from '../receipt/late.ts';
import type { JournalRecord } from '../receipt/tra.ts';
import type { Line, Lines } from './lines.ts';
import { IS_LATE_NUMBER, lateNumber } from './numbers.ts';
import { placeOf } from './place.ts';
import { recordOf } from './record.ts';
import type { Store } from './store.ts';

/** The newest late fiscal data of a receipt, as it is indexed; `line` is null where it is not in the database. */
interface Found {
  number: string;
  sq: number;
  line: string | null;
}

/** Finds late fiscal data. */
export class LateData {
  private readonly store: Pick<Store, 'select' | 'list' | 'registers'>;
  private readonly lines: Lines;
  /** Whether a register may have any, as far as it was asked for: most registers never have. */
  private readonly known = new Map<string, boolean>();

  constructor(store: Pick<Store, 'select' | 'list' | 'registers'>, lines: Lines) {
    this.store = store;
    this.lines = lines;
  }

  /** To be told before late fiscal data are stored. */
  expect(rn: string): void {
    this.known.set(rn, true);
  }

  /**
   * The lines with the newest late fiscal data of some records of a register, by the SQ of the receipt: one query.
   * @param until last SQ at which they may stand
   * @throws Error when one is missing
   */
  async of(rn: string, records: readonly JournalRecord[], until = Infinity): Promise<Map<number, Line>> {
    const receipts = records.filter(({ _: type }) => type === 'Tra').map(({ SQ }) => SQ);
    const lines = new Map<number, Line>();
    if (receipts.length === 0 || !(await this.mayHave(rn))) return lines;
    const gone: { of: number; sq: number }[] = [];
    for (const { number, sq, line } of await this.find(rn, receipts, until)) {
      const of = Number(number.slice(1));
      if (line === null) gone.push({ of, sq });
      else lines.set(of, { sq, text: line });
    }
    const archived = await this.lines.at(
      rn,
      gone.map(({ sq }) => sq),
    );
    const bySq = new Map(archived.map((line) => [line.sq, line]));
    for (const { of, sq } of gone) {
      const line = bySq.get(sq);
      if (!line)
        throw new Error(`register ${rn}: record ${sq} is missing, the late fiscal data of record ${of}`);
      lines.set(of, line);
    }
    return lines;
  }

  /** Some records of a register as they stand; see {@link LateData.of}. */
  async standing(rn: string, records: readonly JournalRecord[], until?: number): Promise<JournalRecord[]> {
    const late = await this.of(rn, records, until);
    return records.map((record) => standing(record, late));
  }

  private async mayHave(rn: string): Promise<boolean> {
    const register = this.store.registers.get(rn);
    if (register === undefined) return false;
    if (!this.known.has(rn)) {
      const some = await this.store.select(
        `SELECT sq FROM numbers WHERE register = $register AND ${IS_LATE_NUMBER} LIMIT 1`,
        { register },
      );
      // The first ones may be on their way since.
      if (!this.known.has(rn)) this.known.set(rn, some.length > 0);
    }
    return this.known.get(rn)!;
  }

  private find(rn: string, receipts: readonly number[], until: number): Promise<Found[]> {
    const { store } = this;
    const register = store.registers.get(rn)!;
    return store.select<Found>(
      `SELECT number, sq, line FROM (
         SELECT number, max(sq) AS sq FROM numbers
         WHERE register = $register AND number IN (${store.list('numbers', 'text')}) AND sq <= $until
         GROUP BY number
       ) AS newest LEFT JOIN records ON id = $before + sq`,
      {
        register,
        before: placeOf(register, 0),
        numbers: JSON.stringify(receipts.map(lateNumber)),
        until: Math.min(until, Number.MAX_SAFE_INTEGER),
      },
    );
  }
}

/** A record with what was found of it. */
export function standing(record: JournalRecord, late: ReadonlyMap<number, Line>): JournalRecord {
  const line = late.get(record.SQ);
  return line ? withLate(record, recordOf(line.text)) : record;
}
