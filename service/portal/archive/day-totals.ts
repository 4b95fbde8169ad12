/**
 * Turnover by the day of the document, added up in the transaction that keeps the
 * records, so that each counts once and no view reads the records of a day.
 * What counts is what the register has counted (journal decision J31).
 */
import { countryFor } from '../../countries/register-currency.ts';
import type { Cfg } from '../../receipt/cfg.ts';
import { sumsOf } from '../../receipt/sums.ts';
import type { JournalRecord } from '../../receipt/tra.ts';
import { isTree, type Tree } from '../../receipt/tree.ts';
import type { Database, Queries, Transaction } from '../database/database.ts';
import { cfgOf, COUNTRY } from './register-source.ts';

/** Decimals that amounts are kept with: no currency has more (resources/currencies.json). */
export const TOTAL_DIGITS = 3;

/** What a record adds to its day. */
export interface Sale {
  receipts: 0 | 1;
  /** Thousandths of the currency. */
  amount: number;
}

/** What some records of a register add to a day. */
export interface DayTotal {
  /** `YYYY-MM-DD`, as the clock in the shop showed it. */
  day: string;
  receipts: number;
  /** Thousandths of the currency; a thousand of the largest amounts are more than a number can hold. */
  amount: bigint;
}

/** Records of older databases that are counted in one transaction. */
const STEP = 500;
/** Time that counting them may take before other work has its turn, ms. */
const MAX_MS = 4000;

/** What a record adds; null for what adds nothing, also because its amounts are none. */
export function saleOf(record: Tree | JournalRecord): Sale | null {
  try {
    const sums = sumsOf(record as JournalRecord, TOTAL_DIGITS);
    return sums && { receipts: sums.receipts, amount: sums.total };
  } catch {
    // A register has checked what it registers; what comes from elsewhere is kept and counts nothing.
    return null;
  }
}

/** The same of a line of the archive; versions before took lines that are no records, and these add nothing. */
function saleIn(line: string): Sale | null {
  try {
    return saleOf(JSON.parse(line) as Tree);
  } catch {
    return null;
  }
}

/** The currency (ISO 4217) that a configuration names or follows from it; null for what is none. */
export function currencyIn(record: Tree): string | null {
  const { Cfg: cfg } = record;
  if (record._ !== 'Cfg' || !isTree(cfg) || !isTree(cfg.Cmp)) return null;
  const { Ctry } = cfg.Cmp;
  return typeof Ctry === 'string' && COUNTRY.test(Ctry)
    ? countryFor(cfg as unknown as Cfg).currency.code
    : null;
}

/** Adds up what records add to their days. */
export function dayTotals(lines: readonly { at: string; sale: Sale | null }[]): DayTotal[] {
  const days = new Map<string, DayTotal>();
  for (const { at, sale } of lines) {
    if (!sale) continue;
    const day = at.slice(0, 10);
    const total = days.get(day) ?? { day, receipts: 0, amount: 0n };
    days.set(day, total);
    total.receipts += sale.receipts;
    total.amount += BigInt(sale.amount);
  }
  return [...days.values()];
}

/** The same as JSON, for statements: `[[day, receipts, amount as text]]`. */
export function dayTotalsJson(totals: readonly DayTotal[]): string {
  return JSON.stringify(totals.map(({ day, receipts, amount }) => [day, receipts, String(amount)]));
}

const COLUMNS = 'company_id, register_id, day, receipts, amount';

/**
 * SQL that adds the JSON of {@link dayTotalsJson} (`$dayTotals`) to what is there.
 * @param owner `SELECT company_id, id` of the register, if anything is to be added at all
 */
export function addTotalsSql(dialect: Database['dialect'], owner: string): string {
  const [list, value] =
    dialect === 'postgres'
      ? ['json_array_elements(CAST($dayTotals AS JSON)) AS t(value)', 'BIGINT']
      : ['json_each($dayTotals) AS t', 'INTEGER'];
  return `INSERT INTO day_totals (${COLUMNS})
    SELECT o.company_id, o.id, t.value ->> 0, CAST(t.value ->> 1 AS ${value}), CAST(t.value ->> 2 AS ${value})
      FROM (${owner}) AS o, ${list} WHERE true
    ON CONFLICT (company_id, register_id, day) DO UPDATE
      SET receipts = day_totals.receipts + excluded.receipts, amount = day_totals.amount + excluded.amount`;
}

/** SQL for the register of `$companyId` and `$registerId`, see {@link addTotalsSql}. */
export const THIS_REGISTER =
  'SELECT company_id, id FROM registers WHERE company_id = $companyId AND id = $registerId';

/**
 * Counts records that were kept before there were totals, the newest of a register first: for a few seconds,
 * then again when the portal next looks for what is due. Safe to run in several processes at once.
 */
export async function countOlderRecords(db: Database): Promise<void> {
  const deadline = performance.now() + MAX_MS;
  const [any] = await db.select('SELECT id FROM registers WHERE uncounted > 0 LIMIT 1');
  while (any && (await db.write(countSome)) && performance.now() < deadline);
}

interface Uncounted {
  company_id: number;
  id: number;
  /** Records up to this number are not counted yet. */
  uncounted: number;
}

async function countSome(db: Transaction): Promise<boolean> {
  const [register] = await db.select<Uncounted>(
    `SELECT company_id, id, uncounted FROM registers WHERE uncounted > 0
      ORDER BY company_id, id LIMIT 1 ${db.forUpdate}`,
  );
  if (!register) return false;
  const owner = { companyId: register.company_id, registerId: register.id };
  const rows = await db.select<{ sq: number; at: string; line: string }>(
    `SELECT sq, at, line FROM records
      WHERE company_id = $companyId AND register_id = $registerId AND sq <= $last
      ORDER BY sq DESC LIMIT ${STEP}`,
    { ...owner, last: register.uncounted },
  );
  const totals = dayTotals(rows.map(({ at, line }) => ({ at, sale: saleIn(line) })));
  await db.run(addTotalsSql(db.dialect, THIS_REGISTER), { ...owner, dayTotals: dayTotalsJson(totals) });
  await db.run(
    `UPDATE registers SET uncounted = $left, currency = coalesce(currency, CAST($currency AS TEXT))
      WHERE company_id = $companyId AND id = $registerId`,
    {
      ...owner,
      left: rows.length < STEP ? 0 : rows.at(-1)!.sq - 1,
      currency: await currencyOf(db, register),
    },
  );
  return true;
}

async function currencyOf(
  db: Queries,
  { company_id: companyId, id, uncounted }: Uncounted,
): Promise<string | null> {
  const cfg = await cfgOf(db, { companyId, id, rn: '', lastSq: uncounted });
  return cfg && countryFor(cfg).currency.code;
}
