import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allocate } from './modifiers.ts';
import { amountText } from './money.ts';
import type { Position } from './tra.ts';

const pos = (PN: string, Amt: string, type = 'Pos'): Position => ({ _: type, PN, Amt });
const mod = (Amt: string, PN?: string): Position => ({ _: 'Mod', Amt, ...(PN !== undefined && { PN }) });

function amountsOf(...positions: Position[]): number[] {
  const { amounts, issues } = allocate(positions, 2);
  expect(issues).toStrictEqual([]);
  return amounts;
}

const THREE = [pos('1', '10.00'), pos('2', '20.00'), pos('3', '30.00')] as const;

describe('a modifier', () => {
  it('without number belongs to the position before it', () => {
    expect(amountsOf(pos('1', '10.00'), mod('-1.00'), pos('2', '20.00'))).toStrictEqual([900, 0, 2000]);
    expect(amountsOf(pos('1', '10.00'), pos('2', '20.00'), mod('-1.00', ' '))).toStrictEqual([1000, 1900, 0]);
  });

  it('looks past print lines and other modifiers for that position', () => {
    const lin: Position = { _: 'Lin', Dsc: 'Subtotal', LAmt: '10.00' };
    expect(amountsOf(pos('1', '10.00'), lin, mod('-1.00'), mod('-0.50'))).toStrictEqual([850, 0, 0, 0]);
  });

  it('goes by its number first, wherever it stands', () => {
    expect(amountsOf(mod('-1.00', '2'), ...THREE)).toStrictEqual([0, 1000, 1900, 3000]);
    expect(amountsOf(...THREE, mod('2.50', '1'))).toStrictEqual([1250, 2000, 3000, 0]);
  });

  it('finds a position whose number has blanks around it', () => {
    expect(amountsOf(pos(' 7 ', '10.00'), pos('8', '20.00'), mod('-1.00', '7'))).toStrictEqual([
      900, 2000, 0,
    ]);
    expect(amountsOf(pos(' 7', '10.00'), pos('7', '20.00'), mod('-1.00', '7'))).toStrictEqual([
      1000, 1900, 0,
    ]);
  });

  it('that names a number of several positions says which one it changes', () => {
    const twice = [pos('1', '10.00'), pos('1', '20.00'), pos('2', '30.00')];
    const warned = (PN?: string) => allocate([...twice, mod('-1.00', PN)], 2).warnings;
    const text =
      'ESR.PosA[3].PN: several positions have the number "1", the first one of them is changed; give each a number of its own';
    expect(warned('1')).toStrictEqual([text]);
    expect(warned('1-2')).toStrictEqual([text]);
    for (const PN of ['2', '*', ' ', undefined]) expect(warned(PN)).toStrictEqual([]);
    expect(amountsOf(...twice, mod('-1.00', '1'))).toStrictEqual([900, 2000, 3000, 0]);
  });

  it('for all is spread in proportion', () => {
    expect(amountsOf(...THREE, mod('-6.00', '*'))).toStrictEqual([900, 1800, 2700, 0]);
    expect(amountsOf(...THREE, mod('-0.10', '*'))).toStrictEqual([998, 1997, 2995, 0]);
  });

  it('for all leaves a voided line void, to the cent', () => {
    const voided = [pos('1', '10.00'), pos('2', '-10.00'), pos('3', '3.33'), pos('4', '3.33')];
    expect(amountsOf(...voided, mod('-0.51', '*'))).toStrictEqual([924, -924, 307, 308, 0]);
  });

  it.each([
    ['1-2', [900, 1800, 3000, 0]],
    ['2-9', [1000, 1880, 2820, 0]],
    ['1 2', [900, 1800, 3000, 0]],
    ['1, 2', [900, 1800, 3000, 0]],
    ['1 2-3', [950, 1900, 2850, 0]],
    ['1 1-1 1', [700, 2000, 3000, 0]],
  ])('may name a list or range: %s', (pn, expected) => {
    expect(amountsOf(...THREE, mod('-3.00', pn))).toStrictEqual(expected);
  });

  it('finds a position by its exact name even when that looks like a range', () => {
    expect(amountsOf(pos('1', '10.00'), pos('1-2', '10.00'), mod('-1.00', '1-2'))).toStrictEqual([
      1000, 900, 0,
    ]);
  });

  it('means the first of two positions of one number', () => {
    expect(amountsOf(pos('1', '10.00'), pos('1', '20.00'), mod('-1.00', '1'))).toStrictEqual([900, 2000, 0]);
  });

  it('is spread by the amounts before any modifier, so that order does not matter', () => {
    const [a, b] = [mod('-5.00', '1'), mod('-6.00', '*')];
    expect(amountsOf(...THREE, a, b)).toStrictEqual(amountsOf(...THREE, b, a));
  });

  it.each([
    ['7', '"7"'],
    ['1 7', '"7"'],
    ['8-9', '"8-9"'],
    ['3-1', '"3-1"'],
    ['1-99999999', '"1-99999999"'],
    ['constructor', '"constructor"'],
  ])('that names no position is refused: %s', (pn, quoted) => {
    const { issues } = allocate([...THREE, mod('-1.00', pn)], 2);
    expect(issues).toHaveLength(1);
    expect(issues[0]).toMatchObject({ code: '#MOD_PN', path: 'ESR.PosA[3].PN' });
    expect(issues[0]!.text).toContain(quoted);
  });

  it.each([undefined, '*'])('before any position is refused: %s', (pn) => {
    expect(allocate([mod('-1.00', pn)], 2).issues).toMatchObject([{ code: '#MOD_PN' }]);
  });

  it('may apply to positions of other types, never to print lines', () => {
    expect(amountsOf(pos('1', '1.00', 'Dep'), mod('0.50'))).toStrictEqual([150, 0]);
    const lin: Position = { _: 'Lin', PN: '1', LAmt: '1.00' };
    expect(allocate([lin, mod('0.50', '1')], 2).issues).toMatchObject([{ code: '#MOD_PN' }]);
  });
});

