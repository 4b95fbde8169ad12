/**
 * What the journal keeps to find and sum its records by says the same as the
 * records: numbers, terminals, days and turnover, no more and no less.
 */
import type { Finding } from '../countries/contract/audit.ts';
import { LEAVING } from '../journal/archive/leaving.ts';
import type { AuditedRegister, JournalAudit } from '../journal/audit/audit.ts';
import type { KeptCounts, KeptTables } from '../journal/audit/tables.ts';
import { firstSqOf, lastSqOf, segmentOf } from '../journal/segments/name.ts';
import { counted, quoted, type Check } from './check.ts';
import type { Entry } from './entry.ts';
import { KeptOfSegment, sumKey, type Day } from './kept.ts';

/** Before the first configuration no country says how many digits its currency has. */
const DIGITS = 2;
/** Rows that are too many are named so often; then only that there are more. */
const MOST_NAMED = 20;

/** Compares segment by segment, so that no more than one has to be remembered. */
export class IndexCheck implements Check {
  readonly title = 'Index';
  private readonly journal: Pick<JournalAudit, 'archiveGaps'>;
  private readonly register: AuditedRegister;
  private readonly tables: KeptTables;
  private readonly lastSq: number;
  private counts: KeptCounts | null = null;
  private segment: KeptOfSegment | null = null;
  private readonly terminals = new Map<string, number>();
  private isWhole = true;
  private records = 0;
  /** Looks through all numbers of the register that may still be taken. */
  private searches = MOST_NAMED;

  /** @param lastSq of the register */
  constructor(
    journal: Pick<JournalAudit, 'archiveGaps' | 'tables'>,
    register: AuditedRegister,
    lastSq: number,
  ) {
    this.journal = journal;
    this.register = register;
    this.tables = journal.tables(register);
    this.lastSq = lastSq;
  }

  take(entry: Entry): Finding[] | Promise<Finding[]> {
    const segment = segmentOf(entry.sq);
    if (this.segment?.segment === segment) return this.add(entry);
    return this.goTo(segment).then((findings) => [...findings, ...this.add(entry)]);
  }

  private add({ sq, stored, record, country }: Entry): Finding[] {
    const findings: Finding[] = [];
    this.records++;
    this.segment!.add(sq, record, country?.currency.digits ?? DIGITS);
    if (record._ === 'Tra') this.terminals.set(JSON.stringify([record.ESR!.TL, record.ESR!.TT]), sq);
    if (!('type' in stored)) {
      if (!LEAVING.has(record._))
        findings.push({ sq, text: `a record of type ${record._} left the database` });
    } else if (stored.type !== record._) {
      const text = `its type is kept as ${quoted(stored.type)}, the record says ${quoted(record._)}`;
      findings.push({ sq, text });
    }
    return findings;
  }

  /** Told of a record that cannot be read, or of the first of some of the same segment. */
  async unreadable(sq: number): Promise<Finding[]> {
    const findings = await this.goTo(segmentOf(sq));
    this.segment!.isWhole = false;
    this.isWhole = false;
    this.terminals.clear();
    return findings;
  }

  async end(): Promise<Finding[]> {
    const findings = await this.close();
    const { elsewhere, ...tables } = await this.counted();
    let left = elsewhere;
    for (const counts of Object.values(tables)) for (const n of counts.values()) left += n;
    if (left > 0)
      findings.push({ sq: 0, text: `the index has ${counted(left, 'row')} for records that are not there` });
    findings.push(...(await this.terminalFindings()));
    const gaps = await this.journal.archiveGaps(this.register);
    if (gaps !== null) findings.push({ sq: 0, text: gaps });
    return findings;
  }

  summary(): string {
    return `numbers, terminals, days and turnover of ${counted(this.records, 'record')}`;
  }

  private async counted(): Promise<KeptCounts> {
    this.counts ??= await this.tables.counts(this.lastSq, segmentOf(this.lastSq));
    return this.counts;
  }

  /** Ends the segment before, if another one begins. */
  private async goTo(segment: number): Promise<Finding[]> {
    if (this.segment?.segment === segment) return [];
    const findings = await this.close();
    this.segment = new KeptOfSegment(segment);
    return findings;
  }

  private async close(): Promise<Finding[]> {
    const kept = this.segment;
    if (!kept) return [];
    const findings = await this.numberFindings(kept);
    if (kept.isWhole) findings.push(...(await this.dayFindings(kept)), ...(await this.sumFindings(kept)));
    // What is left in the end belongs to segments without a record.
    const { numbers, days, sums } = await this.counted();
    for (const counts of [numbers, days, sums]) counts.delete(kept.segment);
    return findings;
  }

