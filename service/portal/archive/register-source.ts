/** The records of an archived register as a country's export reads them, page by page. */
import type { RecordTypes } from '../../receipt/record-types.ts';
import type { CountryExport, ExportSource, SqRange } from '../../countries/contract/exports.ts';
import { countryFor } from '../../countries/register-currency.ts';
import { daysAround } from '../../exports/days.ts';
import type { Cfg } from '../../receipt/cfg.ts';
import { minor } from '../../receipt/money.ts';
import type { JournalRecord } from '../../receipt/tra.ts';
import { isTree } from '../../receipt/tree.ts';
import type { Queries } from '../database/database.ts';
import { countedOnly } from '../registers/following.ts';
import { lateLine, recordOf } from './record.ts';
import { ArchivedState } from './register-state.ts';

/** A register with records, as it was when an export began. */
export interface ArchivedRegister {
  companyId: number;
  id: number;
  rn: string;
  /** What comes later is not in the export. */
  lastSq: number;
}

/** A register whose records count from some of them on. */
export interface CountedRegister extends ArchivedRegister {
  /** What comes before was handed in by the register that it was before, and counts there. */
  firstSq: number;
  /** Number of the register that it was before; null for nearly all. */
  follows: number | null;
}

/** First and last day, `YYYY-MM-DD`, both included. */
export interface Period {
  from: string;
  till: string;
}

/** Sequence numbers, both ends included. */
export type Range = SqRange;

/** Records read at a time. */
const PAGE = 200;

/** Condition for documents of a period; parameters of {@link periodValues}. */
export const IN_PERIOD = 'at >= $from AND at < $behind';

/** See {@link IN_PERIOD}. */
export function periodValues({ from, till }: Period): { from: string; behind: string } {
  // "~" stands behind the "T" of all times of a day.
  return { from, behind: `${till}~` };
}

/** The registers of a company that have handed in anything, by terminal. */
export async function registersWithRecords(db: Queries, companyId: number): Promise<CountedRegister[]> {
  const rows = await db.select<Omit<CountedRegister, 'companyId' | 'lastSq'> & { next: number }>(
    `SELECT id, rn, own_from AS "firstSq", next_sq AS next, follows FROM registers
      WHERE company_id = $companyId AND next_sq > 1 ORDER BY tl, tt, id`,
    { companyId },
  );
  return rows.map(({ next, ...row }) => ({ companyId, ...row, lastSq: next - 1 }));
}

/** From the first day of all that a company's registers have handed in till today, or a later last one. */
export async function allDays(db: Queries, companyId: number, today: string): Promise<Period> {
  const of = 'FROM records WHERE company_id = $companyId';
  // Each by itself is one look into the index; both in one query would read all of it.
  const [row] = await db.select<{ first: string | null; last: string | null }>(
    `SELECT (SELECT min(at) ${of}) AS first, (SELECT max(at) ${of}) AS last`,
    { companyId },
  );
  return daysAround([today, row?.first ?? today, row?.last ?? today]);
}

/** Where the documents of a period lie among the records of each register; without those that have none. */
export async function rangesOf(db: Queries, companyId: number, period: Period): Promise<Map<number, Range>> {
  const rows = await db.select<Range & { id: number }>(
    `SELECT register_id AS id, min(sq) AS first, max(sq) AS last FROM records
      WHERE company_id = $companyId AND ${IN_PERIOD}${await countedOnly(db, companyId)} GROUP BY register_id`,
    { companyId, ...periodValues(period) },
  );
  return new Map(rows.map(({ id, first, last }) => [id, { first, last }]));
}

/**
 * The part of a register's chain that belongs to a period, as `journal/unbroken.ts` says
 * it: from the first to the last document of the period whatever lies between, and at
 * both ends what was registered in it.
 * @param dated where its documents of the period lie; undefined: it has none
 * @param choice.today `YYYY-MM-DD`
 * @param choice.types of records; transactions alone unless told otherwise
 */
export async function unbroken(
  db: Queries,
  { companyId, id, firstSq, lastSq }: CountedRegister,
  { from, till }: Period,
  dated: Range | undefined,
  { today, types }: { today: string; types?: RecordTypes | undefined },
): Promise<Range | undefined> {
  const last = till >= today ? lastSq : dated?.last;
  const ofTypes = isOfTypes(types);
  if (last === undefined) return undefined;
  /** Extends one end over the transactions in a row that were registered on wanted days. */
  const extended = async (start: number, step: 1 | -1, isWanted: (day: string) => boolean) => {
    let end = start;
    for (let after = start; ;) {
      const rows = await db.select<{ sq: number; line: string }>(
        `SELECT sq, line FROM records
          WHERE company_id = $companyId AND register_id = $id AND ${ofTypes.sql} AND sq <= $lastSq
            AND sq >= $firstSq AND sq ${step > 0 ? '>' : '<'} $after
          ORDER BY sq ${step > 0 ? 'ASC' : 'DESC'} LIMIT ${PAGE}`,
        { ...ofTypes.values, companyId, id, firstSq, lastSq, after },
      );
      for (const { sq, line } of rows) {
        if (!isWanted(recordOf(line).D.slice(0, 10))) return end;
        end = sq;
      }
      if (rows.length < PAGE) return end;
      after = end;
    }
  };
  const first = await extended(dated?.first ?? last + 1, -1, (day) => day >= from);
  if (first > last) return undefined;
  return { first, last: await extended(last, 1, (day) => day <= till) };
}

/** The condition that a record is of one of some types. */
function isOfTypes(types: RecordTypes = ['Tra']): { sql: string; values: Record<string, string> } {
  if (types === 'all') return { sql: '1 = 1', values: {} };
  const names = types.map((_type, i) => `type${i}`);
  const values = Object.fromEntries(names.map((name, i) => [name, types[i]!]));
  return { sql: `type IN (${names.map((name) => `$${name}`).join(', ')})`, values };
}

