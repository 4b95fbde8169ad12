/**
 * Makes a journal anew in an empty database on PostgreSQL, from the journal files of an instance. The registers begin
 * to count all at once in the end: what a rebuild that was broken off has left is removed by whoever opens it next.
 */
import { randomUUID } from 'node:crypto';
import { type Filling, Writes } from '../rebuild/filling.ts';
import { fillFromFolders, type FoldersOptions } from '../rebuild/folders.ts';
import { newMark, type RebuildMark } from '../rebuild/mark.ts';
import type { Rebuilt } from '../rebuild/rebuild.ts';
import { DamagedFileError } from '../segments/damaged.ts';
import type { Store } from '../store.ts';
import { migrate } from './migrate.ts';
import { Ownership } from './ownership.ts';
import { Session } from './session.ts';
import { databaseName } from './snapshot.ts';
import { openPostgresStore } from './store.ts';

/** The database cannot be filled; the message says why. */
export class RebuildRefusedError extends Error {
  readonly code = 'REBUILD_REFUSED';
}

/** Reading files keeps the process busy; nobody waits for this owner. */
const LEASE_MS = 30_000;

/**
 * Fills a database that has no registers. Its instances must not be running.
 * @throws RebuildRefusedError, DamagedFileError, errors of the server
 */
export async function rebuildOnPostgres(url: string, options: FoldersOptions): Promise<Rebuilt> {
  const name = databaseName(url);
  await migrate(url);
  const session = new Session(url);
  try {
    const claim = { url, instance: randomUUID(), address: '', leaseMs: LEASE_MS };
    const ownership = await Ownership.take(claim, session);
    if (!(ownership instanceof Ownership))
      throw new RebuildRefusedError(
        `an instance at ${ownership.address} uses ${name}: stop all instances first`,
      );
    const store = await openPostgresStore({ url, ownership });
    const begun = new Set<string>();
    const writes = new Writes({
      async commit(rows) {
        for (const { rn } of rows) {
          if (begun.has(rn)) continue;
          await store.begin(rn);
          begun.add(rn);
        }
        await store.commit(rows);
      },
    });
    try {
      if (store.registers.size > 0)
        throw new RebuildRefusedError(`${name} has registers: a rebuild needs an empty database`);
      const fillings = new Map<string, Filling>();
      await fillFromFolders(writes, fillings, options);
      if (fillings.size === 0) throw new DamagedFileError(`${options.registers} has no journal files`);
      await session.query('SELECT finish_rebuild($1, $2)', [ownership.token, newMark()]);
      const registers = [...fillings.values()].map(({ register }) => register);
      const reason = 'the database before is not looked at';
      return { registers, kept: null, missing: { proven: false, reason } };
    } finally {
      await writes.idle();
      await store.close();
    }
  } finally {
    await session.close();
  }
}

/**
 * The mark of a journal on PostgreSQL.
 * @param store reads it; it is open
 */
export function markOn(
  store: Pick<Store, 'select'>,
  url: string,
  ownership: Pick<Ownership, 'token'>,
): RebuildMark {
  return {
    async read() {
      const [row] = await store.select<{ mark: number }>('SELECT mark FROM rebuilt', {});
      return row?.mark ?? null;
    },
    async remove() {
      const session = new Session(url);
      await session.query('SELECT settle_rebuild($1)', [ownership.token]).finally(() => session.close());
    },
  };
}
