import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { buildShim, whyNoFaults } from '../torture/faults/build.ts';
import { Tally } from '../torture/tally.ts';
import { chaos, type Event, NEED_FAULTS } from './chaos.ts';

const SHORT: readonly Event[] = [
  'disk of the portal full',
  'portal put back',
  'registers put back, unnoticed',
];

const why = await whyNoFaults();
if (why !== null) console.log(`skipped: ${NEED_FAULTS.join(', ')}: ${why}`);

test('registers and portal have the same in the end, whatever happens between them', async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'tillmark-chaos-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const tally = new Tally();
  await chaos({
    ...{ folder, seed: 7, tally, registers: 2, sellMs: 400, hangMs: 500, onProgress: () => undefined },
    events: SHORT.filter((event) => why === null || !NEED_FAULTS.includes(event)),
    library: why === null ? await buildShim(folder) : '',
  });
  expect(tally.violations).toEqual([]);
  expect(tally.counts.get('sales answered')).toBeGreaterThan(0);
  expect(tally.counts.get('registers begun anew')).toBe(2);
}, 200_000);
