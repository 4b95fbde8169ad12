/**
 * What the operator of the portal asks for what can be bought: lists in one currency, each in force from a
 * day on until the next one. Without a price nothing is sold.
 */
import { z } from 'zod';
import { currency as currencyOf, isCurrency } from '../../receipt/currency.ts';
import { amountText, readAmount } from '../../receipt/money.ts';
import { isDate } from '../../receipt/time.ts';
import { actorOf, type Caller, permissionsAt } from '../access/caller.ts';
import { auditCall } from '../audit.ts';
import { FIRST_ID } from '../bootstrap.ts';
import type { Queries } from '../database/database.ts';
import type { EntityRow } from '../entities/entity.ts';
import * as fields from '../entities/fields.ts';
import type { Context } from '../entities/organizations.ts';
import { findEntity } from '../entities/store.ts';
import { localTime } from '../entities/year-end.ts';
import { badField, type FieldError, forbidden, invalid, notFound } from '../problem.ts';
import { productOf } from './products.ts';

/** Lists that are shown, the newest first: those of years. */
const SHOWN = 100;
const MAX_PRICES = 100;

/** A decimal, with the digits of the currency at most. */
const AMOUNT = /^\d{1,8}(\.\d{1,3})?$/;
/** As much as a thousand pieces can cost. */
const TOTAL = /^\d{1,11}(\.\d{1,3})?$/;

/** A day. */
export const day = () => z.string().regex(/^\d{4}-\d\d-\d\d$/, 'date');

/** What one piece costs: an amount of nought and more. */
const price = () => z.string().regex(AMOUNT, 'amount');

/** What all pieces of a purchase cost. */
export const totalAmount = () => z.string().regex(TOTAL, 'amount');

/** Body that sets a list. */
export const priceListRequest = z.object({
  validFrom: day().describe(
    'First day of the list, YYYY-MM-DD, where the operator is; today at the earliest',
  ),
  currency: z.string().length(3).describe('ISO 4217'),
  terms: fields
    .optionalText(500)
    .describe('What belongs to the prices, such as the period that they are for, and the value added tax'),
  prices: z
    .array(
      z.object({
        productId: z.int().min(1).max(fields.MAX_ID),
        price: price().describe('of one piece; what has none is not for sale'),
      }),
    )
    .max(MAX_PRICES),
});

/** A list. */
export interface PriceList {
  /** `YYYY-MM-DD`. */
  validFrom: string;
  /** ISO 4217. */
  currency: string;
  terms: string | null;
  /** Decimal texts with the digits of the currency. */
  prices: { productId: number; price: string }[];
}

interface Row {
  valid_from: string;
  currency: string;
  terms: string | null;
  prices: string;
}

/** Lists, the newest first, those to come included. */
export async function priceLists(db: Queries): Promise<PriceList[]> {
  return (await rows(db, '')).map(toList);
}

/** The list in force; null while there is none. */
export async function priceListNow(db: Queries, now: number): Promise<PriceList | null> {
  const today = dayOf(await operator(db), now);
  const [row] = await rows(db, 'WHERE valid_from <= $today', { today });
  return row ? toList(row) : null;
}

function rows(db: Queries, where: string, parameters: Record<string, string> = {}): Promise<Row[]> {
  return db.select<Row>(
    `SELECT valid_from, currency, terms, prices FROM price_lists ${where}
      ORDER BY valid_from DESC LIMIT ${SHOWN}`,
    parameters,
  );
}

function toList({ valid_from: validFrom, currency, terms, prices }: Row): PriceList {
  return { validFrom, currency, terms, prices: JSON.parse(prices) as PriceList['prices'] };
}

/**
 * The organization of who runs the portal, if a caller may set prices.
 * @throws Problem 403
 */
export async function operatorFor(db: Queries, caller: Caller): Promise<EntityRow> {
  const entity = await operator(db);
  if (!entity || !permissionsAt(caller, entity.path).has('ManageBill')) {
    throw forbidden(
      `ManageBill on organization ${FIRST_ID} is needed: it runs the portal and sets the prices`,
    );
  }
  return entity;
}

function operator(db: Queries): Promise<EntityRow | null> {
  return findEntity(db, FIRST_ID);
}

function dayOf(entity: EntityRow | null, now: number): string {
  return new Date(localTime(now, entity?.country_code ?? null)).toISOString().slice(0, 10);
}

/**
 * Sets the list from a day on; one that begins on the same day is replaced.
 * @throws Problem 400, 403
 */
