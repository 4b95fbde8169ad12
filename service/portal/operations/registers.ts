/** Registers of a company, and the badge that connects them. */
import { z } from 'zod';
import { define } from '../api/define.ts';
import type { Need, Operation } from '../api/operation.ts';
import * as fields from '../entities/fields.ts';
import { badgeTime, makeBadge } from '../registers/badge.ts';
import { isoTime } from './results.ts';

const companyParams = z.object({ companyId: fields.entityId() });

const inCompany = (permission: Need['permission']): Need => ({
  permission,
  in: 'params',
  field: 'companyId',
  kinds: ['company'],
});

const badges: readonly Operation[] = [
  define({
    id: 'getBadge',
    method: 'GET',
    path: '/Company/{companyId}/Badge',
    tag: 'Registers',
    summary: 'Whether a company has a badge that connects registers, and since when; not the badge itself',
    params: companyParams,
    need: inCompany('ReadRegister'),
    result: z.object({ exists: z.boolean(), createdTimestamp: z.string().nullable() }),
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
    result: z.object({ badge: z.string() }),
    run: async (call) => ({ badge: await makeBadge(call, call.entity) }),
  }),
];

/** All of them. */
export const registerOperations: readonly Operation[] = [...badges];
