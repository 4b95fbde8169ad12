/** Licences and fiscal units, and which register has which. */
import { z } from 'zod';
import { define } from '../api/define.ts';
import type { Operation } from '../api/operation.ts';
import * as fields from '../entities/fields.ts';
import {
  assignLicense,
  endLicense,
  type LicenseRow,
  licensesOf,
  licenseState,
} from '../registers/licenses.ts';
import { productOf } from '../registers/products.ts';
import { isoTime } from './results.ts';

const licenseParams = z.object({
  companyId: fields.entityId(),
  licenseId: z.int().min(1).max(Number.MAX_SAFE_INTEGER),
});
const timestamp = () => z.string().describe('ISO 8601');
const kind = () => z.enum(['license', 'fiscalUnit']);

/** A licence, for OpenAPI. */
export const licenseResult = z.object({
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
export function licenseOf(row: LicenseRow): z.output<typeof licenseResult> {
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

/** See above. */
export const licenseOperations: readonly Operation[] = [
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
