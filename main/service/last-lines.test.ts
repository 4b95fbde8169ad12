import { expect, it } from 'vitest';
import { LastLines } from './last-lines.ts';

it('keeps the last twenty lines of one process, short and without secrets', () => {
  const lines = new LastLines();
  for (let i = 0; i < 30; i += 1) lines.keep(`line ${i}`);
  lines.keep(`cannot open postgres://ana:hunter2@db/x ${'y'.repeat(9999)}`);
  expect(lines.all).toHaveLength(20);
  expect(lines.all[0]).toBe('line 11');
  expect(lines.all.at(-1)).toMatch(/^cannot open postgres:\/\/\*\*\*@db\/x y+$/);
  expect(lines.all.at(-1)).not.toMatch(/.{600}/);
  lines.clear();
  expect(lines.all).toEqual([]);
});