/** A configuration, or why nothing can be made of the one that is there; both null before the first one. */
export interface ReadCfg {
  cfg: Cfg | null;
  /** In English, names the record. */
  flaw: string | null;
}

/** Codes of countries; anything else is not looked up, since what was looked up is remembered. */
export const COUNTRY = /^[A-Z]{2}$/;

/** The configuration in force; null before the first one, and for one that cannot be read. */
export async function cfgOf(db: Queries, register: ArchivedRegister): Promise<Cfg | null> {
  return (await readCfg(db, register)).cfg;
}

/** The configuration in force, or what is the matter with it: an older one is not in force any more. */
export async function readCfg(db: Queries, { companyId, id, lastSq }: ArchivedRegister): Promise<ReadCfg> {
  const [row] = await db.select<{ sq: number; line: string }>(
    `SELECT sq, line FROM records
      WHERE company_id = $companyId AND register_id = $id AND type = 'Cfg' AND sq <= $lastSq
      ORDER BY sq DESC LIMIT 1`,
    { companyId, id, lastSq },
  );
  if (!row) return { cfg: null, flaw: null };
  const { Cfg: cfg, Unreadable } = recordOf(row.line);
  const { Ctry, TaxId } = isTree(cfg) && isTree(cfg.Cmp) ? cfg.Cmp : {};
  if (typeof Ctry === 'string' && COUNTRY.test(Ctry) && typeof TaxId === 'string')
    return { cfg: cfg as Cfg, flaw: null };
  const why = Unreadable ?? 'it names no country or no tax id';
  return { cfg: null, flaw: `the configuration (record ${row.sq}) cannot be read: ${why}` };
}

/** What a source is opened for. */
export interface SourceOptions {
  kind: Pick<CountryExport, 'stateKeys' | 'chained' | 'types' | 'records'>;
  period: Period;
  /** Where its documents of the period lie, or its part of the chain; undefined: it has none. */
  range: Range | undefined;
  signal: AbortSignal;
  /** Is told of records that nothing can be made of. */
  leftOut: (sq: number, why: string) => void;
}

/** Opens a register for an export. */
export async function openSource(
  db: Queries,
  register: ArchivedRegister,
  cfg: Cfg,
  { kind, period, range: dated, signal, leftOut }: SourceOptions,
): Promise<ExportSource> {
  const { companyId, id, rn, lastSq } = register;
  const state = new ArchivedState(db, companyId, id);
  if (!kind.stateKeys) await state.loadAll();
  const digits = countryFor(cfg).currency.digits;
  // Only the register itself knows what came after the last closing.
  const range = kind.records ? kind.records(state, { ...period, open: false, lastSq }) : dated;
  const read = (sq: number, line: string, late: string | null) => {
    const record = recordOf(line, late);
    if (record.Unreadable === undefined) return [record];
    leftOut(sq, record.Unreadable);
    return [];
  };
  const datedIn = kind.chained || kind.records ? null : period;
  return {
    ...{ rn, cfg, state },
    async *pages() {
      const last = Math.min(range?.last ?? 0, lastSq);
      for (let after = (range?.first ?? 1) - 1; after < last;) {
        signal.throwIfAborted();
        const rows = await page(db, register, {
          ...{ period: datedIn, after, last },
          types: kind.types,
        });
        if (rows.length === 0) return;
        const records = rows.flatMap(({ sq, line, late }) => read(sq, line, late));
        if (kind.stateKeys) await state.load(records.flatMap((record) => [...kind.stateKeys!(record)]));
        yield records;
        after = rows.at(-1)!.sq;
      }
    },
    record: (sq) => (sq <= lastSq ? recordBy(db, register, sq) : Promise.resolve(null)),
    async voidOf(record) {
      const by = voidedBy(record, state, digits);
      return by !== null && by <= lastSq ? recordBy(db, register, by) : null;
    },
  };
}

async function page(
  db: Queries,
  { companyId, id, lastSq }: ArchivedRegister,
  {
    period,
    after,
    last,
    types,
  }: {
    period: Period | null;
    after: number;
    last: number;
    types: RecordTypes | undefined;
  },
): Promise<{ sq: number; line: string; late: string | null }[]> {
  const ofTypes = isOfTypes(types);
  return db.select(
    `SELECT sq, line, ${lateLine('$lastSq')} AS late FROM records r
      WHERE company_id = $companyId AND register_id = $id AND sq > $after AND sq <= $last
        AND ${ofTypes.sql} ${period ? `AND ${IN_PERIOD}` : ''}
      ORDER BY sq LIMIT ${PAGE}`,
    { ...ofTypes.values, ...(period && periodValues(period)), companyId, id, lastSq, after, last },
  );
}

/** SQ of the void that took a receipt back as a whole: the register keeps it in its state. */
export function voidedBy({ SQ, ESR }: JournalRecord, state: ArchivedState, digits: number): number | null {
  const voided = state.get(`VOID ${SQ}`);
  if (!isTree(voided) || typeof voided.by !== 'number') return null;
  return voided.taken === minor(ESR?.T, digits) ? voided.by : null;
}

async function recordBy(
  db: Queries,
  { companyId, id, lastSq }: ArchivedRegister,
  sq: number,
): Promise<JournalRecord | null> {
  const [row] = await db.select<{ line: string; late: string | null }>(
    `SELECT line, ${lateLine('$lastSq')} AS late FROM records r
      WHERE company_id = $companyId AND register_id = $id AND sq = $sq`,
    { companyId, id, lastSq, sq },
  );
  const record = row && recordOf(row.line, row.late);
  return record && record.Unreadable === undefined ? record : null;
}
