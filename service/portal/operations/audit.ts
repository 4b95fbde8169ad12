/** The audit log (for the web page). */
import { z } from 'zod';
import { define } from '../api/define.ts';
import type { Operation } from '../api/operation.ts';
import { auditBeneath } from '../audit.ts';
import * as fields from '../entities/fields.ts';
import { managesUsers } from './users.ts';

const MAX_LIMIT = 250;

/** All of them. */
export const auditOperations: readonly Operation[] = [
  define({
    id: 'getAudit',
    method: 'GET',
    path: '/Entity/{entityId}/Audit',
    tag: 'Audit',
    summary: 'Who changed what in an entity and beneath it, newest first',
    params: z.object({ entityId: fields.entityId() }),
    query: z.object({
      offset: z.int().min(0).max(fields.MAX_ID).default(0),
      limit: z.int().min(0).max(MAX_LIMIT).default(100),
    }),
    need: managesUsers('params', 'entityId'),
    result: z.object({
      items: z.array(
        z.object({
          auditId: z.int(),
          timestamp: z.string().describe('ISO 8601'),
          actor: z.string().describe('Kind, id and name of who did it'),
          action: z.string(),
          entityId: z.int(),
          entityName: z.string().nullable(),
          detail: z.record(z.string(), z.unknown()),
        }),
      ),
      totalCount: z.int(),
      offset: z.int(),
      limit: z.int(),
    }),
    run: async ({ db, entity, query }) => {
      const { rows, totalCount } = await auditBeneath(db, entity, query);
      const items = rows.map((row) => ({
        auditId: row.id,
        timestamp: new Date(row.at).toISOString(),
        actor: row.actor,
        action: row.action,
        entityId: row.entity_id,
        entityName: row.entity_name,
        detail: JSON.parse(row.detail) as Record<string, unknown>,
      }));
      return { items, totalCount, offset: query.offset, limit: query.limit };
    },
  }),
];
