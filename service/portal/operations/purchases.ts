/** Buying: what there is, what it costs, and what was bought. */
import { z } from 'zod';
import { permissionsAt } from '../access/caller.ts';
import { define } from '../api/define.ts';
import type { Call, Operation } from '../api/operation.ts';
import { type EntityRow, KIND, kindOf } from '../entities/entity.ts';
import * as fields from '../entities/fields.ts';
import { findEntity } from '../entities/store.ts';
import { forbidden, notFound } from '../problem.ts';
import {
  type Cost,
  day,
  keepPriceList,
  operatorFor,
  priceListNow,
  priceListRequest,
  priceLists,
  removePriceList,
} from '../registers/price-lists.ts';
import { PRODUCTS } from '../registers/products.ts';
import { buy, purchaseRequest, purchasesOf } from '../registers/purchases.ts';
import { languageCode, productName, wordingAsked } from '../registers/texts.ts';
import { licenseOf, licenseResult } from './licenses.ts';
import { isoTime } from './results.ts';

const kind = () => z.enum(['license', 'fiscalUnit']);
const timestamp = () => z.string().describe('ISO 8601');
const terms = () => z.string().nullable().describe('What belongs to the prices, in words of the operator');

const priceListResult = z.object({
  validFrom: z.string().describe('YYYY-MM-DD'),
  currency: z.string().describe('ISO 4217'),
  terms: terms(),
  prices: z.array(z.object({ productId: z.int(), price: z.string() })),
});

const cost = {
  currency: z.string().describe('ISO 4217'),
  terms: terms(),
  total: z.string().describe('Decimal; by the price list in force then, for ever'),
  items: z.array(z.object({ productId: z.int(), amount: z.int(), price: z.string(), sum: z.string() })),
};

/** Who pays: somebody whose bills the caller may manage. */
async function invoicedOf(
  { db, caller, entity }: Pick<Call, 'db' | 'caller' | 'entity'>,
  id: number | null | undefined,
): Promise<EntityRow> {
  const invoiced = id === null || id === undefined ? entity : await findEntity(db, id);
  const permissions = invoiced ? permissionsAt(caller, invoiced.path) : new Set();
  const isPayer = invoiced && invoiced.kind !== KIND.location && permissions.has('ReadCompany');
  if (!isPayer) throw notFound(`organization or company ${id}`);
  if (!permissions.has('ManageBill')) {
    throw forbidden(`ManageBill on ${kindOf(invoiced)} ${invoiced.id} is needed`);
  }
  return invoiced;
}

/** See above. */
export const purchaseOperations: readonly Operation[] = [
  define({
    id: 'getProducts',
    method: 'GET',
    path: '/Product',
    tag: 'Licences',
    summary: 'What there is, and what it costs now; what has no price is not for sale',
    query: z.object({ languageCode: languageCode() }),
    need: null,
    result: z.object({
      products: z.array(
        z.object({
          productId: z.int(),
          name: z.string(),
          kind: kind(),
          noticeMonths: z.int().describe('For so many months it goes on after it was ended'),
          countries: z.array(z.string()).nullable().describe('ISO 3166; null: everywhere'),
          price: z.string().nullable().describe('of one piece, decimal; null: it is not for sale now'),
          currency: z.string().nullable().describe('ISO 4217'),
        }),
      ),
      terms: terms(),
    }),
    run: async ({ db, query, now, visit }) => {
      const { language } = wordingAsked(query.languageCode, visit.languages);
      const list = await priceListNow(db, now);
      const prices = new Map(list?.prices.map(({ productId, price }) => [productId, price]));
      return {
        products: PRODUCTS.map(({ id: productId, name, ...product }) => ({
          productId,
          ...product,
          name: productName(language, name),
          price: prices.get(productId) ?? null,
          currency: prices.has(productId) ? list!.currency : null,
        })),
        terms: list?.terms ?? null,
      };
    },
  }),
  define({
    id: 'purchase',
    method: 'POST',
    path: '/Purchase',
    tag: 'Licences',
    summary: 'Purchases products at the price in force: each piece becomes a licence (automation guide)',
    body: purchaseRequest,
    need: { permission: 'Purchase', in: 'body', field: 'companyId', kinds: ['company'] },
    result: z.object({
      purchaseId: z.int(),
      companyId: z.int(),
      invoiceCompanyId: z.int(),
      createdTimestamp: timestamp(),
      licenses: z.array(licenseResult),
      ...cost,
    }),
    run: async (call) => {
      const invoiced = await invoicedOf(call, call.body.invoiceCompanyId);
      const { id, licenses, cost: paid } = await buy(call, call.entity, invoiced, call.body);
      return {
        purchaseId: id,
        companyId: call.entity.id,
        invoiceCompanyId: invoiced.id,
        createdTimestamp: isoTime(call.now)!,
        licenses: licenses.map(licenseOf),
        ...paid,
      };
    },
  }),
  define({
    id: 'getPurchases',
    method: 'GET',
    path: '/Company/{companyId}/Purchases',
    tag: 'Licences',
    summary: 'What was purchased for a company and what it cost, the newest first',
    params: z.object({ companyId: fields.entityId() }),
    query: z.object({
      offset: z.int().min(0).default(0),
      limit: z.int().min(1).max(250).default(100),
    }),
    need: { permission: 'ManageBill', in: 'params', field: 'companyId', kinds: ['company'] },
    result: z.object({
      purchases: z.array(
        z.object({
          purchaseId: z.int(),
          invoiceCompanyId: z.int(),
          customerReference: z.string().nullable(),
          createdTimestamp: timestamp(),
          createdBy: z.string(),
          pieces: z.int(),
          cost: z.object(cost).nullable().describe('Null: it was made before there were prices'),
        }),
      ),
    }),
    run: async ({ db, entity, query }) => ({
      purchases: (await purchasesOf(db, entity.id, query)).map((row) => ({
        purchaseId: row.id,
        invoiceCompanyId: row.invoice_company_id,
        customerReference: row.customer_reference,
        createdTimestamp: isoTime(row.created_at)!,
        createdBy: row.created_by,
        pieces: (JSON.parse(row.items) as { amount: number }[]).reduce((sum, { amount }) => sum + amount, 0),
        cost: JSON.parse(row.prices ?? 'null') as Cost | null,
      })),
    }),
  }),
  define({
    id: 'getPriceLists',
    method: 'GET',
    path: '/PriceList',
    tag: 'Licences',
    summary: 'Price lists of the portal, the newest first; for who runs it',
    need: null,
    result: z.object({ priceLists: z.array(priceListResult) }),
    run: async ({ db, caller }) => {
      await operatorFor(db, caller);
      return { priceLists: await priceLists(db) };
    },
  }),
  define({
    id: 'setPriceList',
    method: 'PUT',
    path: '/PriceList',
    tag: 'Licences',
    summary: 'Sets what everything costs from a day on; without prices nothing is sold then',
    body: priceListRequest,
    need: null,
    result: priceListResult,
    run: (call) => keepPriceList(call, call.body),
  }),
  define({
    id: 'removePriceList',
    method: 'DELETE',
    path: '/PriceList/{validFrom}',
    tag: 'Licences',
    summary: 'Takes back a price list that is not in force yet',
    params: z.object({ validFrom: day() }),
    need: null,
    result: z.object({ validFrom: z.string() }),
    run: async (call) => {
      await removePriceList(call, call.params.validFrom);
      return { validFrom: call.params.validFrom };
    },
  }),
];
