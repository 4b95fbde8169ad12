/** Base data of a company, its locations and registers, which the registers take over (Cfg, doc 3). */
import { z } from 'zod';
import { define } from '../api/define.ts';
import type { Operation } from '../api/operation.ts';
import * as fields from '../entities/fields.ts';
import { changeBaseData, keptBaseData } from '../registers/base-data-change.ts';
import { baseDataRequest, companyData, locationData, registerData } from '../registers/base-data-fields.ts';

const PATH = '/Company/{companyId}/BaseData';
const params = z.object({ companyId: fields.entityId() });

const baseDataResult = z.object({
  companyId: z.int(),
  company: companyData,
  locations: z.array(z.object({ locationId: z.int(), ...locationData.shape })),
  registers: z.array(z.object({ registerId: z.int(), ...registerData.shape })),
});

/** See above. */
export const baseDataOperations: readonly Operation[] = [
  define({
    id: 'getBaseData',
    method: 'GET',
    path: PATH,
    tag: 'Base data',
    summary: 'What registers are told besides names, addresses and tax ids, which company and locations have',
    params,
    need: { permission: 'ReadCompany', in: 'params', field: 'companyId', kinds: ['company'] },
    result: baseDataResult,
    run: ({ db, entity }) => keptBaseData(db, entity),
  }),
  define({
    id: 'updateBaseData',
    method: 'PUT',
    path: PATH,
    tag: 'Base data',
    summary: 'Replaces base data of the company, of the locations and of the registers that are sent',
    params,
    body: baseDataRequest,
    need: { permission: 'ManageCompany', in: 'params', field: 'companyId', kinds: ['company'] },
    result: baseDataResult,
    run: async (call) => {
      await changeBaseData(call, call.entity, call.body);
      return keptBaseData(call.db, call.entity);
    },
  }),
];
