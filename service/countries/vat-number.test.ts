import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isTaxId } from './vat-number.ts';
import { anyCharacter } from '../testing/any-character.ts';

test.each([
  ['PT506789128', 'PT'],
  ['506789128', 'PT'],
  ['PT 506 789 128', 'PT'],
  ['ATU13585627', 'AT'],
  ['DE136695976', 'DE'],
  ['SE556188840401', 'SE'],
  ['BE0428759497', 'BE'],
  ['IT00743110157', 'IT'],
  ['NL004495445B01', 'NL'],
  ['EL094259216', 'GR'],
  ['GR094259216', 'GR'],
  ['CHE107787577MWST', 'CH'],
  // A company may be registered in another country than the one it is in.
  ['ATU13585627', 'DE'],
])('%s is a tax id in %s', (taxId, country) => {
  expect(isTaxId(taxId, country)).toBe(true);
});

test.each([
  ['PT506789127', 'PT'],
  ['PT50678912', 'PT'],
  ['ATU13585626', 'AT'],
  ['DE136695975', 'DE'],
  ['ATU13585627', 'PT', 'PTATU13585627'],
  ['constructor', 'DE'],
  ['PT', 'PT'],
])('%s is none in %s', (taxId, country, given = taxId) => {
  expect(isTaxId(given, country)).toBe(false);
});

test('where no rule is known, everything is taken', () => {
  expect(isTaxId('12-3456789', 'US')).toBe(true);
});

test('of ten Portuguese numbers that differ in the last digit, one is right', () => {
  fc.assert(
    fc.property(fc.integer({ min: 5_000_000, max: 5_999_999 }), (begin) => {
      const numbers = Array.from({ length: 10 }, (_, digit) => `PT${begin}0${digit}`);
      expect(numbers.filter((number) => isTaxId(number, 'PT'))).toHaveLength(1);
    }),
  );
});

test('any text at all gets an answer', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: anyCharacter }),
      fc.constantFrom('AT', 'ES', 'NO', 'SK', 'XX'),
      (text, country) => {
        expect(typeof isTaxId(text, country)).toBe('boolean');
      },
    ),
  );
});
