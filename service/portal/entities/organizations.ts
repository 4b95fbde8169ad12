/** Creating and changing organizations (doc 1). */
import type { z } from 'zod';
import { auditCall, differences } from '../audit.ts';
import type { Call } from '../api/operation.ts';
import { badField } from '../problem.ts';
import { deactivateNow } from './deactivation.ts';
import { type EntityRow, KIND, STATE } from './entity.ts';
import type { createOrganization, updateOrganization } from './fields.ts';
import { firstState, nextState, testBeneath } from './states.ts';
import { depthOf, insertEntity, MAX_DEPTH, type NewEntity, updateEntity } from './store.ts';

/** What a call is about. */
export type Context = Pick<Call, 'db' | 'caller' | 'now'>;

/** Columns of the fields that all entities have. */
export function commonColumns(body: z.output<typeof updateOrganization>) {
  return {
    name: body.name,
    address: body.address ?? null,
    city: body.city ?? null,
    zip: body.zip ?? null,
    country_code: body.countryCode?.toUpperCase() ?? null,
    invoice_email: body.invoiceEmailAddress ?? null,
    user_comment: body.userComment === '' ? null : (body.userComment ?? null),
  };
}

/** Columns that only other kinds of entities have. */
export const NO_COLUMNS = {
  tax_id: null,
  ignore_tax_id: null,
  country_properties: null,
  identification: null,
};

/** Creates an organization in another one. */
export async function addOrganization(
  call: Context,
  parent: EntityRow,
  body: Omit<z.output<typeof createOrganization>, 'parentEntityId'>,
): Promise<EntityRow> {
  if (depthOf(parent.path) >= MAX_DEPTH) {
    throw badField('parentEntityId', 'tooDeep', `organizations can be ${MAX_DEPTH - 1} levels deep at most`);
  }
  const entity: NewEntity = {
    ...commonColumns(body),
    ...NO_COLUMNS,
    kind: KIND.organization,
    parent_id: parent.id,
    state: firstState(parent, body.state),
    created_at: call.now,
    changed_at: call.now,
  };
  const row = await insertEntity(call.db, parent, entity);
  await auditCall(call, 'organization created', row, { name: row.name });
  return row;
}

/** Replaces what is known of an organization. */
export async function changeOrganization(
  call: Context,
  before: EntityRow,
  body: z.output<typeof updateOrganization>,
): Promise<EntityRow> {
  return changeEntity(call, before, {
    ...before,
    ...commonColumns(body),
    state: nextState(before, body.state),
  });
}

/** Stores a changed entity; what its new state means for everything beneath it is done too. */
export async function changeEntity(call: Context, before: EntityRow, wanted: EntityRow): Promise<EntityRow> {
  const { db, now } = call;
  const after = { ...wanted, changed_at: now };
  const isEnding = after.state !== before.state && after.state === STATE.Deactivated;
  await updateEntity(db, isEnding ? { ...after, state: before.state } : after);
  await auditCall(call, 'entity changed', after, differences(before, wanted));
  if (isEnding) return deactivateNow(db, after, false, now);
  if (after.state !== before.state && after.state === STATE.Test) await testBeneath(db, after, now);
  return after;
}
