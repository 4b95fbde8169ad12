import { expect, it } from 'vitest';
import { isNewEntry } from './use-page-top.ts';

it('tells a page that is come to by a link from one that is gone back to', () => {
  const entries: unknown[] = [null, null];
  const entry = (at: number) => ({
    state: entries[at],
    replaceState: (state: unknown) => void (entries[at] = state),
  });
  expect([isNewEntry(entry(0)), isNewEntry(entry(1)), isNewEntry(entry(0))]).toEqual([true, true, false]);
  expect(isNewEntry(entry(1))).toBe(false);
});