it('the total of a receipt is the same before and after spreading its modifiers', () => {
  const cents = fc.integer({ min: -100_000, max: 100_000 });
  const target = (n: number) =>
    fc.oneof(
      fc.constant(undefined),
      fc.constant('*'),
      fc.integer({ min: 1, max: n }).map(String),
      fc.tuple(fc.integer({ min: 1, max: n }), fc.nat(n)).map(([a, b]) => `${a}-${a + b}`),
    );
  const receipts = fc.array(cents, { minLength: 1, maxLength: 8 }).chain((own) =>
    fc.record({
      own: fc.constant(own),
      mods: fc.array(fc.tuple(cents, target(own.length)), { maxLength: 6 }),
    }),
  );
  fc.assert(
    fc.property(receipts, ({ own, mods }) => {
      const positions = own.map((amount, i) => pos(String(i + 1), amountText(amount, 2)));
      const modifiers = mods.map(([amount, pn]) => mod(amountText(amount, 2), pn));
      const sent = [...own, ...mods.map(([amount]) => amount)].reduce((a, b) => a + b, 0);
      expect(amountsOf(...positions, ...modifiers).reduce((a, b) => a + b, 0)).toBe(sent);
    }),
  );
});

it('refuses a receipt whose modifiers would take for ever, before it begins', () => {
  const positions = Array.from({ length: 5000 }, (_, i) => pos(String(i + 1), '1.00'));
  const mods = Array.from({ length: 5000 }, () => mod('-0.01', '*'));
  const { issues } = allocate([...positions, ...mods], 2);
  expect(issues.map((i) => i.code)).toStrictEqual(['#MOD_PN']);
  const ranges = Array.from({ length: 15_000 }, () => '1-9999').join(' ');
  expect(allocate([...positions, mod('-0.01', ranges)], 2).issues.map((i) => i.code)).toStrictEqual([
    '#MOD_PN',
  ]);
  // What shops do stays possible: ten discounts over a wholesale receipt.
  const usual = [...positions.slice(0, 600), ...mods.slice(0, 10)];
  expect(allocate(usual, 2).issues).toStrictEqual([]);
});
