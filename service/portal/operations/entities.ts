/** Organizations, companies, locations and contacts in API v2 (doc 1, Endpoints). */
import { z } from 'zod';
import { auditCall } from '../audit.ts';
import { define } from '../api/define.ts';
import type { Call, Need, Operation } from '../api/operation.ts';
import { addCompany, changeCompany, changedCompanyFaults, newCompanyFaults } from '../entities/companies.ts';
import { addContact, changeContact, contactsOf, removeContact } from '../entities/contacts.ts';
import { deactivate, keepActive } from '../entities/deactivation.ts';
import { type EntityRow, kindOf, STATE, stateName, toResult } from '../entities/entity.ts';
import * as fields from '../entities/fields.ts';
import { addLocation, changeLocation } from '../entities/locations.ts';
import { addOrganization, changeOrganization } from '../entities/organizations.ts';
import { searchEntities } from '../entities/search.ts';
import { findEntity } from '../entities/store.ts';
import { permissionsAt } from '../access/caller.ts';
import { KIND } from '../entities/entity.ts';
import { notFound } from '../problem.ts';
import { rowId } from './account-fields.ts';
import * as results from './results.ts';

const BASE = '/api/v2/Public';

const organizationParams = z.object({ organizationId: fields.entityId() });
const companyParams = z.object({ companyId: fields.entityId() });
const contactParams = companyParams.extend({ contactId: rowId() });
const locationParams = z.object({ locationId: fields.entityId() });

const need = (
  permission: Need['permission'],
  place: Need['in'],
  field: string,
  ...kinds: Need['kinds']
): Need => ({ permission, in: place, field, kinds });

const organizations: readonly Operation[] = [
  define({
    id: 'createOrganization',
    method: 'POST',
    path: `${BASE}/Organization`,
    tag: 'Organizations',
    summary: 'Creates an organization',
    body: fields.createOrganization,
    need: need('ManageCompany', 'body', 'parentEntityId', 'organization'),
    result: results.organizationResult,
    run: async (call) => toResult(await addOrganization(call, call.entity, call.body)),
  }),
  define({
    id: 'updateOrganization',
    method: 'PUT',
    path: `${BASE}/Organization/{organizationId}`,
    tag: 'Organizations',
    summary: 'Replaces what is known of an organization',
    params: organizationParams,
    body: fields.updateOrganization,
    need: need('ManageCompany', 'params', 'organizationId', 'organization'),
    result: results.organizationResult,
    run: async (call) => toResult(await changeOrganization(call, call.entity, call.body)),
  }),
  define({
    id: 'getOrganization',
    method: 'GET',
    path: `${BASE}/Organization/{organizationId}`,
    tag: 'Organizations',
    summary: 'An organization',
    params: organizationParams,
    need: need('ReadCompany', 'params', 'organizationId', 'organization'),
    result: results.organizationResult,
    run: ({ entity }) => Promise.resolve(toResult(entity)),
  }),
  define({
    id: 'searchOrganizations',
    method: 'PUT',
    path: `${BASE}/Organization/Search`,
    tag: 'Organizations',
    summary: 'Organizations that the caller may read, by criteria',
    changes: false,
    body: fields.searchOrganizations,
    need: null,
    result: results.searchResult(results.organizationResult),
    run: ({ db, caller, body }) => searchEntities(db, caller, 'organization', body),
  }),
];

const companies: readonly Operation[] = [
  define({
    id: 'createCompany',
    method: 'POST',
    path: `${BASE}/Company`,
    tag: 'Companies',
    summary: 'Creates a company; under a test organization with two test locations',
    body: fields.createCompany,
    between: newCompanyFaults,
    need: need('ManageCompany', 'body', 'parentEntityId', 'organization'),
    result: results.companyResult,
    run: async (call) => toResult(await addCompany(call, call.entity, call.body)),
  }),
  define({
    id: 'updateCompany',
    method: 'PUT',
    path: `${BASE}/Company/{companyId}`,
    tag: 'Companies',
    summary: 'Replaces what is known of a company',
    params: companyParams,
    body: fields.updateCompany,
    between: changedCompanyFaults,
    need: need('ManageCompany', 'params', 'companyId', 'company'),
    result: results.companyResult,
    run: async (call) => toResult(await changeCompany(call, call.entity, call.body)),
  }),
  define({
    id: 'getCompany',
    method: 'GET',
    path: `${BASE}/Company/{companyId}`,
    tag: 'Companies',
    summary: 'A company',
    params: companyParams,
    need: need('ReadCompany', 'params', 'companyId', 'company'),
    result: results.companyResult,
    run: ({ entity }) => Promise.resolve(toResult(entity)),
  }),
  define({
    id: 'searchCompanies',
    method: 'PUT',
    path: `${BASE}/Company/Search`,
    tag: 'Companies',
    summary: 'Companies that the caller may read, by criteria',
    changes: false,
    body: fields.searchCompanies,
    need: null,
    result: results.searchResult(results.companyResult),
    run: ({ db, caller, body }) => searchEntities(db, caller, 'company', body),
  }),
  ...deactivations('company', 'Companies', companyParams),
];

