/** What a new portal begins with. */
import { addKey } from './access/api-keys.ts';
import type { Caller } from './access/caller.ts';
import type { Transaction } from './database/database.ts';
import { type EntityRow, KIND, STATE } from './entities/entity.ts';
import { NO_COLUMNS } from './entities/organizations.ts';
import { findEntity, insertEntity } from './entities/store.ts';
import { ROOT_ID } from './database/migrations/0001-portal.ts';
import type { PortalServices } from './services.ts';

/** Id of the first organization (answer 30). */
export const FIRST_ID = 2;

const NAME = 'Organization';

/** Who does what no person has asked for. */
const PORTAL: Caller = { kind: 'key', id: 0, name: 'portal', grants: [] };

/** Whoever may run programs on the portal's machine. */
export const COMMAND_LINE: Caller = { kind: 'key', id: 0, name: 'command line', grants: [] };

/** Creates the first organization unless it is there. */
export async function firstOrganization(db: Transaction, name: string, now: number): Promise<EntityRow> {
  const root = (await findEntity(db, ROOT_ID, db.forUpdate))!;
  const known = await findEntity(db, FIRST_ID);
  if (known) return known;
  return insertEntity(db, root, {
    ...NO_COLUMNS,
    ...{
      name,
      address: null,
      city: null,
      zip: null,
      country_code: null,
      invoice_email: null,
      user_comment: null,
    },
    kind: KIND.organization,
    parent_id: ROOT_ID,
    state: STATE.Productive,
    created_at: now,
    changed_at: now,
  });
}

/** Creates the first organization with a key for its administrator, at the first start only. */
export async function bootstrap({ db, clock, log }: PortalServices, key: string): Promise<void> {
  const now = clock.now();
  await db.write(async (transaction) => {
    const isFirstStart = (await findEntity(transaction, FIRST_ID)) === null;
    if (!isFirstStart) return;
    const organization = await firstOrganization(transaction, NAME, now);
    const call = { db: transaction, caller: PORTAL, now };
    await addKey(call, organization, { role: 'ADMIN', name: 'first key', expiresAt: null }, key);
    log.info(`the portal has begun with organization ${organization.id}`);
  });
}
