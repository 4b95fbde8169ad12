import { expect, it } from 'vitest';
import { shownKey } from './actions.ts';

it('reads the key of an answer, and nothing else', () => {
  expect(shownKey({ result: { key: 'k', check: 'omRR' } })).toEqual({ key: 'k', check: 'omRR' });
  for (const answer of [null, {}, { result: null }, { result: { key: 1, check: 'omRR' } }]) {
    expect(shownKey(answer)).toBeNull();
  }
});
