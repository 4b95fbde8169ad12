import { chmodSync } from 'node:fs';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../service/testing/folder.ts';
import { EVENTS, failOver, OF_DISK } from './fail-over.ts';
import { Tally } from './tally.ts';

it('loses, doubles and forks nothing, whichever of three instances or their database fails', async () => {
  const tally = new Tally();
  const folder = await temporaryFolder();
  // The database has a user of its own.
  chmodSync(folder, 0o755);
  const left: readonly string[] = ['other one killed', 'database restarted', ...OF_DISK];
  const events = EVENTS.filter((event) => !left.includes(event));
  await failOver({
    ...{ rounds: events.length, instances: 3, tills: 6, events, seed: 20, folder, tally },
    deadline: Date.now() + 110_000,
    onProgress: () => undefined,
  });
  expect(tally.violations).toEqual([]);
  expect(tally.counts.get('fail-overs')).toBe(events.length);
  expect(tally.counts.get('signatures verified')).toBeGreaterThan(20);
});
