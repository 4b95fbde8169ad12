/** Buying licences and fiscal units for registers (doc 1, POST /Purchase). */
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { auditCall } from '../audit.ts';
import { actorOf } from '../access/caller.ts';
import type { Queries, Transaction } from '../database/database.ts';
import { type EntityRow, STATE } from '../entities/entity.ts';
import * as fields from '../entities/fields.ts';
import type { Context } from '../entities/organizations.ts';
import { type FieldError, invalid, Problem } from '../problem.ts';
import { LICENSE_COLUMNS, type LicenseRow } from './licenses.ts';
import { type Cost, costOf, isSameAmount, priceListNow, totalAmount } from './price-lists.ts';
import { productOf } from './products.ts';

/** Pieces of one purchase: more than one company has registers. */
const MAX_PIECES = 1000;

/** What is bought, with the names of the automation guide. */
export const purchaseRequest = z.object({
  companyId: fields.entityId(),
  invoiceCompanyId: fields.entityId().nullish(),
  recipientEmailAddress: fields.email(500).nullish(),
  recipientEmailRealName: fields.optionalText(500),
  customerReference: fields.optionalText(500),
  items: z
    .array(
      z.object({
        id: z.int().min(1).max(fields.MAX_ID),
        amount: z.int().min(1).max(MAX_PIECES),
        amountAssignment: z.enum(['Register']).nullish(),
      }),
    )
    .min(1)
    .max(100),
  total: totalAmount()
    .nullish()
    .describe(
      'What the buyer has been shown (ours): when it costs something else now, nothing is bought (409)',
    ),
  currency: z.string().length(3).nullish().describe('of total, ISO 4217'),
});

/** A purchase that was made. */
export interface Purchase {
  id: number;
  licenses: LicenseRow[];
  /** Stays as it is, whatever prices become. */
  cost: Cost;
}

/** Letters and digits that people do not mix up. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const KEY_LENGTH = 16;

/** A key for a licence: 80 bits, in groups of four. */
function makeKey(): string {
  const letters = Array.from(randomBytes(KEY_LENGTH), (byte) => LETTERS[byte % LETTERS.length]!);
  return letters.join('').replace(/.{4}(?=.)/g, '$&-');
}

/**
 * Buys: each piece becomes a licence. With `amountAssignment` `Register` they go
 * to the registers that have none of the product yet, the oldest first; what is
 * left stays free. Costs what the price list in force says.
 * @param invoiced who pays
 * @throws Problem 400 for products that the company cannot have or that have no price; 409 when the price is
 *   another one than the buyer was shown
 */
export async function buy(
  call: Context,
  company: EntityRow,
  invoiced: EntityRow,
  body: z.output<typeof purchaseRequest>,
): Promise<Purchase> {
  const { db, now, caller } = call;
  check(company, invoiced, body);
  const cost = costOf(await priceListNow(db, now), body.items);
  checkShown(cost, body);
  const id = await db.nextId('row_ids');
  await db.run(
    `INSERT INTO purchases (company_id, id, invoice_company_id, recipient_email, recipient_name,
        customer_reference, items, prices, created_at, created_by)
      VALUES ($companyId, $id, $invoiceId, $email, $name, $reference, $items, $prices, $now, $createdBy)`,
    {
      ...{ companyId: company.id, id, invoiceId: invoiced.id, now, createdBy: actorOf(caller) },
      email: body.recipientEmailAddress ?? null,
      name: body.recipientEmailRealName ?? null,
      reference: body.customerReference ?? null,
      items: JSON.stringify(body.items),
      prices: JSON.stringify(cost),
    },
  );
  const licenses: LicenseRow[] = [];
  for (const { id: productId, amount, amountAssignment } of body.items) {
    const registers = amountAssignment === 'Register' ? await without(db, company, productId, amount) : [];
    const ids = await db.nextIds('row_ids', amount);
    for (const [i, licenseId] of ids.entries()) {
      licenses.push(
        await add(db, {
          ...{ company_id: company.id, id: licenseId, purchase_id: id, product_id: productId },
          ...{ license_key: makeKey(), register_id: registers[i] ?? null },
          ...{ created_at: now, ends_at: null, ended_at: null },
        }),
      );
    }
  }
  await auditCall(call, 'purchase made', company, {
    ...{ purchaseId: id, invoiceCompanyId: invoiced.id, items: body.items },
    ...{ currency: cost.currency, total: cost.total },
  });
  return { id, licenses, cost };
}

