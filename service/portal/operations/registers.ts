/** Registers of a company, and the badge that connects them. */
import { z } from 'zod';
import { auditCall } from '../audit.ts';
import { define } from '../api/define.ts';
import type { Need, Operation, Visit } from '../api/operation.ts';
import type { Queries } from '../database/database.ts';
import { type EntityRow, stateName } from '../entities/entity.ts';
import * as fields from '../entities/fields.ts';
import { problemsByRegister, type RegisterProblem } from '../registers/active-notifications.ts';
import { badgeTime, connectionText, makeBadge } from '../registers/badge.ts';
import { changeRegister, deactivateRegister, registerOf, registersOf } from '../registers/changes.ts';
import { isOnline, type RegisterStatus } from '../registers/contact.ts';
import { endNotice, LEVELS } from '../registers/notifications.ts';
import type { RegisterRow } from '../registers/register.ts';
import { languageCode, wordingAsked } from '../registers/texts.ts';
import { isoTime } from './results.ts';

const companyParams = z.object({ companyId: fields.entityId() });
const registerParams = z.object({ companyId: fields.entityId(), registerId: fields.entityId() });
const languageQuery = z.object({ languageCode: languageCode() });

const inCompany = (permission: Need['permission']): Need => ({
  permission,
  in: 'params',
  field: 'companyId',
  kinds: ['company'],
});

const timestamp = () => z.string().describe('ISO 8601');

const registerResult = z.object({
  registerId: z.int(),
  registerNumber: z.string().describe('Name of the register in its installation (RN)'),
  companyId: z.int(),
  locationId: z.int().nullable(),
  name: z.string().nullable(),
  tl: z.string().nullable().describe('Location as the register called it when it was activated'),
  tt: z.string().nullable(),
  state: z.enum(['Productive', 'Test', 'Deactivated']),
  version: z.string().nullable(),
  country: z.string().nullable(),
  activatedTimestamp: timestamp(),
  lastContactTimestamp: timestamp().nullable(),
  online: z.boolean().describe('It was heard of within 15 minutes'),
  queued: z.int().nullable().describe('Records that wait on the register for the portal'),
  diskUsage: z.number().nullable().describe('Megabytes'),
  softwareProvider: z.string().nullable().describe('Who made the till program, as the register says'),
  problems: z.array(
    z.object({
      code: z.string(),
      level: z.enum(LEVELS),
      title: z.string(),
      fix: z.string(),
      sinceTimestamp: timestamp(),
    }),
  ),
  archivedRecords: z.int(),
  nextSq: z.int(),
  follows: z
    .object({ registerId: z.int(), fromSq: z.int() })
    .nullable()
    .describe(
      'The register that it was before older data were put back, and the first record that only this one has; those before it count for the former one',
    ),
});

function toResult(
  row: RegisterRow,
  problems: readonly RegisterProblem[],
  now: number,
): z.output<typeof registerResult> {
  const status = JSON.parse(row.status ?? 'null') as RegisterStatus | null;
  return {
    registerId: row.id,
    registerNumber: row.rn,
    companyId: row.company_id,
    locationId: row.location_id,
    name: row.name,
    tl: row.tl,
    tt: row.tt,
    state: stateName(row.state),
    version: row.version,
    country: row.country,
    activatedTimestamp: isoTime(row.activated_at)!,
    lastContactTimestamp: isoTime(row.contact_at),
    online: isOnline(row, now),
    queued: status?.queued ?? null,
    diskUsage: status?.diskUsage ?? null,
    softwareProvider: status?.softwareProvider ?? null,
    problems: [...problems],
    archivedRecords: row.next_sq - 1,
    nextSq: row.next_sq,
    follows: row.follows === null ? null : { registerId: row.follows, fromSq: row.own_from },
  };
}

async function oneResult(
  call: {
    db: Queries;
    now: number;
    entity: EntityRow;
    query: { languageCode?: string | undefined };
    visit: Pick<Visit, 'languages'>;
  },
  register: RegisterRow,
): Promise<z.output<typeof registerResult>> {
  const wording = wordingAsked(call.query.languageCode, call.visit.languages);
  const problems = await problemsByRegister(call.db, call.entity, wording);
  return toResult(register, problems.get(register.id) ?? [], call.now);
}