const locations: readonly Operation[] = [
  define({
    id: 'createLocation',
    method: 'POST',
    path: `${BASE}/Location`,
    tag: 'Locations',
    summary: 'Creates a location of a company',
    body: fields.createLocation,
    need: need('ManageCompany', 'body', 'parentEntityId', 'company'),
    result: results.locationResult,
    run: async (call) => toResult(await addLocation(call, call.entity, call.body)),
  }),
  define({
    id: 'updateLocation',
    method: 'PUT',
    path: `${BASE}/Location/{locationId}`,
    tag: 'Locations',
    summary: 'Replaces what is known of a location',
    params: locationParams,
    body: fields.updateLocation,
    need: need('ManageCompany', 'params', 'locationId', 'location'),
    result: results.locationResult,
    run: async (call) => {
      const company = await findEntity(call.db, call.body.parentEntityId);
      // Its own company is no secret from whoever may change it, also where the role is on the location alone.
      const isKnown =
        company?.kind === KIND.company &&
        (company.id === call.entity.parent_id || permissionsAt(call.caller, company.path).size > 0);
      if (!isKnown) throw notFound(`company ${call.body.parentEntityId}`);
      return toResult(await changeLocation(call, call.entity, company, call.body));
    },
  }),
  define({
    id: 'getLocation',
    method: 'GET',
    path: `${BASE}/Location/{locationId}`,
    tag: 'Locations',
    summary: 'A location',
    params: locationParams,
    need: need('ReadCompany', 'params', 'locationId', 'location'),
    result: results.locationResult,
    run: ({ entity }) => Promise.resolve(toResult(entity)),
  }),
  ...deactivations('location', 'Locations', locationParams),
];

const contacts: readonly Operation[] = [
  define({
    id: 'createContact',
    method: 'POST',
    path: `${BASE}/Company/Contact`,
    tag: 'Contacts',
    summary: 'Adds a contact to a company',
    body: fields.createContact,
    need: need('ManageCompany', 'body', 'companyId', 'company'),
    result: results.contactResult,
    run: (call) => addContact(call, call.entity, call.body),
  }),
  define({
    id: 'getContacts',
    method: 'GET',
    path: `${BASE}/Company/{companyId}/Contacts`,
    tag: 'Contacts',
    summary: 'The contacts of a company',
    params: companyParams,
    need: need('ReadCompany', 'params', 'companyId', 'company'),
    result: z.object({ companyId: z.int(), contacts: z.array(results.contactResult) }),
    run: async ({ db, entity }) => ({ companyId: entity.id, contacts: await contactsOf(db, entity) }),
  }),
  define({
    id: 'updateContact',
    method: 'PUT',
    path: `${BASE}/Company/{companyId}/Contact/{contactId}`,
    tag: 'Contacts',
    summary: 'Replaces what is known of a contact',
    params: contactParams,
    body: fields.updateContact,
    need: need('ManageCompany', 'params', 'companyId', 'company'),
    result: results.contactResult,
    run: (call) => changeContact(call, call.entity, call.params.contactId, call.body),
  }),
  define({
    id: 'deleteContact',
    method: 'DELETE',
    path: `${BASE}/Company/{companyId}/Contact/{contactId}`,
    tag: 'Contacts',
    summary: 'Removes a contact',
    params: contactParams,
    need: need('ManageCompany', 'params', 'companyId', 'company'),
    result: z.object({ success: z.literal(true) }),
    run: async (call) => {
      await removeContact(call, call.entity, call.params.contactId);
      return { success: true };
    },
  }),
];

/** Deactivating a company or a location, and keeping it after all (answer 29). */
function deactivations(
  kind: 'company' | 'location',
  tag: 'Companies' | 'Locations',
  params: typeof companyParams | typeof locationParams,
): Operation[] {
  const name = kind === 'company' ? 'Company' : 'Location';
  const path = `${BASE}/${name}/{${kind}Id}/Deactivate`;
  const subject = need('ManageCompany', 'params', `${kind}Id`, kind);
  return [
    define({
      id: `deactivate${name}`,
      method: 'PUT',
      path,
      tag,
      summary: `Deactivates a ${kind} with all that is in it, now or at the end of a year`,
      params,
      query: fields.deactivation,
      need: subject,
      result: results.resultBase,
      run: async (call) => {
        const row = await deactivate(call.db, call.entity, call.query, call.now);
        await auditCall(call, `${kind} deactivated`, row, call.query);
        return outcome(row);
      },
    }),
    define({
      id: `keep${name}`,
      method: 'DELETE',
      path,
      tag,
      summary: `Takes back the deactivation of a ${kind} that has not happened yet`,
      params,
      need: subject,
      result: results.resultBase,
      run: async (call: Pick<Call, 'db' | 'caller' | 'now' | 'entity'>) => {
        const row = await keepActive(call.db, call.entity, call.now);
        await auditCall(call, `${kind} kept`, row);
        return outcome(row);
      },
    }),
  ];
}

function outcome(row: EntityRow): Record<string, unknown> {
  const { deactivateAfterTimestamp } = toResult(row);
  const isDone = row.state === STATE.Deactivated;
  const later =
    row.deactivate_after === null
      ? 'stays as it is'
      : `will be deactivated at ${String(deactivateAfterTimestamp)}`;
  return {
    success: true,
    message: `${kindOf(row)} ${row.id} ${isDone ? 'is deactivated' : later}`,
    [`${kindOf(row)}Id`]: row.id,
    state: stateName(row.state),
    deactivateAfterTimestamp,
  };
}

/** All of them. */
export const entityOperations: readonly Operation[] = [
  ...organizations,
  ...companies,
  ...locations,
  ...contacts,
];
