import fs from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/folder.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import { recordingLog } from '../testing/recording-log.ts';
import { IdentityWatch } from './identity.ts';

const DAY = 24 * 3600_000;
const UNTIL = Date.parse('2026-09-30T23:59:59');

let file: string;
let clock: ManualClock;
let lines: string[];
let watch: IdentityWatch;
let changes: number;

beforeEach(async () => {
  file = path.join(await temporaryFolder(), 'ssl.pfx');
  await fs.writeFile(file, 'x', { mode: 0o600 });
  clock = new ManualClock('2026-05-04T12:00:00');
  lines = [];
  changes = 0;
  watch = new IdentityWatch({ file, until: UNTIL }, clock, recordingLog(lines));
  watch.on('changed', () => changes++);
});

it('warns for 30 days before the certificate ends, and afterwards, once in the log', async () => {
  const codes = async () => {
    await watch.look();
    await watch.look();
    return watch.problems.map(({ code }) => code);
  };
  clock.set('2026-08-31T23:00:00');
  expect(await codes()).toEqual([]);
  clock.advance(DAY);
  expect(await codes()).toEqual(['TLS_ENDS']);
  expect(watch.problems).toEqual([
    { code: 'TLS_ENDS', severity: 'warning', params: { date: '2026-09-30', days: 29 } },
  ]);
  clock.advance(30 * DAY);
  expect(await codes()).toEqual(['TLS_ENDED']);
  expect(lines).toEqual([
    `the certificate in ${file} ends on 2026-09-30T23:59:59: put a new one there and restart before that`,
    `the certificate in ${file} ended on 2026-09-30T23:59:59: clients refuse it; put a new one there and restart`,
  ]);
  expect(changes).toBe(2);
});

describe.skipIf(process.platform === 'win32')('a key that others can read', () => {
  it.each([0o644, 0o640, 0o604, 0o620])('is warned about with mode %o, until it is mended', async (mode) => {
    await fs.chmod(file, mode);
    await watch.look();
    expect(watch.problems).toEqual([{ code: 'TLS_READABLE', severity: 'warning' }]);
    expect(lines).toEqual([expect.stringContaining('chmod 600')]);
    await fs.chmod(file, 0o600);
    await watch.look();
    expect(watch.problems).toEqual([]);
  });

  it('is none when the file is gone, or is for its owner alone', async () => {
    await fs.chmod(file, 0o400);
    await watch.look();
    expect(watch.problems).toEqual([]);
    await fs.rm(file);
    await watch.look();
    expect(watch.problems).toEqual([]);
  });
});
