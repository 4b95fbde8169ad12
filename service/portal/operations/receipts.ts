/** What a company wants of the pages of its digital receipts. */
import { z } from 'zod';
import { define } from '../api/define.ts';
import type { Operation } from '../api/operation.ts';
import { auditCall } from '../audit.ts';
import * as fields from '../entities/fields.ts';
import { keepRules, receiptRules, rulesOf } from '../receipts/rules.ts';

const path = '/Company/{companyId}/DigitalReceipts';
const params = z.object({ companyId: fields.entityId() });
const result = z.object({
  companyId: z.int(),
  active: z.boolean(),
  days: z.int(),
  logo: z.string().nullable(),
});

/** See above. */
export const receiptOperations: readonly Operation[] = [
  define({
    id: 'getDigitalReceipts',
    method: 'GET',
    path,
    tag: 'Archive',
    summary: 'Whether receipts of a company have public pages, for how long, and with which logo',
    params,
    need: { permission: 'ReadCompany', in: 'params', field: 'companyId', kinds: ['company'] },
    result,
    run: async ({ db, entity }) => ({ companyId: entity.id, ...(await rulesOf(db, entity.id)) }),
  }),
  define({
    id: 'updateDigitalReceipts',
    method: 'PUT',
    path,
    tag: 'Archive',
    summary:
      'Replaces all of it; what is left out becomes what is usual. Takes effect at once, for all receipts',
    params,
    body: receiptRules,
    need: { permission: 'ManageCompany', in: 'params', field: 'companyId', kinds: ['company'] },
    result,
    run: async (call) => {
      const { db, entity, body } = call;
      await keepRules(db, entity.id, body);
      await auditCall(call, 'digital receipts changed', entity, { ...body, logo: body.logo !== null });
      return { companyId: entity.id, ...body };
    },
  }),
];
