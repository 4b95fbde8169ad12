import fc from 'fast-check';
import { expect, it } from 'vitest';
import { registerIdOf, receiptNumberOf } from './identifiers.ts';
import { isCodeText } from './machine-code.ts';
import { anyCharacter } from '../../../testing/any-character.ts';

const BELL = String.fromCharCode(7);

it.each([
  ['1', '1', '1/1'],
  [undefined, '1', '1'],
  ['', 'K1', 'K1'],
  ['Filiale_Graz', 'Kassa_2', 'Filiale/Graz/Kassa/2'],
  ['x'.repeat(24), 'y'.repeat(25), `${'x'.repeat(24)}/${'y'.repeat(25)}`],
])('the Kassen-ID of TL %j and TT %j is %j', (TL, TT, id) => {
  expect(registerIdOf(TL, TT)).toStrictEqual({ value: id });
});

it.each([
  ['1', ''],
  ['', ''],
  [undefined, ''],
  ['x'.repeat(25), 'y'.repeat(25)],
  [`a${BELL}`, '1'],
  ['a', '\n'],
])('TL %j and TT %j give no Kassen-ID', (TL, TT) => {
  expect(registerIdOf(TL, TT)).toMatchObject({ fault: { field: 2 } });
});

it.each([
  ['17', '2026-03-01', '2026/17'],
  ['17', '2027-01-01T00:00:00', '2027/17'],
  ['A_17', '2026-03-01', '2026/A/17'],
])('the Belegnummer of TN %j on %j is %j', (TN, day, number) => {
  expect(receiptNumberOf(TN, day)).toStrictEqual({ value: number });
});

it.each(['', `${BELL}1`, '1'.repeat(96)])('TN %j gives no Belegnummer', (TN) => {
  expect(receiptNumberOf(TN, '2026-03-01')).toMatchObject({ fault: { field: 3 } });
});

it('whatever comes out may stand in the code', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), fc.string({ unit: anyCharacter }), (TL, TT) => {
      for (const result of [registerIdOf(TL, TT), receiptNumberOf(TT, '2026-03-01')]) {
        if ('value' in result) expect(isCodeText(result.value)).toBe(true);
      }
    }),
  );
});

it('two years never share a number', () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 1, maxLength: 40 }),
      fc.string({ minLength: 1, maxLength: 40 }),
      (a, b) => {
        const [x, y] = [receiptNumberOf(a, '2026-12-31'), receiptNumberOf(b, '2027-01-01')];
        if ('value' in x && 'value' in y) expect(x.value).not.toBe(y.value);
      },
    ),
  );
});
