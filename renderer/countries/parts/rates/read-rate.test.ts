import { describe, expect, it } from 'vitest';
import { readRate, sameRate } from './read-rate.ts';

it('says that two texts are the same percentage', () => {
  expect(sameRate('16', '16.0')).toBe(true);
  expect(sameRate('16', '1.6')).toBe(false);
});

describe('percentage that is typed', () => {
  it.each([
    ['16', '16'],
    ['16,5', '16.5'],
    [' 16.50 % ', '16.5'],
    ['06', '6'],
    ['0,5', '0.5'],
    ['4,00', '4'],
  ])('%j is %s', (text, rate) => {
    expect(readRate(text)).toBe(rate);
  });

  it.each(['', '-4', '0', '0,00', '100', '101', '16.555', '1.000,5', 'sixteen', '16..5'])(
    '%j is none',
    (text) => {
      expect(readRate(text)).toBeNull();
    },
  );
});
