/** The companies that somebody may see, and what is newest in each. */
import { type Caller, permissionsAt, realms } from '../access/caller.ts';
import type { Queries } from '../database/database.ts';
import { type EntityRow, kindOf } from '../entities/entity.ts';
import { findEntity } from '../entities/store.ts';

/** The newest document of a company. */
export interface Newest {
  registerId: number;
  sq: number;
  fiscalNumber: string | null;
  /** Local time of the shop. */
  time: string;
}

/**
 * Paths of the highest entities whose registers a caller may read.
 * @param organizationId only within this one; nothing for one that he may not see, as in searches
 */
export async function placesOf(
  db: Queries,
  caller: Caller,
  organizationId: number | null | undefined,
): Promise<string[]> {
  if (organizationId === null || organizationId === undefined) return realms(caller, 'ReadRegister');
  const entity = await findEntity(db, organizationId);
  const mayRead = entity && permissionsAt(caller, entity.path).has('ReadRegister');
  return mayRead && kindOf(entity) === 'organization' ? [entity.path] : [];
}

/** The newest document of each company that has any: one look into an index for each. */
export async function newestDocuments(
  db: Queries,
  companies: readonly Pick<EntityRow, 'id'>[],
): Promise<Map<number, Newest>> {
  const newest = new Map<number, Newest>();
  for (const { id } of companies) {
    const [row] = await db.select<Newest>(
      `SELECT register_id AS "registerId", sq, fn AS "fiscalNumber", at AS time FROM records
        WHERE company_id = $id AND type = 'Tra' ORDER BY at DESC, register_id DESC, sq DESC LIMIT 1`,
      { id },
    );
    if (row) newest.set(id, row);
  }
  return newest;
}
