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
