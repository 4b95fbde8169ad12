import { expect, it } from 'vitest';
import { expiryOf } from './expiry.ts';

it.each([
  [30, 'valid'],
  [29, 'soon'],
  [0, 'soon'],
  [-1, 'over'],
] as const)('with %i days left a certificate is %s', (days, expiry) => {
  expect(expiryOf(days)).toBe(expiry);
});

it('warns as early as it is told to', () => {
  expect([60, 59].map((days) => expiryOf(days, 60))).toEqual(['valid', 'soon']);
});