const registers: readonly Operation[] = [
  define({
    id: 'getRegisters',
    method: 'GET',
    path: '/Company/{companyId}/Registers',
    tag: 'Registers',
    summary: 'The registers of a company, and what is the matter with them',
    params: companyParams,
    query: languageQuery,
    need: inCompany('ReadRegister'),
    result: z.object({ registers: z.array(registerResult) }),
    run: async ({ db, entity, query, visit, now }) => {
      const wording = wordingAsked(query.languageCode, visit.languages);
      const problems = await problemsByRegister(db, entity, wording);
      const rows = await registersOf(db, entity);
      return { registers: rows.map((row) => toResult(row, problems.get(row.id) ?? [], now)) };
    },
  }),
  define({
    id: 'getRegister',
    method: 'GET',
    path: '/Company/{companyId}/Register/{registerId}',
    tag: 'Registers',
    summary: 'A register',
    params: registerParams,
    query: languageQuery,
    need: inCompany('ReadRegister'),
    result: registerResult,
    run: async (call) => {
      const register = await registerOf(call.db, call.entity, call.params.registerId);
      return oneResult(call, register);
    },
  }),
  define({
    id: 'updateRegister',
    method: 'PUT',
    path: '/Company/{companyId}/Register/{registerId}',
    tag: 'Registers',
    summary: 'Replaces what people say of a register: its name, and the location that it is in',
    params: registerParams,
    query: languageQuery,
    body: z.object({ name: fields.optionalText(1000), locationId: fields.entityId().nullish() }),
    need: inCompany('ManageRegister'),
    result: registerResult,
    run: async (call) => {
      const register = await changeRegister(call, call.entity, call.params.registerId, call.body);
      return oneResult(call, register);
    },
  }),
  define({
    id: 'deactivateRegister',
    method: 'PUT',
    path: '/Company/{companyId}/Register/{registerId}/Deactivate',
    tag: 'Registers',
    summary: 'Deactivates a register for ever; its licences become free',
    params: registerParams,
    query: languageQuery,
    need: inCompany('ManageRegister'),
    result: registerResult,
    run: async (call) => {
      const register = await deactivateRegister(call, call.entity, call.params.registerId);
      return oneResult(call, register);
    },
  }),
];

/** What people alone can know to be settled; all else ends by itself. */
const SETTLED_BY_PEOPLE = ['ARCHIVE_CONFLICT', 'ARCHIVE_FOLLOWS'] as const;

const problems: readonly Operation[] = [
  define({
    id: 'settleProblem',
    method: 'DELETE',
    path: '/Company/{companyId}/Register/{registerId}/Problem/{code}',
    tag: 'Registers',
    summary: 'Takes a problem off a register that only a person can call settled; until it is noticed again',
    params: z.object({ ...registerParams.shape, code: z.enum(SETTLED_BY_PEOPLE) }),
    query: languageQuery,
    need: inCompany('ManageRegister'),
    result: registerResult,
    run: async (call) => {
      const { registerId, code } = call.params;
      const register = await registerOf(call.db, call.entity, registerId, call.db.forUpdate);
      await endNotice(call.db, register, code, call.now);
      await auditCall(call, 'problem settled', call.entity, { registerId, code });
      return oneResult(call, register);
    },
  }),
];

const badges: readonly Operation[] = [
  define({
    id: 'getBadge',
    method: 'GET',
    path: '/Company/{companyId}/Badge',
    tag: 'Registers',
    summary: 'Whether a company has a badge that connects registers, and since when; not the badge itself',
    params: companyParams,
    need: inCompany('ReadRegister'),
    result: z.object({ exists: z.boolean(), createdTimestamp: timestamp().nullable() }),
    run: async ({ db, entity }) => {
      const time = await badgeTime(db, entity.id);
      return { exists: time !== null, createdTimestamp: isoTime(time) };
    },
  }),
  define({
    id: 'makeBadge',
    method: 'POST',
    path: '/Company/{companyId}/Badge',
    tag: 'Registers',
    summary: 'Makes the badge that connects registers, told once; the one before connects no more of them',
    params: companyParams,
    need: inCompany('ManageRegister'),
    result: z.object({
      badge: z.string(),
      connection: z
        .string()
        .describe('The badge with the address of this portal, to be entered at registers'),
    }),
    run: async (call) => {
      const badge = await makeBadge(call, call.entity);
      return { badge, connection: connectionText(call.services.publicUrl(), badge) };
    },
  }),
];

/** All of them. */
export const registerOperations: readonly Operation[] = [...registers, ...problems, ...badges];
