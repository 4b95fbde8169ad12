import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { torture } from './torture.ts';

test('a service killed again and again loses nothing that it answered', { timeout: 200_000 }, async () => {
  const dataRoot = mkdtempSync(join(tmpdir(), 'tillmark-torture-'));
  onTestFinished(() => rmSync(dataRoot, { recursive: true, force: true }));
  const options = { dataRoot, kills: 6, connections: 4, seed: 7, minutes: 3, checkEvery: 3 };
  const { violations, answered, findings } = await torture(options);
  expect(violations).toEqual([]);
  expect(answered).toBeGreaterThan(0);
  expect(findings.signatures).toBeGreaterThanOrEqual(answered);
});
