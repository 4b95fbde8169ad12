import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { clockJumps } from './clock-jumps.ts';
import { diskFaults } from './disk-faults.ts';
import { buildShim, whyNoFaults } from './faults/build.ts';
import { failOver, OF_DISK } from './fail-over.ts';
import { kills } from './kills.ts';
import type { PhaseOptions } from './phase.ts';
import { setBackData } from './set-backs.ts';
import { powerCuts } from './power-cuts.ts';
import { Tally } from './tally.ts';

/** How hard and how long. */
export interface TortureOptions {
  kills: number;
  powerCuts: number;
  diskFaults: number;
  clockJumps: number;
  setBacks: number;
  /** Instances over one PostgreSQL, two unless given, with so many tills. */
  failOvers: number;
  instances?: number;
  tills: number;
  /** Power cuts and faults of the disk of that database. */
  databaseFaults?: number;
  /** Of fail-overs: PgBouncer in between; longest wait of the slowest of a hundred tills, ms. */
  bouncer?: boolean;
  gapMs?: number;
  registers: number;
  /** The same seed gives the same sales, faults and moments; of kills by the clock, roughly. */
  seed: number;
  /** A run that takes longer is itself a violation. */
  minutes: number;
  /** An empty folder; data roots in which something was found stay there. */
  folder: string;
  /** Power cuts only, with syncs that do nothing: something must be found. */
  swallowSyncs?: boolean;
  onProgress?: (text: string) => void;
}

/** What came of a phase. */
export interface PhaseResult {
  name: string;
  tally: Tally;
  /** Why it was not run; null when it was. */
  skipped: string | null;
}

/** Kills the service, cuts its power, lets its disk fail, its clock jump and its data go back, and checks what it kept. */
export async function torture(options: TortureOptions): Promise<PhaseResult[]> {
  const { folder, registers, seed, swallowSyncs = false, onProgress = () => undefined } = options;
  const deadline = Date.now() + options.minutes * 60_000;
  const noFaults = await whyNoFaults();
  const library = noFaults === null ? await buildShim(folder) : '';

  const results: PhaseResult[] = [];
  const run = async (
    name: string,
    rounds: number,
    phase: (options: PhaseOptions) => Promise<void>,
    needsFaults: boolean,
  ): Promise<void> => {
    if (rounds === 0) return;
    const tally = new Tally();
    const skipped = needsFaults ? noFaults : null;
    results.push({ name, tally, skipped });
    if (skipped !== null) return onProgress(`no ${name}: ${skipped}`);
    const own = join(folder, name.replace(' ', '-'));
    mkdirSync(own);
    try {
      await phase({ rounds, registers, seed, folder: own, library, deadline, tally, onProgress });
    } catch (error) {
      tally.violation(
        `the run broke off: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      );
    }
  };
  await run('kills', options.kills, kills, false);
  await run('power cuts', options.powerCuts, (given) => powerCuts({ ...given, swallowSyncs }), true);
  await run('disk faults', options.diskFaults, diskFaults, true);
  await run('clock jumps', options.clockJumps, clockJumps, true);
  await run('set-backs', options.setBacks, setBackData, false);
  const { tills, instances = 2, bouncer = false, gapMs = Infinity } = options;
  const asked = { instances, tills, bouncer, gapMs };
  // The disk that is ruled is slower than the machine's own.
  await run('fail-overs', options.failOvers, (given) => failOver({ ...given, ...asked, library: '' }), false);
  const faults = { instances, tills: registers, events: OF_DISK, swallowSyncs };
  await run(
    'database faults',
    options.databaseFaults ?? 0,
    (given) => failOver({ ...given, ...faults }),
    true,
  );
  return results;
}
