/** Tills of a company on cloud registers (doc 2, "Cloud register"): who gets tokens. */
import { z } from 'zod';
import { define } from '../api/define.ts';
import type { Need, Operation } from '../api/operation.ts';
import * as fields from '../entities/fields.ts';
import { placesOf } from '../tokens/cloud-registers.ts';
import {
  addTerminal,
  isClosed,
  MOST_TERMINALS,
  removeTerminal,
  setClosed,
  terminalsOf,
} from '../tokens/terminals.ts';
import { done } from './account-fields.ts';

const PATH = '/Company/{companyId}/CloudTerminals';
const params = z.object({ companyId: fields.entityId() });
const NEED: Need = { permission: 'ManageRegister', in: 'params', field: 'companyId', kinds: ['company'] };
/** As a register can be named. */
const name = () => fields.text(1, 100).regex(/^(?! )\P{C}*(?<! )$/u, 'controls');
const registerNumber = () => z.int().min(1).max(fields.MAX_ID);
const terminal = z.object({ TL: name().describe('Location'), TT: name().describe('Terminal') });

/** See above. */
export const cloudTerminalOperations: readonly Operation[] = [
  define({
    id: 'getCloudTerminals',
    method: 'GET',
    path: PATH,
    tag: 'Registers',
    summary: 'The tills that have got tokens for cloud registers of a company, or may get some',
    params,
    need: NEED,
    result: z.object({
      closed: z
        .boolean()
        .describe('Tills that are not here get no tokens; else they are added with their first one'),
      most: z.int(),
      terminals: z.array(
        z.object({
          TL: z.string(),
          TT: z.string(),
          addedTimestamp: z.string().describe('ISO 8601'),
          tokenTimestamp: z
            .string()
            .describe('ISO 8601: when it has got its last token, to the hour')
            .nullable(),
          cloudRegister: z.int().nullable().describe('Number of the cloud register where it sells'),
        }),
      ),
    }),
    run: async ({ db, entity }) => {
      const places = await placesOf(db, entity.id);
      return {
        closed: await isClosed(db, entity.id),
        most: MOST_TERMINALS,
        terminals: (await terminalsOf(db, entity.id)).map(({ tl, tt, added_at, token_at }) => ({
          ...{ TL: tl, TT: tt, addedTimestamp: new Date(added_at).toISOString() },
          tokenTimestamp: token_at === null ? null : new Date(token_at).toISOString(),
          cloudRegister: places.get(JSON.stringify([tl, tt])) ?? null,
        })),
      };
    },
  }),
  define({
    id: 'addCloudTerminal',
    method: 'POST',
    path: PATH,
    tag: 'Registers',
    summary: 'Adds a till that may get tokens for cloud registers of a company',
    params,
    body: terminal.extend({
      cloudRegister: registerNumber()
        .nullish()
        .describe(
          'Number of the cloud register where it sells. Left out, it is where it was before, else the one with the fewest tills. A till that has sold elsewhere must have been moved there (backup and restore), or its numbers begin again',
        ),
    }),
    need: NEED,
    result: done,
    run: async (call) => {
      await addTerminal(call, call.entity, call.body, call.body.cloudRegister);
      return { success: true };
    },
  }),
  define({
    id: 'closeCloudTerminals',
    method: 'PUT',
    path: PATH,
    tag: 'Registers',
    summary: 'Says whether tills that are not in the list of a company get tokens',
    params,
    body: z.object({ closed: z.boolean() }),
    need: NEED,
    result: done,
    run: async (call) => {
      await setClosed(call, call.entity, call.body.closed);
      return { success: true };
    },
  }),
  define({
    id: 'removeCloudTerminal',
    method: 'DELETE',
    path: PATH,
    tag: 'Registers',
    summary: 'Removes a till of a company; its refresh tokens end, access tokens within an hour',
    params,
    query: terminal,
    need: NEED,
    result: done,
    run: async (call) => {
      await removeTerminal(call, call.entity, call.query);
      return { success: true };
    },
  }),
];