  private async numberFindings({ segment, numbers, isWhole }: KeptOfSegment): Promise<Finding[]> {
    const missing = await this.tables.missingNumbers(numbers);
    const findings = missing.map(({ sq, number }) => ({
      ...{ sq, text: `the index does not have its number ${shown(number)}` },
    }));
    const there = (await this.counted()).numbers.get(segment) ?? 0;
    if (!isWhole || there === numbers.length - missing.length) return findings;
    if (this.searches-- <= 0) {
      const text = `the index has ${there} numbers for ${recordsOf(segment)}, the records have ${numbers.length}`;
      return [...findings, { sq: 0, text }];
    }
    const expected = new Set(numbers.map(({ sq, number }) => JSON.stringify([sq, number])));
    const found = await this.tables.numbersOf(
      firstSqOf(segment),
      lastSqOf(segment),
      numbers.length + MOST_NAMED,
    );
    for (const { sq, number } of found) {
      if (expected.has(JSON.stringify([sq, number]))) continue;
      findings.push({ sq: Number(sq), text: `the index has the number ${shown(number)} for it` });
    }
    return findings;
  }

  private async dayFindings({ segment, days }: KeptOfSegment): Promise<Finding[]> {
    const there = (await this.counted()).days.get(segment) ?? 0;
    const isMore = there > days.size;
    const rows = await this.tables.days(segment, isMore ? null : [...days.keys()], days.size + MOST_NAMED);
    const known = new Map(rows.map((row) => [row.day, row]));
    const texts: string[] = [];
    for (const [day, expected] of days) {
      const row = known.get(day);
      if (!row) texts.push(`${day} is missing`);
      else {
        for (const name of Object.keys(expected) as (keyof Day)[]) {
          if (row[name] === expected[name]) continue;
          texts.push(`${day} has ${name} ${quoted(row[name])}, the records say ${expected[name]}`);
        }
      }
    }
    for (const { day } of rows) {
      if (!days.has(day as string)) texts.push(`${quoted(day)} has no records`);
    }
    return texts.map((text) => ({ sq: 0, text: `days of ${recordsOf(segment)}: ${text}` }));
  }

  private async sumFindings({ segment, days, sums }: KeptOfSegment): Promise<Finding[]> {
    const there = (await this.counted()).sums.get(segment) ?? 0;
    const isMore = there > sums.size;
    const rows = await this.tables.sums(segment, isMore ? null : [...days.keys()], sums.size + MOST_NAMED);
    const known = new Map(rows.map((row) => [sumKey(row), row]));
    const texts: string[] = [];
    for (const [key, { day, kind, name, amount, tax }] of sums) {
      const row = known.get(key);
      if (!row) texts.push(`${kind} ${quoted(name)} on ${day} is missing`);
      else if (row.amount !== amount || row.tax !== tax) {
        const values = `${quoted(row.amount)} (tax ${quoted(row.tax)})`;
        texts.push(`${kind} ${quoted(name)} on ${day} is ${values}, the records say ${amount} (tax ${tax})`);
      }
    }
    for (const row of rows) {
      if (!sums.has(sumKey(row))) {
        texts.push(`${String(row.kind)} ${quoted(row.name)} on ${String(row.day)} is in no record`);
      }
    }
    return texts.map((text) => ({ sq: 0, text: `turnover of ${recordsOf(segment)}: ${text}` }));
  }

  private async terminalFindings(): Promise<Finding[]> {
    const findings: Finding[] = [];
    const missing = new Map(this.terminals);
    for (const { tl, tt, sq } of await this.tables.terminals(this.terminals.size + MOST_NAMED)) {
      const key = JSON.stringify([tl, tt]);
      const last = this.terminals.get(key);
      missing.delete(key);
      if (last === sq || (last === undefined && !this.isWhole)) continue;
      const expected = last === undefined ? 'no record is of it' : `the last one is ${last}`;
      const text = `terminal ${String(tl)}/${String(tt)} is said to have record ${quoted(sq)} as its last, ${expected}`;
      findings.push({ sq: last ?? 0, text });
    }
    for (const [key, sq] of missing) {
      findings.push({ sq, text: `terminal ${(JSON.parse(key) as string[]).join('/')} is not in the index` });
    }
    return findings;
  }
}

/** A number as people write it: that of a transaction behind its terminal, that of late fiscal data as their receipt. */
function shown(number: unknown): string {
  const [TN, TL, TT] = String(number).split('\u001f');
  if (TN === '' && TL !== undefined && TT === undefined) return `of record ${TL}`;
  return TT === undefined ? quoted(number) : `${TL}/${TT}/${TN}`;
}

function recordsOf(segment: number): string {
  return `records ${firstSqOf(segment)} to ${lastSqOf(segment)}`;
}
