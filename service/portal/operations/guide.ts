/** The unversioned operations of the automation guide (doc 1): the parent has another name, all else is as in v2. */
import { z } from 'zod';
import { permissionsAt } from '../access/caller.ts';
import { define } from '../api/define.ts';
import type { Operation } from '../api/operation.ts';
import { addCompany, newCompanyFaults } from '../entities/companies.ts';
import { addContact } from '../entities/contacts.ts';
import { findEntity } from '../entities/store.ts';
import { toResult } from '../entities/entity.ts';
import * as fields from '../entities/fields.ts';
import { addLocation } from '../entities/locations.ts';
import { addOrganization } from '../entities/organizations.ts';
import { searchEntities } from '../entities/search.ts';
import { treeOf } from '../entities/tree.ts';
import * as results from './results.ts';

const owner = { ownerCompanyId: fields.entityId() };

const treeQuery = z.object({
  getOrganizations: z.boolean().default(true),
  getCompanies: z.boolean().default(true),
  getLocations: z.boolean().default(true),
  getRegisters: z.boolean().default(true),
});

/** All of them, except those of users, purchases and notifications. */
export const guideOperations: readonly Operation[] = [
  define({
    id: 'testKey',
    method: 'GET',
    path: '/User/Active',
    tag: 'Keys',
    summary: 'Tests the key, and tells what it may do where',
    need: null,
    result: z.object({
      active: z.literal(true),
      name: z.string(),
      grants: z.array(
        z.object({ entityId: z.int(), name: z.string(), role: z.string(), permissions: z.array(z.string()) }),
      ),
    }),
    run: async ({ db, caller }) => ({
      active: true,
      name: caller.name,
      grants: await Promise.all(
        caller.grants.map(async ({ entityId, path, role }) => ({
          entityId,
          name: (await findEntity(db, entityId))?.name ?? '',
          role,
          permissions: [...permissionsAt({ ...caller, grants: [{ entityId, path, role }] }, path)],
        })),
      ),
    }),
  }),
  define({
    id: 'guideCreateOrganization',
    method: 'POST',
    path: '/Organization',
    tag: 'Organizations',
    summary: 'Creates an organization (automation guide)',
    body: fields.createOrganization.omit({ parentEntityId: true }).extend(owner),
    need: { permission: 'ManageCompany', in: 'body', field: 'ownerCompanyId', kinds: ['organization'] },
    result: results.organizationResult,
    run: async (call) => toResult(await addOrganization(call, call.entity, call.body)),
  }),
  define({
    id: 'guideCreateCompany',
    method: 'POST',
    path: '/Company',
    tag: 'Companies',
    summary: 'Creates a company (automation guide)',
    body: fields.createCompany
      .omit({ parentEntityId: true })
      .extend({ ...owner, taxIdType: z.enum(['VAT']).nullish() }),
    between: newCompanyFaults,
    need: { permission: 'ManageCompany', in: 'body', field: 'ownerCompanyId', kinds: ['organization'] },
    result: results.companyResult,
    run: async (call) => toResult(await addCompany(call, call.entity, call.body)),
  }),
  define({
    id: 'guideCreateLocation',
    method: 'POST',
    path: '/Location',
    tag: 'Locations',
    summary: 'Creates a location (automation guide); without an identification it gets the next free number',
    body: fields.createLocation.omit({ parentEntityId: true }).extend({
      ...owner,
      locationIdentification: fields.createLocation.shape.locationIdentification.nullish(),
    }),
    need: { permission: 'ManageCompany', in: 'body', field: 'ownerCompanyId', kinds: ['company'] },
    result: results.locationResult,
    run: async (call) => {
      const { locationIdentification } = call.body;
      const identification = locationIdentification ?? (await nextIdentification(call.db, call.entity.id));
      return toResult(
        await addLocation(call, call.entity, { ...call.body, locationIdentification: identification }),
      );
    },
  }),
  define({
    id: 'guideCreateContact',
    method: 'POST',
    path: '/Company/Contact',
    tag: 'Contacts',
    summary: 'Adds a contact to a company (automation guide)',
    body: z.object({
      companyId: fields.entityId(),
      realName: fields.createContact.shape.contactName,
      emailAddress: fields.createContact.shape.emailAddress,
      phoneNumber: fields.optionalText(100),
      contactType: fields.createContact.shape.contactType,
    }),
    need: { permission: 'ManageCompany', in: 'body', field: 'companyId', kinds: ['company'] },
    result: results.contactResult,
    run: (call) => addContact(call, call.entity, { ...call.body, contactName: call.body.realName }),
  }),
  define({
    id: 'guideSearchCompanies',
    method: 'PUT',
    path: '/Company/Search',
    tag: 'Companies',
    summary: 'Companies that the caller may read (automation guide)',
    changes: false,
    body: fields.searchCompanies.pick({
      searchText: true,
      limit: true,
      offset: true,
      orderByField: true,
      orderDescending: true,
    }),
    need: null,
    result: results.searchResult(results.companyResult),
    run: ({ db, caller, body }) => searchEntities(db, caller, 'company', body),
  }),
  define({
    id: 'getTree',
    method: 'GET',
    path: '/Company/{companyId}/Tree',
    tag: 'Companies',
    summary: 'An organization, company or location with all that is in it',
    params: z.object({ companyId: fields.entityId() }),
    query: treeQuery,
    need: {
      permission: 'ReadCompany',
      in: 'params',
      field: 'companyId',
      kinds: ['organization', 'company', 'location'],
    },
    result: results.treeNode,
    run: ({ db, entity, query }) =>
      treeOf(db, entity, {
        organizations: query.getOrganizations,
        companies: query.getCompanies,
        locations: query.getLocations,
        registers: query.getRegisters,
      }),
  }),
];

/** The lowest number that no location of a company has as its identification. */
async function nextIdentification(db: Parameters<typeof findEntity>[0], companyId: number): Promise<string> {
  const rows = await db.select<{ identification: string }>(
    'SELECT identification FROM entities WHERE parent_id = $companyId',
    { companyId },
  );
  const taken = new Set(rows.map(({ identification }) => identification));
  let number = 1;
  while (taken.has(String(number))) number++;
  return String(number);
}
