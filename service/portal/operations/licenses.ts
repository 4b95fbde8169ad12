/** Licences and fiscal units: products, purchases, and which register has which. */
import { z } from 'zod';
import { permissionsAt } from '../access/caller.ts';
import { define } from '../api/define.ts';
import type { Call, Operation } from '../api/operation.ts';
import { type EntityRow, KIND, kindOf } from '../entities/entity.ts';
import * as fields from '../entities/fields.ts';
import { findEntity } from '../entities/store.ts';
import { forbidden, notFound } from '../problem.ts';
import {
  assignLicense,
  endLicense,
  type LicenseRow,
  licensesOf,
  licenseState,
} from '../registers/licenses.ts';
import { productOf, PRODUCTS } from '../registers/products.ts';
import { buy, purchaseRequest } from '../registers/purchases.ts';
import { languageCode, productName, wordingAsked } from '../registers/texts.ts';
import { isoTime } from './results.ts';

const licenseParams = z.object({
  companyId: fields.entityId(),
  licenseId: z.int().min(1).max(Number.MAX_SAFE_INTEGER),
});
const timestamp = () => z.string().describe('ISO 8601');
const kind = () => z.enum(['license', 'fiscalUnit']);

const licenseResult = z.object({
  licenseId: z.int(),
  companyId: z.int(),
  purchaseId: z.int(),
  productId: z.int(),
  kind: kind().nullable(),
  licenseKey: z.string().describe('What POST /lic of a register takes'),
  registerId: z.int().nullable().describe('Null: it is free'),
  state: z.enum(['Active', 'Ending', 'Ended']),
  createdTimestamp: timestamp(),
  endsTimestamp: timestamp().nullable().describe('Since it was ended: the end of its notice period'),
});

/** A licence as it is answered. */
function licenseOf(row: LicenseRow): z.output<typeof licenseResult> {
  return {
    licenseId: row.id,
    companyId: row.company_id,
    purchaseId: row.purchase_id,
    productId: row.product_id,
    kind: productOf(row.product_id)?.kind ?? null,
    licenseKey: row.license_key,
    registerId: row.register_id,
    state: licenseState(row),
    createdTimestamp: isoTime(row.created_at)!,
    endsTimestamp: isoTime(row.ended_at ?? row.ends_at),
  };
}

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
export const licenseOperations: readonly Operation[] = [
  define({
    id: 'getProducts',
    method: 'GET',
    path: '/Product',
    tag: 'Licences',
    summary: 'What can be purchased',
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
        }),
      ),
    }),
    run: async ({ query, visit }) => {
      const { language } = wordingAsked(query.languageCode, visit.languages);
      return {
        products: PRODUCTS.map(({ id: productId, name, ...product }) => ({
          productId,
          ...product,
          name: productName(language, name),
        })),
      };
    },
  }),
  define({
    id: 'purchase',
    method: 'POST',
    path: '/Purchase',
    tag: 'Licences',
    summary: 'Purchases products: each piece becomes a licence (automation guide)',
    body: purchaseRequest,
    need: { permission: 'Purchase', in: 'body', field: 'companyId', kinds: ['company'] },
    result: z.object({
      purchaseId: z.int(),
      companyId: z.int(),
      invoiceCompanyId: z.int(),
      createdTimestamp: timestamp(),
      licenses: z.array(licenseResult),
    }),
    run: async (call) => {
      const invoiced = await invoicedOf(call, call.body.invoiceCompanyId);
      const { id, licenses } = await buy(call, call.entity, invoiced, call.body);
      return {
        purchaseId: id,
        companyId: call.entity.id,
        invoiceCompanyId: invoiced.id,
        createdTimestamp: isoTime(call.now)!,
        licenses: licenses.map(licenseOf),
      };
    },
  }),
  define({
    id: 'getLicenses',
    method: 'GET',
    path: '/Company/{companyId}/Licenses',
    tag: 'Licences',
    summary: 'The licences and fiscal units of a company',
    params: z.object({ companyId: fields.entityId() }),
    need: { permission: 'ReadRegister', in: 'params', field: 'companyId', kinds: ['company'] },
    result: z.object({ licenses: z.array(licenseResult) }),
    run: async ({ db, entity }) => ({ licenses: (await licensesOf(db, entity)).map(licenseOf) }),
  }),
  define({
    id: 'assignLicense',
    method: 'PUT',
    path: '/Company/{companyId}/License/{licenseId}',
    tag: 'Licences',
    summary: 'Gives a licence to a register, or frees it',
    params: licenseParams,
    body: z.object({ registerId: fields.entityId().nullable() }),
    need: { permission: 'ManageRegister', in: 'params', field: 'companyId', kinds: ['company'] },
    result: licenseResult,
    run: async (call) =>
      licenseOf(await assignLicense(call, call.entity, call.params.licenseId, call.body.registerId)),
  }),
  define({
    id: 'endLicense',
    method: 'PUT',
    path: '/Company/{companyId}/License/{licenseId}/End',
    tag: 'Licences',
    summary: 'Ends a licence; fiscal units go on until the end of their notice period',
    params: licenseParams,
    need: { permission: 'Purchase', in: 'params', field: 'companyId', kinds: ['company'] },
    result: licenseResult,
    run: async (call) => licenseOf(await endLicense(call, call.entity, call.params.licenseId)),
  }),
];
