/** What a company wants of the pages of its digital receipts, and of a single one. */
import { z } from 'zod';
import { documentHandle, transactionHandle } from '../../receipt/document-handle.ts';
import type { JournalRecord } from '../../receipt/tra.ts';
import { define } from '../api/define.ts';
import type { Need, Operation } from '../api/operation.ts';
import { receiptPage } from '../api/receipts.ts';
import { recordAt } from '../archive/single.ts';
import type { RecordPlace } from '../archive/printed.ts';
import { auditCall } from '../audit.ts';
import type { Queries } from '../database/database.ts';
import * as fields from '../entities/fields.ts';
import { badField, notFound } from '../problem.ts';
import { exampleOf } from '../receipts/example.ts';
import { hide, HIDING_REASONS, showAgain } from '../receipts/hidden.ts';
import { HandleKeys } from '../receipts/keys.ts';
import { logoProblem, MOST_PIXELS } from '../receipts/logo.ts';
import { keepRules, receiptRules, rulesOf } from '../receipts/rules.ts';
import { standingOf } from '../receipts/standing.ts';
import type { PortalServices } from '../services.ts';
import { sequenceNumber } from './archive.ts';
import { isoTime } from './results.ts';

const path = '/Company/{companyId}/DigitalReceipts';
const params = z.object({ companyId: fields.entityId() });
const need = (permission: Need['permission']): Need => ({
  permission,
  in: 'params',
  field: 'companyId',
  kinds: ['company'],
});
const result = z.object({
  companyId: z.int(),
  active: z.boolean(),
  days: z.int(),
  personal: z.enum(['asks', 'closed']),
  logo: z.string().nullable(),
});

const rules: readonly Operation[] = [
  define({
    id: 'getDigitalReceipts',
    method: 'GET',
    path,
    tag: 'Archive',
    summary: 'Whether receipts of a company have public pages, for how long, for whom, and with which logo',
    params,
    need: need('ReadCompany'),
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
    need: need('ManageCompany'),
    result,
    run: async (call) => {
      const { db, entity, body } = call;
      const wrong = body.logo === null ? null : logoProblem(body.logo);
      if (wrong !== null) {
        const message = `logo must be a whole PNG or JPEG file of at most ${MOST_PIXELS} by ${MOST_PIXELS} pixels`;
        throw badField('logo', wrong, message, { most: MOST_PIXELS });
      }
      await keepRules(db, entity.id, body);
      await auditCall(call, 'digital receipts changed', entity, { ...body, logo: body.logo !== null });
      return { companyId: entity.id, ...body };
    },
  }),
  define({
    id: 'getDigitalReceiptExample',
    method: 'GET',
    path: `${path}/Example`,
    tag: 'Archive',
    summary: 'The newest receipt that names no customer, as its page shows it',
    params,
    need: need('ReadRegister'),
    result: z.object({
      example: z
        .object({
          registerId: z.int(),
          sq: z.int(),
          company: z.string(),
          place: z.string(),
          text: z.string(),
          language: z.string(),
        })
        .nullable(),
    }),
    run: async ({ db, entity }) => ({ example: await exampleOf(db, entity.id) }),
  }),
];

const receiptPath = '/Company/{companyId}/Records/{registerId}/{sq}/DigitalReceipt';
const receiptParams = params.extend({ registerId: fields.entityId(), sq: sequenceNumber() });
const timestamp = () => z.string().describe('ISO 8601');
const receiptResult = z.object({
  registerId: z.int(),
  sq: z.int(),
  standing: z
    .enum(['shown', 'hidden', 'off', 'over', 'personal'])
    .describe(
      '`hidden`: taken down by itself; `off`: the company has no pages; `over`: its days are over; `personal`: it names a customer and is shown to nobody',
    ),
  link: z.string().describe('address of its page, which says the same whatever the reason'),
  endsTimestamp: timestamp().describe('when its days are over'),
  hidden: z
    .object({
      hiddenTimestamp: timestamp(),
      reason: z.enum(HIDING_REASONS),
      finalTimestamp: timestamp().describe('until then it can be shown again'),
    })
    .nullable(),
});

const single: readonly Operation[] = [
  define({
    id: 'getDigitalReceipt',
    method: 'GET',
    path: receiptPath,
    tag: 'Archive',
    summary: 'Whether the page of a receipt shows it, and its address',
    params: receiptParams,
    need: need('ReadRegister'),
    result: receiptResult,
    run: async ({ db, services, params, now }) =>
      // The key may have to be made, which this call by itself must not.
      receiptResultOf(services, services.db, params, await receiptAt(db, params), now),
  }),
  define({
    id: 'updateDigitalReceipt',
    method: 'PUT',
    path: receiptPath,
    tag: 'Archive',
    summary:
      'Takes the page of a receipt down, or shows it again within 30 days; the archive keeps the receipt',
    params: receiptParams,
    body: z.object({
      shown: z.boolean(),
      reason: z.enum(HIDING_REASONS).nullish().describe('why it is taken down'),
    }),
    need: need('ManageCompany'),
    result: receiptResult,
    run: async (call) => {
      const { db, entity, params, now } = call;
      const { shown, reason } = call.body;
      const record = await receiptAt(db, params);
      const { hidden } = await standingOf(db, params, record, now);
      const detail = { registerId: params.registerId, sq: params.sq };
      if (!shown && !reason)
        throw badField('reason', 'required', `reason must be one of ${HIDING_REASONS.join(', ')}`);
      if (!shown && !hidden) {
        await hide(db, params, reason!, now);
        await auditCall(call, 'digital receipt taken down', entity, { ...detail, reason });
      }
      if (shown && hidden) {
        await showAgain(db, params, hidden, now);
        await auditCall(call, 'digital receipt shown again', entity, detail);
      }
      return receiptResultOf(call.services, db, params, record, now);
    },
  }),
];

/** Both. */
export const receiptOperations: readonly Operation[] = [...rules, ...single];

async function receiptAt(db: Queries, { companyId, registerId, sq }: RecordPlace): Promise<JournalRecord> {
  const kept = await recordAt(db, companyId, registerId, sq);
  if (kept?.record._ !== 'Tra') throw notFound(`receipt ${sq} of register ${registerId}`);
  return kept.record;
}

async function receiptResultOf(
  services: Pick<PortalServices, 'publicUrl'>,
  db: Queries,
  place: RecordPlace,
  record: JournalRecord,
  now: number,
): Promise<z.output<typeof receiptResult>> {
  const { registerId, sq } = place;
  const { standing, hidden, endsAt } = await standingOf(db, place, record, now);
  const document = documentHandle((await new HandleKeys(db).keyOf())(registerId), record);
  const address = receiptPage(services.publicUrl());
  return {
    ...{ registerId, sq, standing },
    link: address + document + transactionHandle(document, registerId),
    endsTimestamp: isoTime(endsAt)!,
    hidden: hidden && {
      hiddenTimestamp: isoTime(hidden.hiddenAt)!,
      reason: hidden.reason,
      finalTimestamp: isoTime(hidden.finalAt)!,
    },
  };
}
