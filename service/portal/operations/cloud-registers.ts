/** Cloud registers of a company (doc 2): which there are, and how many tills each has. */
import { z } from 'zod';
import { hasAsOperator } from '../access/operator.ts';
import { define } from '../api/define.ts';
import type { Need, Operation } from '../api/operation.ts';
import * as fields from '../entities/fields.ts';
import {
  addCloudRegister,
  changeCloudRegister,
  cloudRegistersOf,
  MOST_OF_REGISTER,
  removeCloudRegister,
} from '../tokens/cloud-registers.ts';
import { done } from './account-fields.ts';

const PATH = '/Company/{companyId}/CloudRegisters';
const params = z.object({ companyId: fields.entityId() });
const registerParams = params.extend({ number: z.int().min(1).max(fields.MAX_ID) });
const NEED: Need = { permission: 'ManageRegister', in: 'params', field: 'companyId', kinds: ['company'] };
/** Cloud registers are created by the provider's staff alone (doc 2). */
const BY_OPERATOR: Need = { ...NEED, byOperator: true };
const url = () =>
  fields
    .text(1, 500)
    .describe('Its public address; https, or http on this machine. Tills are told it with their tokens');

/** See above. */
export const cloudRegisterOperations: readonly Operation[] = [
  define({
    id: 'getCloudRegisters',
    method: 'GET',
    path: PATH,
    tag: 'Registers',
    summary: 'The cloud registers of a company; each till sells on one of them',
    params,
    need: NEED,
    result: z.object({
      most: z.int().describe('Tills of one cloud register'),
      mayChange: z.boolean().describe('Who runs the portal says which there are'),
      cloudRegisters: z.array(
        z.object({
          number: z.int(),
          url: z.string(),
          closed: z.boolean().describe('No further tills come there'),
          addedTimestamp: z.string().describe('ISO 8601'),
          tills: z.int(),
        }),
      ),
    }),
    run: async ({ db, caller, entity }) => ({
      most: MOST_OF_REGISTER,
      mayChange: hasAsOperator(caller, NEED.permission),
      cloudRegisters: (await cloudRegistersOf(db, entity.id)).map(
        ({ number, url, closed, added_at, tills }) => ({
          ...{ number, url, closed: closed === 1, tills },
          addedTimestamp: new Date(added_at).toISOString(),
        }),
      ),
    }),
  }),
  define({
    id: 'addCloudRegister',
    method: 'POST',
    path: PATH,
    tag: 'Registers',
    summary:
      'Adds a cloud register of a company, for who runs the portal; new tills come to the one that has the fewest. All tills that are known when the first is added are on that one',
    params,
    body: z.object({ url: url() }),
    need: BY_OPERATOR,
    result: z.object({ number: z.int() }),
    run: async (call) => ({ number: await addCloudRegister(call, call.entity, call.body.url) }),
  }),
  define({
    id: 'changeCloudRegister',
    method: 'PUT',
    path: `${PATH}/{number}`,
    tag: 'Registers',
    summary: 'Changes the address of a cloud register, or says whether further tills come there',
    params: registerParams,
    body: z.object({ url: url().optional(), closed: z.boolean().optional() }),
    need: BY_OPERATOR,
    result: done,
    run: async (call) => {
      await changeCloudRegister(call, call.entity, call.params.number, call.body);
      return { success: true };
    },
  }),
  define({
    id: 'removeCloudRegister',
    method: 'DELETE',
    path: `${PATH}/{number}`,
    tag: 'Registers',
    summary: 'Removes a cloud register that no till is on (409 otherwise)',
    params: registerParams,
    need: BY_OPERATOR,
    result: done,
    run: async (call) => {
      await removeCloudRegister(call, call.entity, call.params.number);
      return { success: true };
    },
  }),
];
