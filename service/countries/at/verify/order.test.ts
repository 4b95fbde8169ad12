import { describe, expect, it } from 'vitest';
import { found, SALE, sold, type Step } from '../testing/shop.ts';

describe('the start receipt', () => {
  it.each<[string, Step[], string[]]>([
    ['is a zero receipt', [SALE, SALE], ['error order @1']],
    ['is no training', [{ kind: 'training' }, SALE], ['error order @1']],
    ['is no void', [{ kind: 'void' }, SALE], ['error order @1']],
    ['is signed', [{ outage: true }, {}, SALE], ['error order @1 f13']],
  ])('%s', async (_, steps, expected) => expect(await found(sold(steps))).toStrictEqual(expected));

  it('begins the chain and the counter', async () => {
    const receipts = sold([{}, SALE, {}, SALE]);
    expect(await found(receipts.slice(1))).toStrictEqual(['error order @1', 'error chain @1 f12']);
    expect(await found(receipts.slice(2))).toStrictEqual(['error chain @1 f12', 'error counter @1 f10']);
  });
});

describe('an outage', () => {
  const OUT: Step = { ...SALE, outage: true };
  it.each<[string, Step[], string[]]>([
    ['ends with the collective receipt', [{}, OUT, OUT, {}, SALE], []],
    ['ends with the collective receipt behind one sale', [{}, OUT, SALE, {}, SALE], []],
    ['may begin again at once', [{}, OUT, {}, OUT, {}], []],
    ['waits for its collective receipt', [{}, OUT, SALE], ['warning order @3']],
    ['needs its collective receipt', [{}, OUT, SALE, SALE, {}], ['error order @4']],
    ['needs it once', [{}, OUT, SALE, SALE, SALE, SALE], ['error order @4']],
    ['needs a signed one', [{}, OUT, { outage: true }, SALE, SALE], ['error order @5']],
    ['needs it before the next outage', [{}, OUT, SALE, OUT, {}], ['error order @4']],
    [
      'is not ended by training',
      [{}, OUT, { kind: 'training' }, { kind: 'training' }, {}],
      ['error order @4'],
    ],
    ['is not ended by a void', [{}, OUT, { kind: 'void' }, { kind: 'void' }], ['error order @4']],
  ])('%s', async (_, steps, expected) => expect(await found(sold(steps))).toStrictEqual(expected));
});

describe('the end of a month', () => {
  const at = (time: string, step: Step = {}): Step => ({ ...step, time: `2026-${time}` });
  const START = at('01-02T08:00:00');
  it.each<[string, Step[], string[]]>([
    [
      'has a zero receipt',
      [START, at('01-30T08:00:00', SALE), at('01-31T23:00:00'), at('02-01T08:00:00', SALE)],
      [],
    ],
    [
      'has it later',
      [START, at('01-30T08:00:00', SALE), at('02-10T08:00:00'), at('02-10T08:00:00', SALE)],
      [],
    ],
    [
      'has it behind training',
      [
        START,
        at('01-30T08:00:00', SALE),
        at('01-31T08:00:00'),
        at('01-31T09:00:00', { ...SALE, kind: 'training' }),
        at('02-01T08:00:00', SALE),
      ],
      [],
    ],
    [
      'may have it marked',
      [
        START,
        at('01-30T08:00:00', SALE),
        at('01-31T08:00:00', { outage: true }),
        at('02-01T08:00:00', { ...SALE, outage: true }),
        at('02-01T09:00:00'),
      ],
      [],
    ],
    [
      'does not have it twice',
      [START, at('01-30T08:00:00', SALE), at('01-31T08:00:00'), at('03-01T08:00:00', SALE)],
      [],
    ],
    [
      'has it behind the last sale',
      [
        START,
        at('01-30T08:00:00', SALE),
        at('01-30T09:00:00'),
        at('01-30T10:00:00', SALE),
        at('02-01T08:00:00', SALE),
      ],
      ['warning order @5'],
    ],
    [
      'has it behind the last void',
      [
        START,
        at('01-30T09:00:00'),
        at('01-30T10:00:00', { ...SALE, kind: 'void' }),
        at('02-01T08:00:00', SALE),
        at('02-02T08:00:00', SALE),
      ],
      ['warning order @4'],
    ],
  ])('%s', async (_, steps, expected) => expect(await found(sold(steps))).toStrictEqual(expected));

  it('is the end of a year when it is December: signed', async () => {
    const year = (zero: Step) =>
      sold([
        { time: '2025-12-01T08:00:00' },
        { ...SALE, time: '2025-12-30T08:00:00' },
        { time: '2025-12-31T08:00:00', ...zero },
        { ...SALE, time: '2026-01-01T08:00:00', ...zero },
        { time: '2026-01-01T08:00:00' },
      ]);
    expect(await found(year({}))).toStrictEqual([]);
    expect(await found(year({ outage: true }))).toStrictEqual(['warning order @4']);
  });
});

describe('time', () => {
  const times = (...list: string[]) => sold(list.map((time) => ({ time })));
  it('does not go back', async () => {
    expect(await found(times('2026-01-02T08:00:00', '2026-01-02T08:00:00'))).toStrictEqual([]);
    expect(
      await found(times('2026-01-02T08:00:01', '2026-01-02T08:00:00', '2026-01-02T08:00:00')),
    ).toStrictEqual(['error time @2 f4']);
  });

  it('goes back when summer time ends, and only then', async () => {
    expect(await found(times('2026-10-25T02:59:00', '2026-10-25T02:01:00'))).toStrictEqual([
      'warning time @2 f4',
    ]);
    for (const [a, b] of [
      ['2026-10-25T03:00:00', '2026-10-25T02:01:00'],
      ['2026-10-18T02:59:00', '2026-10-18T02:01:00'],
      ['2026-10-26T02:59:00', '2026-10-26T02:01:00'],
      ['2026-03-29T02:59:00', '2026-03-29T02:01:00'],
    ] as const) {
      expect(await found(times(a, b))).toStrictEqual(['error time @2 f4']);
    }
  });
});
