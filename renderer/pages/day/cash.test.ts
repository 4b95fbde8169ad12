import { expect, it } from 'vitest';
import { countedProblem, countOf, sumOf } from './cash.ts';

it('adds pieces up to the cent', () => {
  expect(sumOf([])).toBe('0');
  expect(
    sumOf([
      { value: '0.10', count: 3 },
      { value: '0.20', count: 1 },
      { value: '500.00', count: 99_999 },
    ]),
  ).toBe('49999500.50');
  expect(['', ' 7 ', '00012', '-1', '1.5', 'x', '100000'].map(countOf)).toEqual([
    0,
    7,
    12,
    null,
    null,
    null,
    null,
  ]);
});

it('takes a start only with what was counted', () => {
  expect(countedProblem('', '')).toBeNull();
  expect(countedProblem('12.50', '')).toBeNull();
  expect(countedProblem('0', '100')).toBeNull();
  expect(countedProblem('', '100')).toBe('countedMissing');
  expect(countedProblem(null, '100')).toBe('countedWrong');
  expect(countedProblem('-1', '')).toBe('countedWrong');
});
