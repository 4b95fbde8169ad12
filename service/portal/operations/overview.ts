/** What people see first: what needs attention, and what was sold today. */
import { z } from 'zod';
import { define } from '../api/define.ts';
import type { Operation } from '../api/operation.ts';
import { turnoverOf } from '../archive/turnover.ts';
import * as fields from '../entities/fields.ts';
import { stateName } from '../entities/entity.ts';
import { findEntities } from '../entities/search.ts';
import { findEntity } from '../entities/store.ts';
import { newestDocuments, placesOf } from '../overview/companies.ts';
import { errorsOf } from '../overview/errors.ts';
import { badField } from '../problem.ts';
import { LEVELS } from '../registers/notifications.ts';
import { languageCode, wordingAsked } from '../registers/texts.ts';

/** Companies on a page of the overview. */
const MAX_COMPANIES = 50;

const day = z.object({
  day: z.string().describe('YYYY-MM-DD, where the company is'),
  sums: z.array(
    z.object({
      currency: z.string().nullable().describe('ISO 4217; null: the register has no configuration'),
      receipts: z.int(),
      total: z.string().describe('Decimal'),
    }),
  ),
});
const turnover = {
  today: day,
  yesterday: day,
  complete: z.boolean().describe('False while records of an older version are still being added up'),
  sealed: z
    .boolean()
    .describe('Records of these days are sealed by the company: the sums are empty, and not what was sold'),
};

/** See above. */
export const overviewOperations: readonly Operation[] = [
  define({
    id: 'getTurnover',
    method: 'GET',
    path: '/Company/{companyId}/Turnover',
    tag: 'Archive',
    summary:
      'What a company has sold today and yesterday, by the day of the documents; trainings and documents that are no sales are not counted',
    params: z.object({ companyId: fields.entityId() }),
    query: z.object({
      locationId: fields.entityId().nullish().describe('what registers that are there now have sold'),
    }),
    need: { permission: 'ReadRegister', in: 'params', field: 'companyId', kinds: ['company'] },
    result: z.object({ companyId: z.int(), ...turnover }),
    run: async ({ db, entity, query, now }) => {
      const location = query.locationId ?? null;
      if (location !== null && (await findEntity(db, location))?.parent_id !== entity.id)
        throw badField('locationId', 'unknown', `the company has no location ${location}`);
      const turnovers = await turnoverOf(db, [entity], now, location);
      return { companyId: entity.id, ...turnovers.get(entity.id)! };
    },
  }),
  define({
    id: 'getOverview',
    method: 'GET',
    path: '/Overview',
    tag: 'Companies',
    summary:
      'Registers with errors in all companies that the caller may see, and the companies with what they have sold today and yesterday',
    query: z.object({
      languageCode: languageCode(),
      organizationId: fields.entityId().nullish().describe('only what is in this organization'),
      searchText: fields.optionalText(1000).describe('companies only, as their search'),
      offset: z.int().min(0).default(0),
      limit: z.int().min(0).max(MAX_COMPANIES).default(20),
    }),
    need: null,
    result: z.object({
      errors: z
        .array(
          z.object({
            companyId: z.int(),
            companyName: z.string(),
            registerId: z.int(),
            registerNumber: z.string(),
            name: z.string().nullable(),
            code: z.string(),
            level: z.enum(LEVELS),
            title: z.string(),
            fix: z.string(),
            sinceTimestamp: z.string().describe('ISO 8601'),
          }),
        )
        .describe('The newest ones of productive registers'),
      errorCount: z.int().describe('All of them, 1000 at most'),
      companies: z.object({
        items: z.array(
          z.object({
            companyId: z.int(),
            name: z.string(),
            state: z.enum(['Productive', 'Test', 'Deactivated']),
            ...turnover,
            newest: z
              .object({
                registerId: z.int(),
                sq: z.int(),
                fiscalNumber: z.string().nullable(),
                time: z.string().describe('Local time of the shop'),
              })
              .nullable()
              .describe('The newest document'),
          }),
        ),
        totalCount: z.int(),
        offset: z.int(),
        limit: z.int(),
      }),
    }),
    run: async (call) => {
      const { db, caller, query, now, visit } = call;
      const { searchText, offset, limit, organizationId, languageCode: code } = query;
      const paths = await placesOf(db, caller, organizationId);
      const { rows, ...page } = await findEntities(db, paths, 'company', { searchText, offset, limit });
      const turnovers = await turnoverOf(db, rows, now);
      const newest = await newestDocuments(db, rows);
      return {
        ...(await errorsOf(db, paths, wordingAsked(code, visit.languages))),
        companies: {
          items: rows.map(({ id, name, state }) => ({
            ...{ companyId: id, name, state: stateName(state) },
            ...turnovers.get(id)!,
            newest: turnovers.get(id)!.sealed ? null : (newest.get(id) ?? null),
          })),
          ...page,
        },
      };
    },
  }),
];