export async function keepPriceList(
  call: Context,
  body: z.output<typeof priceListRequest>,
): Promise<PriceList> {
  const { db, caller, now } = call;
  const entity = await operatorFor(db, caller);
  checkDay(body.validFrom, dayOf(entity, now));
  const { validFrom } = body;
  const currency = body.currency.toUpperCase();
  const list = { validFrom, currency, terms: body.terms || null, prices: pricesOf(body.prices, currency) };
  await db.run(
    `INSERT INTO price_lists (valid_from, currency, terms, prices, changed_at, changed_by)
      VALUES ($validFrom, $currency, $terms, $prices, $now, $by)
      ON CONFLICT (valid_from) DO UPDATE SET currency = excluded.currency, terms = excluded.terms,
        prices = excluded.prices, changed_at = excluded.changed_at, changed_by = excluded.changed_by`,
    { ...list, prices: JSON.stringify(list.prices), now, by: actorOf(caller) },
  );
  await auditCall(call, 'price list set', entity, { ...list });
  return list;
}

function checkDay(validFrom: string, today: string): void {
  if (!isDate(validFrom)) {
    throw badField('validFrom', 'format', 'validFrom must be an existing day YYYY-MM-DD', { format: 'date' });
  }
  if (validFrom < today) {
    throw badField('validFrom', 'past', `validFrom must be today (${today}) or later`, { today });
  }
}

function pricesOf(
  prices: z.output<typeof priceListRequest>['prices'],
  currency: string,
): PriceList['prices'] {
  if (!isCurrency(currency)) {
    throw badField('currency', 'unknown', 'currency must be the ISO 4217 code of a currency, such as EUR');
  }
  const { digits } = currencyOf(currency);
  const errors: FieldError[] = [];
  const known = new Set<number>();
  const read = prices.map(({ productId, price }, i) => {
    if (!productOf(productId)) {
      errors.push({
        field: `prices.${i}.productId`,
        code: 'unknown',
        message: `there is no product ${productId}: look at GET /Product`,
      });
    }
    if (known.has(productId)) {
      const message = `prices.${i}.productId is there more than once`;
      errors.push({ field: `prices.${i}.productId`, code: 'twice', message });
    }
    known.add(productId);
    const value = readAmount(price, digits);
    if ('minor' in value) return { productId, price: amountText(value.minor, digits) };
    const message = `prices.${i}.price has more decimals than ${currency} (${digits})`;
    errors.push({ field: `prices.${i}.price`, code: 'precision', message, params: { currency, digits } });
    return { productId, price };
  });
  if (errors.length > 0) throw invalid(errors);
  return read.toSorted((a, b) => a.productId - b.productId);
}

/**
 * Takes back a list that is not in force yet.
 * @throws Problem 400, 403, 404
 */
export async function removePriceList(call: Context, validFrom: string): Promise<void> {
  const { db, caller, now } = call;
  const entity = await operatorFor(db, caller);
  const today = dayOf(entity, now);
  if (validFrom <= today) {
    const message = 'a list that was in force stays: set another one from today on';
    throw badField('validFrom', 'past', message, { today });
  }
  const gone = await db.select('DELETE FROM price_lists WHERE valid_from = $validFrom RETURNING valid_from', {
    validFrom,
  });
  if (gone.length === 0) throw notFound(`price list from ${validFrom} on`);
  await auditCall(call, 'price list removed', entity, { validFrom });
}

/** What a purchase costs, as it was when it was made. */
export interface Cost {
  /** ISO 4217. */
  currency: string;
  terms: string | null;
  items: { productId: number; amount: number; price: string; sum: string }[];
  total: string;
}

/**
 * What some pieces cost by a list.
 * @throws Problem 400 for what has no price
 */
export function costOf(list: PriceList | null, items: readonly { id: number; amount: number }[]): Cost {
  const prices = new Map(list?.prices.map(({ productId, price }) => [productId, price]));
  const errors = items.flatMap(({ id }, i) => {
    const message = `product ${id} is not for sale: the operator of the portal has set no price for it`;
    return prices.has(id) ? [] : [{ field: `items.${i}.id`, code: 'notForSale', message }];
  });
  if (errors.length > 0 || !list) throw invalid(errors);
  const { currency, terms } = list;
  const { digits } = currencyOf(currency);
  let total = 0;
  const costs = items.map(({ id: productId, amount: pieces }) => {
    const price = prices.get(productId)!;
    const sum = minorOf(price, digits) * pieces;
    total += sum;
    return { productId, amount: pieces, price, sum: amountText(sum, digits) };
  });
  return { currency, terms, items: costs, total: amountText(total, digits) };
}

/** Whole cents: at most 8 digits before the point and 1000 pieces, so that all sums are exact. */
function minorOf(price: string, digits: number): number {
  const value = readAmount(price, digits);
  if ('error' in value) throw new Error(`a price list has the price ${price}`);
  return value.minor;
}

/** Whether two decimal texts are the same amount. */
export function isSameAmount(a: string, b: string, currency: string): boolean {
  const { digits } = currencyOf(currency);
  const [one, other] = [readAmount(a, digits), readAmount(b, digits)];
  return 'minor' in one && 'minor' in other && one.minor === other.minor;
}
