/** Notifications about the registers of a company (doc 1), in both forms of the API. */
import { z } from 'zod';
import { define } from '../api/define.ts';
import type { Operation } from '../api/operation.ts';
import * as fields from '../entities/fields.ts';
import { notificationsOf } from '../registers/active-notifications.ts';
import { languageCode, languageFor } from '../registers/texts.ts';

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
    run: async ({ db, entity, query }) => ({
      notifications: await notificationsOf(db, entity, languageFor(query.languageCode)),
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
];
