import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decide } from './decide.ts';

const document = (z: number, number: number, total: number) => ({
  ...{ z, number, total, vat: 0, time: '2026-11-20T16:55:00', serial: '99MEX012345' },
});
const small = fc.integer({ min: 0, max: 3 });

it('says printed only of the very next document with the same total', () => {
  expect(decide({ z: 1, number: 3 }, document(1, 4, 50), 50)).toBe('printed');
  expect(decide({ z: 1, number: 3 }, document(2, 1, 50), 50)).toBe('printed');
  expect(decide({ z: 1, number: 3 }, document(1, 4, 51), 50)).toBe('unclear');
  expect(decide({ z: 1, number: 3 }, document(1, 5, 50), 50)).toBe('unclear');
  expect(decide({ z: 1, number: 3 }, document(3, 1, 50), 50)).toBe('printed');
  expect(decide({ z: 1, number: 3 }, document(3, 2, 50), 50)).toBe('unclear');
  expect(decide({ z: 2, number: 3 }, document(1, 1, 50), 50)).toBe('unclear');
  for (const number of [3, 4])
    expect(decide({ z: 1, number: 3, serial: '99MEX099999' }, document(1, number, 50), 50)).toBe('unclear');
});

it('says not printed exactly where the memory has not grown', () => {
  fc.assert(
    fc.property(small, small, small, small, small, (z, number, z2, number2, total) => {
      const isSame = z === z2 && number === number2;
      expect(decide({ z, number }, document(z2, number2, total), total) === 'not-printed').toBe(isSame);
    }),
  );
});

it('counts by what the memory has counted on the day, where it tells that', () => {
  const before = { z: 1, number: 3, count: 2, sum: 100 };
  const last = { ...document(1, 4, 0), count: 3, sum: 150 };
  expect(decide(before, last, 50)).toBe('printed');
  expect(decide(before, last, 49)).toBe('unclear');
  // Cancelled receipts have numbers.
  expect(decide(before, { ...last, number: 9 }, 50)).toBe('printed');
  expect(decide(before, { ...last, number: 9, count: 2, sum: 100 }, 50)).toBe('not-printed');
  const { count: _count, ...uncounted } = before;
  expect(decide(uncounted, { ...document(1, 5, 0), sum: 100 }, 50)).toBe('not-printed');
  expect(decide(uncounted, { ...document(1, 5, 0), sum: 150 }, 50)).toBe('printed');
  expect(decide(uncounted, { ...document(1, 5, 0), sum: 151 }, 50)).toBe('unclear');
  expect(decide(before, { ...document(2, 1, 0), count: 1, sum: 50 }, 50)).toBe('printed');
  expect(decide(before, { ...document(2, 0, 0), count: 0, sum: 0 }, 50)).toBe('unclear');
});
