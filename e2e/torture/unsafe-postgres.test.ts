import { chmodSync } from 'node:fs';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../service/testing/folder.ts';
import { buildShim, whyNoFaults } from './faults/build.ts';
import { type Event, failOver } from './fail-over.ts';
import { Tally } from './tally.ts';

const reason = await whyNoFaults();
if (reason !== null) console.log(`skipped: ${reason}`);
const itFaults = test.skipIf(reason !== null);

/** What came of some events, with one instance. */
async function happened(events: readonly Event[], more: { swallowSyncs?: boolean } = {}): Promise<Tally> {
  const tally = new Tally();
  const folder = await temporaryFolder();
  // The database has a user of its own.
  chmodSync(folder, 0o755);
  const library = await buildShim(folder);
  await failOver({
    ...{ rounds: events.length, instances: 1, tills: 6, events, library, seed: 20, folder, tally },
    ...more,
    deadline: Date.now() + 110_000,
    onProgress: () => undefined,
  });
  return tally;
}

itFaults(
  'loses nothing that was answered when the database loses its power, or its disk is full or fails',
  async () => {
    const events = [
      'database loses its power',
      'disk of the database full',
      'database loses its power',
      'disk of the database fails',
    ] as const;
    const tally = await happened(events);
    expect(tally.violations).toEqual([]);
    expect(tally.counts.get('fail-overs')).toBe(events.length);
    expect(tally.counts.get('writes and names not synced at a cut')).toBeGreaterThan(0);
    expect(tally.counts.get('errors of the database’s disk')).toBeGreaterThan(0);
  },
);

itFaults('finds a loss where syncs of the database do nothing', async () => {
  const found = await happened(
    Array.from({ length: 4 }, () => 'database loses its power' as const),
    {
      swallowSyncs: true,
    },
  ).then(
    (tally) => tally.violations.join(),
    // Or there is nothing left that it could start with.
    (error: Error) => error.message,
  );
  expect(found).not.toBe('');
});
