/** A PostgreSQL whose disk fails, and loses with the power what was not synced. */
import { chmodSync, chownSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgresWith, type TestPostgres } from '../../service/testing/postgres/server.ts';
import { noFaults, type Faults } from './faults/control.ts';
import { FaultyDisk } from './faults/faulty-disk.ts';
import type { Tally } from './tally.ts';

/** Whose calls on files the shim sees; checkpoints, new files of the log and its reuse come often. */
const SETTINGS = [
  ...['io_method=sync', 'wal_sync_method=fdatasync', 'checkpoint_timeout=30s', 'autovacuum_naptime=2s'],
  ...['min_wal_size=2MB', 'max_wal_size=4MB', 'log_checkpoints=off'],
];

/** Under load so many calls on files come within seconds. */
const DEAD_WITHIN_MS = 20_000;

/** Recovery takes so long at most, once the disk works again. */
const BACK_WITHIN_MS = 10_000;

/** See above. */
export interface UnsafePostgres extends TestPostgres {
  /** Cuts the power at one of the next calls on files, and starts it again. */
  powerCut(ticks: number): Promise<void>;
  /** Lets the disk fail for a while; it is started again where it has ended. */
  fail(faults: Faults, ms: number): Promise<void>;
  /** From now on syncs are answered and do nothing. */
  swallowSyncs(): void;
}

/**
 * Starts one.
 * @param folder for its data; it must not exist
 * @param library the shim, see faults/build.ts
 */
export async function startUnsafePostgres(
  folder: string,
  library: string,
  random: () => number,
  tally: Tally,
): Promise<UnsafePostgres> {
  let disk: FaultyDisk;
  const beside = `${folder}.disk`;
  mkdirSync(beside);
  const server = await startPostgresWith(folder, SETTINGS, () => {
    disk = new FaultyDisk(folder, beside, library, random);
    disk.control.shared = true;
    // The server has a user of its own.
    for (const name of readdirSync(beside)) chmodSync(join(beside, name), 0o666);
    return disk.environment;
  });
  const { uid, gid } = statSync(folder);
  return {
    ...server,
    async powerCut(ticks) {
      const { control } = disk;
      control.dieIn(ticks);
      for (let left = DEAD_WITHIN_MS; left > 0 && !control.isStopped; left -= 10) await sleep(10);
      if (!control.isStopped) tally.count('power cuts of an idle database');
      await server.killAll();
      control.live();
      tally.count('writes and names not synced at a cut', disk.afterDeath());
      tally.count('files changed by a cut', disk.powerCut());
      for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
        chownSync(join(folder, entry), uid, gid);
      await server.startAgain();
    },
    async fail(faults, ms) {
      const before = disk.control.injected;
      disk.control.faults = faults;
      await sleep(ms);
      disk.control.faults = noFaults;
      tally.count('errors of the database’s disk', disk.control.injected - before);
      // Where it could not go on, as without room for its log, or hangs because its recovery failed, too, somebody
      // starts it again.
      const isBack = server.startAgain().then(
        () => true,
        () => false,
      );
      if (await Promise.race([isBack, sleep(BACK_WITHIN_MS, false)])) return;
      tally.count('databases that did not come back by themselves');
      await server.killAll();
      disk.control.live();
      await server.startAgain();
    },
    swallowSyncs() {
      disk.control.swallowSyncs = true;
    },
    async stop() {
      disk.control.faults = noFaults;
      // One that hangs would never end in order.
      await server.killAll();
      disk.close();
    },
  };
}
