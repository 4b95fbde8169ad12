/** Creating and changing locations (doc 1). */
import type { z } from 'zod';
import { auditCall } from '../audit.ts';
import { isDuplicate } from '../database/database.ts';
import { badField, type Problem } from '../problem.ts';
import { type EntityRow, KIND } from './entity.ts';
import type { createLocation, updateLocation } from './fields.ts';
import { changeEntity, commonColumns, type Context, NO_COLUMNS } from './organizations.ts';
import { firstState, nextState } from './states.ts';
import { insertEntity } from './store.ts';

/** Creates a location of a company. */
export async function addLocation(
  call: Context,
  company: EntityRow,
  body: Omit<z.output<typeof createLocation>, 'parentEntityId'>,
): Promise<EntityRow> {
  const { db, now } = call;
  const row = await insertEntity(db, company, {
    ...commonColumns(body),
    ...NO_COLUMNS,
    kind: KIND.location,
    parent_id: company.id,
    identification: body.locationIdentification,
    state: firstState(company, body.state),
    created_at: now,
    changed_at: now,
  }).catch((error: unknown) => {
    throw isDuplicate(error) ? taken(body.locationIdentification) : error;
  });
  await auditCall(call, 'location created', row, { name: row.name, identification: row.identification });
  return row;
}

/**
 * Replaces what is known of a location.
 * @param company the one that it is said to belong to
 */
export async function changeLocation(
  call: Context,
  before: EntityRow,
  company: EntityRow,
  body: z.output<typeof updateLocation>,
): Promise<EntityRow> {
  if (company.id !== before.parent_id) {
    // Its receipts were issued by the company it belongs to.
    throw badField(
      'parentEntityId',
      'fixed',
      'a location stays with its company; create one in the other company and deactivate this one',
    );
  }
  return changeEntity(call, before, {
    ...before,
    ...commonColumns(body),
    identification: body.locationIdentification,
    state: nextState(before, body.state),
  }).catch((error: unknown) => {
    throw isDuplicate(error) ? taken(body.locationIdentification) : error;
  });
}

function taken(identification: string): Problem {
  return badField(
    'locationIdentification',
    'taken',
    `${identification} is another location of this company; each needs its own`,
  );
}
