import { expect, it } from 'vitest';
import { Turns } from './turns.ts';

it('lets the newest question count alone, whatever comes first', () => {
  const { take } = new Turns();
  const first = take();
  expect(first()).toBe(true);
  const second = take();
  expect([first(), second()]).toEqual([false, true]);
});