/** Nobody pays more than what he has agreed to. */
function checkShown(cost: Cost, { total, currency }: z.output<typeof purchaseRequest>): void {
  const isOther =
    (currency && currency.toUpperCase() !== cost.currency) ||
    (total && !isSameAmount(total, cost.total, cost.currency));
  if (!isOther) return;
  const message = `it costs ${cost.total} ${cost.currency} now`;
  const params = { total: cost.total, currency: cost.currency };
  throw new Problem(409, message, [{ field: 'total', code: 'otherPrice', message, params }]);
}

/** A purchase of before. */
export interface PurchaseRow {
  id: number;
  invoice_company_id: number;
  customer_reference: string | null;
  /** JSON: the items as they were asked for. */
  items: string;
  /** JSON of {@link Cost}; null: it was made before there were prices. */
  prices: string | null;
  created_at: number;
  created_by: string;
}

/** Purchases of a company, the newest first. */
export async function purchasesOf(
  db: Queries,
  companyId: number,
  { offset, limit }: { offset: number; limit: number },
): Promise<PurchaseRow[]> {
  return db.select<PurchaseRow>(
    `SELECT id, invoice_company_id, customer_reference, items, prices, created_at, created_by FROM purchases
      WHERE company_id = $companyId ORDER BY id DESC LIMIT $limit OFFSET $offset`,
    { companyId, limit, offset },
  );
}

function check(company: EntityRow, invoiced: EntityRow, { items }: z.output<typeof purchaseRequest>): void {
  const errors: FieldError[] = [];
  const add = (field: string, code: string, message: string) => errors.push({ field, code, message });
  if (company.state === STATE.Deactivated) {
    add('companyId', 'deactivated', `${company.name} is deactivated: nothing can be bought for it`);
  }
  if (invoiced.state === STATE.Deactivated) {
    add('invoiceCompanyId', 'deactivated', `${invoiced.name} is deactivated: it cannot pay`);
  }
  for (const [i, { id }] of items.entries()) {
    const product = productOf(id);
    if (!product) add(`items.${i}.id`, 'unknown', `there is no product ${id}: look at GET /Product`);
    else if (product.countries?.includes(company.country_code ?? '') === false) {
      add(
        `items.${i}.id`,
        'otherCountry',
        `product ${id} is for companies in ${product.countries.join(', ')}`,
      );
    }
  }
  const pieces = items.reduce((sum, { amount }) => sum + amount, 0);
  if (pieces > MAX_PIECES) add('items', 'tooMany', `${MAX_PIECES} pieces at most can be bought at once`);
  if (errors.length > 0) throw invalid(errors);
}

/** Registers of a company that have no licence of a product. */
async function without(
  db: Transaction,
  company: EntityRow,
  productId: number,
  count: number,
): Promise<number[]> {
  const rows = await db.select<{ id: number }>(
    `SELECT r.id FROM registers r
      WHERE r.company_id = $companyId AND r.state <> ${STATE.Deactivated} AND NOT EXISTS (
        SELECT 1 FROM licenses l WHERE l.company_id = r.company_id AND l.register_id = r.id
          AND l.product_id = $productId AND l.ended_at IS NULL)
      ORDER BY r.id LIMIT $count`,
    { companyId: company.id, productId, count },
  );
  return rows.map(({ id }) => id);
}

async function add(db: Transaction, row: LicenseRow): Promise<LicenseRow> {
  const columns = LICENSE_COLUMNS.split(', ');
  await db.run(
    `INSERT INTO licenses (${LICENSE_COLUMNS}) VALUES (${columns.map((column) => `$${column}`).join(', ')})`,
    { ...row },
  );
  return row;
}
