/** Notifications about the registers of a company (doc 1), in both forms of the API. */
import { z } from 'zod';
import { define } from '../api/define.ts';
import type { Operation } from '../api/operation.ts';
import * as fields from '../entities/fields.ts';
import { notificationsOf } from '../registers/active-notifications.ts';
import { OPEN, searchNotifications } from '../registers/notification-search.ts';
import { LEVELS } from '../registers/notifications.ts';
import { languageCode, wordingAsked } from '../registers/texts.ts';

/** GetPublicCompanyNotificationsResult. */
const notificationsResult = z.object({
  notifications: z.array(
    z.object({
      RegisterNumber: z.string(),
      EventCode: z.string(),
      DescriptionShort: z.string(),
      DescriptionLong: z.string(),
      CurrentLevel: z.enum(['Info', 'Warning', 'Error']),
      InitialTimestamp: z.string().describe('ISO 8601'),
      parentEntityId: z.int().describe('The location that the register is in, else the company'),
      CompanyName: z.string(),
      CompanyType: z.string(),
    }),
  ),
});

const searchResult = z.object({
  items: z.array(
    z.object({
      notificationId: z.int(),
      code: z.string(),
      level: z.enum(LEVELS),
      title: z.string(),
      fix: z.string().describe('What to do'),
      beganTimestamp: z.string().describe('ISO 8601'),
      endedTimestamp: z.string().nullable().describe('ISO 8601; null: it goes on'),
      companyId: z.int(),
      companyName: z.string(),
      mayReadCompany: z
        .boolean()
        .describe(
          'false: the caller has a role on the location alone, and may not read the company and its registers',
        ),
      locationId: z.int().nullable(),
      locationName: z.string().nullable(),
      registerId: z.int(),
      registerNumber: z.string().describe('Name of the register in its installation (RN)'),
      registerName: z.string().nullable(),
    }),
  ),
  totalCount: z.int(),
  offset: z.int(),
  limit: z.int(),
  companies: z
    .array(z.object({ companyId: z.int(), name: z.string(), count: z.int() }))
    .describe('Companies that have any, whichever was asked for; 250 at most'),
});

const notifications = (id: string, path: string, summary: string) =>
  define({
    id,
    method: 'GET',
    path,
    tag: 'Notifications',
    summary,
    params: z.object({ companyId: fields.entityId() }),
    query: z.object({ languageCode: languageCode() }),
    need: { permission: 'ReadCompany', in: 'params', field: 'companyId', kinds: ['company'] },
    result: notificationsResult,
    run: async ({ db, entity, query, visit }) => ({
      notifications: await notificationsOf(db, entity, wordingAsked(query.languageCode, visit.languages)),
    }),
  });

/** See above. */
export const notificationOperations: readonly Operation[] = [
  notifications(
    'getNotifications',
    '/api/v2/Public/Company/{companyId}/Notifications',
    'What is the matter with the registers of a company; nothing for companies that are not productive',
  ),
  notifications(
    'guideGetNotifications',
    '/Company/{companyId}/Notifications',
    'What is the matter with the registers of a company (automation guide)',
  ),
  define({
    id: 'searchNotifications',
    method: 'GET',
    path: '/Notifications',
    tag: 'Notifications',
    summary:
      'What is or was the matter with all registers that the caller may see, the newest first; of productive companies',
    query: z.object({
      companyId: fields.entityId().optional(),
      level: z.enum(LEVELS).optional(),
      open: z.enum(OPEN).default('open').describe('Those that go on, those that have ended, or both'),
      offset: z.int().min(0).max(fields.MAX_ID).default(0),
      limit: z.int().min(0).max(250).default(100),
      languageCode: languageCode(),
    }),
    need: null,
    result: searchResult,
    run: ({ db, caller, query, visit }) => {
      const { offset, limit, languageCode: code, ...criteria } = query;
      const wording = wordingAsked(code, visit.languages);
      return searchNotifications(db, caller, criteria, { offset, limit, wording });
    },
  }),
];
