/** Credentials of a company's cloud registers (doc 2, "Cloud register"): found in the company's properties. */
import { z } from 'zod';
import { define } from '../api/define.ts';
import type { Need, Operation } from '../api/operation.ts';
import * as fields from '../entities/fields.ts';
import { credentialsOf, renewCredentials } from '../tokens/credentials.ts';

const companyParams = z.object({ companyId: fields.entityId() });
const NEED: Need = { permission: 'ManageRegister', in: 'params', field: 'companyId', kinds: ['company'] };

/** See above. */
export const cloudCredentialOperations: readonly Operation[] = [
  define({
    id: 'getCloudCredentials',
    method: 'GET',
    path: '/Company/{companyId}/CloudCredentials',
    tag: 'Registers',
    summary: 'The API key of the cloud registers of a company; its secret is told only when it is made',
    params: companyParams,
    need: NEED,
    result: z.object({
      exists: z.boolean(),
      apiKey: z.string().nullable(),
      createdTimestamp: z.string().describe('ISO 8601').nullable(),
    }),
    run: async ({ db, entity }) => {
      const credentials = await credentialsOf(db, entity);
      return {
        exists: credentials !== null,
        apiKey: credentials?.apiKey ?? null,
        createdTimestamp: credentials && new Date(credentials.createdAt).toISOString(),
      };
    },
  }),
  define({
    id: 'renewCloudCredentials',
    method: 'POST',
    path: '/Company/{companyId}/CloudCredentials',
    tag: 'Registers',
    summary: 'Makes credentials for the cloud registers of a company; older ones end',
    params: companyParams,
    need: NEED,
    result: z.object({ apiKey: z.string(), apiSecret: z.string() }),
    run: (call) => renewCredentials(call, call.entity),
  }),
];
