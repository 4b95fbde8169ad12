import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../testing/folder.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import { daysLeft, DiskHistory } from './history.ts';

const at = (day: string) => new ManualClock(`${day}T12:00:00`).now();

it('tells how fast it grows, on average of a month', async () => {
  const file = path.join(await temporaryFolder(), 'disk.json');
  const history = await DiskHistory.open(file);
  expect(history.growth()).toEqual({ perDay: null, days: 0 });
  history.note(at('2026-01-01'), 9_000_000);
  history.note(at('2026-05-01'), 1_000_000);
  expect(history.growth()).toEqual({ perDay: null, days: 0 });
  history.note(at('2026-05-03'), 1_500_000);
  history.note(at('2026-05-03'), 2_000_000);
  expect(history.growth()).toEqual({ perDay: 500_000, days: 2 });
  await history.idle();
  expect((await DiskHistory.open(file)).growth().days).toBe(2);
});

it('begins anew where its file makes no sense', async () => {
  const file = path.join(await temporaryFolder(), 'disk.json');
  for (const text of ['', '[]', '{"2026-05-01":"x","y":1}', 'null', '{']) {
    await fs.writeFile(file, text);
    expect((await DiskHistory.open(file)).growth()).toEqual({ perDay: null, days: 0 });
  }
});

it('foresees nothing that is too far away, or does not come', () => {
  expect(daysLeft(1000, 100)).toBe(10);
  expect(daysLeft(0, null)).toBe(0);
  expect([daysLeft(1000, null), daysLeft(1000, 0), daysLeft(1000, -5), daysLeft(1e12, 1)]).toEqual([
    ...[null, null, null, null],
  ]);
});
