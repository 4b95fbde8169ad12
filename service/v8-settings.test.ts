import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { AFTER_THE_START, FROM_THE_START } from './v8-settings.ts';

it('names settings that the V8 of this Node knows', () => {
  // As options Node refuses what V8 does not know; in a running program it would go unnoticed.
  const known = spawnSync(process.execPath, [...FROM_THE_START, AFTER_THE_START, '--eval', '0']);
  expect([known.status, known.stderr.toString()]).toEqual([0, '']);
});
