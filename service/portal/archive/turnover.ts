/** Turnover of companies and locations today and yesterday, from what is added up by day (day-totals.ts). */
import type { Queries } from '../database/database.ts';
import { type EntityRow, STATE } from '../entities/entity.ts';
import { localTime } from '../entities/year-end.ts';
import { currency as currencyByCode } from '../../receipt/currency.ts';
import { TOTAL_DIGITS } from './day-totals.ts';
import { sealedCompanies } from './sealed.ts';

/** What was sold in a currency. */
export interface Sum {
  /** ISO 4217; null: the register has handed in no configuration. */
  currency: string | null;
  receipts: number;
  /** Decimal text with the digits of the currency. */
  total: string;
}

/** What was sold on a day. */
export interface Day {
  /** `YYYY-MM-DD`, where the company is. */
  day: string;
  /** By currency; empty when nothing was. */
  sums: Sum[];
}

/** Turnover as a page shows it. */
export interface Turnover {
  today: Day;
  yesterday: Day;
  /** False while records of an older version of the portal are still being added up. */
  complete: boolean;
  /** Records of these days are sealed: nothing is known of what was sold, and the sums are empty. */
  sealed: boolean;
}

/** What it takes of a company. */
type Company = Pick<EntityRow, 'id' | 'state' | 'country_code'>;

const DAY_MS = 86_400_000;
/** Days may differ by one in both directions from those of UTC, and yesterday is one before. */
const DAYS_BEFORE = 2;
const DAYS_AFTER = 1;

interface Row {
  company_id: number;
  country: string | null;
  day: string;
  currency: string | null;
  receipts: number;
  amount: string;
}

/**
 * Turnover of some companies, by the clock of the country in which each register is. Sales of test registers
 * count in companies for tests only.
 * @param locationId only what is sold there now, for a single company; tests count as well
 */
export async function turnoverOf(
  db: Queries,
  companies: readonly Company[],
  now: number,
  locationId: number | null = null,
): Promise<Map<number, Turnover>> {
  if (companies.length === 0) return new Map();
  const ids = companies.map(({ id }) => id).join(', ');
  const tests = companies.filter(({ state }) => state === STATE.Test).map(({ id }) => id);
  const isCounted =
    locationId === null
      ? `(r.state <> ${STATE.Test} OR r.company_id IN (${[0, ...tests].join(', ')}))`
      : 'r.location_id = $locationId';
  const rows = await db.select<Row>(
    `SELECT t.company_id, r.country, t.day, r.currency, CAST(sum(t.receipts) AS BIGINT) AS receipts,
        CAST(sum(t.amount) AS TEXT) AS amount
       FROM day_totals t JOIN registers r ON r.company_id = t.company_id AND r.id = t.register_id
      WHERE t.company_id IN (${ids}) AND t.day >= $from AND t.day <= $till AND ${isCounted}
      GROUP BY t.company_id, r.country, t.day, r.currency ORDER BY r.currency`,
    {
      from: dayAt(now - DAYS_BEFORE * DAY_MS, null),
      till: dayAt(now + DAYS_AFTER * DAY_MS, null),
      ...(locationId !== null && { locationId }),
    },
  );
  const uncounted = await db.select<{ company_id: number }>(
    `SELECT DISTINCT company_id FROM registers WHERE company_id IN (${ids}) AND uncounted > 0`,
  );
  const sealed = await sealedCompanies(
    db,
    companies.map(({ id }) => id),
    dayAt(now - DAYS_BEFORE * DAY_MS, null),
    locationId,
  );
  const counting = new Set(uncounted.map(({ company_id: id }) => id));
  return new Map(
    companies.map((company) => {
      const isSealed = sealed.has(company.id);
      const own = rows.filter((row) => row.company_id === company.id && !isSealed);
      const day = (at: number): Day => ({
        day: dayAt(at, company.country_code),
        sums: sumsOf(own.filter((row) => row.day === dayAt(at, row.country ?? company.country_code))),
      });
      const complete = !counting.has(company.id);
      return [
        company.id,
        { today: day(now), yesterday: day(now - DAY_MS), complete, sealed: isSealed },
      ] as const;
    }),
  );
}

/** The day on a calendar in a country, `YYYY-MM-DD`. */
function dayAt(at: number, country: string | null): string {
  return new Date(localTime(at, country)).toISOString().slice(0, 10);
}

/** Registers of several countries may have one currency. */
function sumsOf(rows: readonly Row[]): Sum[] {
  const sums = new Map<string | null, { receipts: number; amount: bigint }>();
  for (const { currency, receipts, amount } of rows) {
    const sum = sums.get(currency) ?? { receipts: 0, amount: 0n };
    sums.set(currency, sum);
    sum.receipts += receipts;
    sum.amount += /^-?\d+$/.test(amount) ? BigInt(amount) : 0n;
  }
  return [...sums].map(([currency, { receipts, amount }]) => ({
    ...{ currency, receipts },
    total: totalText(amount, currency === null ? 2 : currencyByCode(currency).digits),
  }));
}

/**
 * An amount as a decimal text.
 * @param amount thousandths
 * @param digits of the currency; more are written where it has more (journals of older versions)
 */
export function totalText(amount: bigint, digits: number): string {
  const text = String(amount < 0n ? -amount : amount).padStart(TOTAL_DIGITS + 1, '0');
  const whole = text.slice(0, -TOTAL_DIGITS);
  let decimals = text.slice(-TOTAL_DIGITS);
  while (decimals.length > digits && decimals.endsWith('0')) decimals = decimals.slice(0, -1);
  return `${amount < 0n ? '-' : ''}${whole}${decimals === '' ? '' : `.${decimals}`}`;
}
