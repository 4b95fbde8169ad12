import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { whyNoFaults } from './faults/build.ts';
import type { Tally } from './tally.ts';
import { torture, type TortureOptions } from './torture.ts';

const noFaults = await whyNoFaults();
if (noFaults !== null) console.log(`skipped: ${noFaults}`);
const testFaults = test.skipIf(noFaults !== null);

/** A short run of one phase. */
async function run(options: Partial<TortureOptions>): Promise<Tally> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'tillmark-torture-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const none = { kills: 0, powerCuts: 0, diskFaults: 0, clockJumps: 0, setBacks: 0, failOvers: 0, tills: 0 };
  const results = await torture({ ...none, registers: 3, seed: 7, minutes: 3, folder, ...options });
  expect(results).toHaveLength(1);
  return results[0]!.tally;
}

const sales = (tally: Tally): number => tally.counts.get('sales answered') ?? 0;

const patient = { timeout: 200_000 };

test('a service killed again and again loses nothing that it answered', patient, async () => {
  const tally = await run({ kills: 2 });
  expect(tally.violations).toEqual([]);
  expect(sales(tally)).toBeGreaterThan(0);
  expect(tally.counts.get('signatures verified')).toBeGreaterThanOrEqual(sales(tally));
});

testFaults('nor one whose power is cut', patient, async () => {
  const tally = await run({ powerCuts: 2 });
  expect(tally.violations).toEqual([]);
  expect(sales(tally)).toBeGreaterThan(0);
});

testFaults('the power cuts find what is lost when syncs do nothing', patient, async () => {
  const tally = await run({ powerCuts: 10, swallowSyncs: true });
  expect(tally.violations).not.toEqual([]);
  // Found in what the service says, not by breaking off.
  expect(tally.violations.join('\n')).not.toContain('broke off');
});

testFaults('a failing disk makes it refuse sales, not lose them', patient, async () => {
  // Failing writes, a full disk, failing writes up to the end.
  const tally = await run({ diskFaults: 1, seed: 16 });
  expect(tally.violations).toEqual([]);
  expect(tally.counts.get('  errors and short writes injected')).toBeGreaterThan(0);
});

testFaults('a clock that jumps does not break numbers and chains', patient, async () => {
  const tally = await run({ clockJumps: 1 });
  expect(tally.violations).toEqual([]);
  expect(sales(tally)).toBeGreaterThan(0);
});

test('data that go back give no number a second time, and the state says what to do', patient, async () => {
  // The log is removed, an older database and an older data root come back.
  const tally = await run({ setBacks: 3 });
  expect(tally.violations).toEqual([]);
  expect(tally.counts.get('  mended: rebuild')).toBeGreaterThan(0);
  expect(tally.counts.get('  mended: confirm')).toBeGreaterThan(0);
  expect(tally.counts.get('receipts lost with newer data')).toBeGreaterThan(0);
});
