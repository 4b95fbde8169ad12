import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toBase64 } from './encodings.ts';
import {
  buildPayload,
  kindOf,
  parsePayload,
  TRAINING_MARK,
  turnoverOf,
  VOID_MARK,
  type MachineCode,
} from './machine-code.ts';
import { arbitraryCode } from '../testing/arbitrary.ts';
import { runs } from '../../../testing/runs.ts';

const CODE: MachineCode = {
  provider: 'AT1',
  registerId: 'KASSE-1',
  receiptNumber: '1',
  time: '2024-01-02T08:00:00',
  sets: { normal: 1200, reduced1: 550, reduced2: 0, zero: 0, special: 0 },
  counter: 'LIVpySKdnc8=',
  certificate: '3a7f01',
  previous: 'XJg7/dsgYxg=',
};
const PAYLOAD =
  '_R1-AT1_KASSE-1_1_2024-01-02T08:00:00_12,00_5,50_0,00_0,00_0,00_LIVpySKdnc8=_3a7f01_XJg7/dsgYxg=';

/** The payload with one field exchanged; fields count from 1. */
function withField(field: number, text: string): string {
  const fields = PAYLOAD.split('_');
  fields[field] = text;
  return fields.join('_');
}

describe('the machine-readable code', () => {
  it('is built as the law writes it', () => {
    expect(buildPayload(CODE)).toBe(PAYLOAD);
    expect(parsePayload(PAYLOAD)).toStrictEqual({ value: CODE });
  });

  it('is the same again for all values', () => {
    fc.assert(
      fc.property(arbitraryCode(), (code) => {
        expect(parsePayload(buildPayload(code))).toStrictEqual({ value: code });
      }),
    );
  });

  it('is the only text of its values: whatever can be read would be written the same way', () => {
    const alphabet = fc.constantFrom(...'0123456789,.-+_=ABab/:T \u00e4');
    const edit = fc.record({
      at: fc.nat(PAYLOAD.length),
      cut: fc.nat(3),
      put: fc.string({ unit: alphabet, maxLength: 3 }),
    });
    fc.assert(
      fc.property(edit, ({ at, cut, put }) => {
        const text = PAYLOAD.slice(0, at) + put + PAYLOAD.slice(at + cut);
        const parsed = parsePayload(text);
        if ('value' in parsed) expect(buildPayload(parsed.value)).toBe(text);
      }),
      { numRuns: runs(200) },
    );
  });

  it.each([
    [
      1,
      ['', 'R1', 'R1-', 'R2-AT1', 'RK1-AT1', 'R1-AT', 'R1-AT01', 'R1-DE0', 'R1-at1', 'R1-AT1000', ' R1-AT1'],
    ],
    [2, ['', 'KASSE\n1', 'K\u0000', 'K\ud800', 'K\u2028']],
    [3, ['', '1\r', '\t']],
    [
      4,
      [
        '',
        '2024-01-02',
        '2024-02-30T08:00:00',
        '2024-01-02T08:00',
        '2024-01-02T24:00:00',
        '2024-01-02T08:00:00Z',
        '2024-01-02T08:00:00.0',
        '2024-01-02 08:00:00',
      ],
    ],
    [
      5,
      [
        '',
        '12',
        '12,0',
        '12,000',
        '12.00',
        '1.200,00',
        '+12,00',
        '-0,00',
        '012,00',
        '--1,00',
        '1e3,00',
        ' 1,00',
        '12345678901234,00',
        '１,00',
      ],
    ],
    [6, ['5,5']],
    [7, ['x']],
    [8, ['0']],
    [9, ['-']],
    [
      10,
      [
        '',
        'VFJ',
        'vfjb',
        'AAAAAA==',
        'AAAA',
        'AAAAAAAAAAAA',
        'AAAAAAAAAAAA',
        'LIVpySKdnc8',
        'LIVpySKdnc9=',
        'LIVpySKdnc-=',
        'LIVpyS KdnQ=',
      ],
    ],
    [11, ['', '0x3a7f01', '3a7g01', 'U:ATU12345678-K1', '3'.repeat(51)]],
    [12, ['', 'XJg7/dsgYxg', 'XJg7/dsgYx==', 'XJg7-dsgYxg=', 'XJg7/dsgYxgA', 'VFJB']],
  ])('field %d is strict', (field, texts) => {
    for (const text of texts) {
      const parsed = parsePayload(withField(field, text));
      expect([text, 'fault' in parsed ? parsed.fault.field : parsed]).toStrictEqual([text, field]);
    }
  });

  it('has twelve fields, no more and no less', () => {
    for (const text of [
      '',
      '_',
      'R1-AT1',
      PAYLOAD.slice(1),
      `${PAYLOAD}_`,
      `x${PAYLOAD}`,
      PAYLOAD.replace('_3a7f01', ''),
      withField(2, 'KASSE_1'),
      '_'.repeat(5000),
    ]) {
      expect(parsePayload(text)).toMatchObject({ fault: { field: null } });
    }
  });

  it('names the key of the company in a closed system', () => {
    const closed = { ...CODE, provider: 'AT0', certificate: 'U:ATU12345678-K1' };
    expect(parsePayload(buildPayload(closed))).toStrictEqual({ value: closed });
    for (const certificate of ['3a7f01', 'U:-K1', 'U:ATU12345678', 'X:1-K1', 'ATU12345678-K1', 'U:ATU1-']) {
      expect(() => buildPayload({ ...closed, certificate })).toThrow('field 11');
    }
  });

  it.each([
    [{ registerId: 'A_B' }],
    [{ receiptNumber: '' }],
    [{ sets: { ...CODE.sets, zero: 0.5 } }],
    [{ sets: { ...CODE.sets, zero: NaN } }],
    [{ sets: { ...CODE.sets, zero: 2 ** 53 } }],
    [{ counter: toBase64(Buffer.alloc(16)) }],
    [{ time: '2024-02-30T00:00:00' }],
  ])('is not built of %j', (part) => {
    expect(() => buildPayload({ ...CODE, ...part })).toThrow(RangeError);
  });

  it('counts training for nothing, voids like sales', () => {
    const sets = { normal: 1, reduced1: 20, reduced2: -300, zero: 4000, special: 50000 };
    expect(turnoverOf({ counter: 'LIVpySKdnc8=', sets })).toBe(53721n);
    expect(turnoverOf({ counter: VOID_MARK, sets })).toBe(53721n);
    expect(turnoverOf({ counter: TRAINING_MARK, sets })).toBe(0n);
    expect([CODE, { counter: VOID_MARK }, { counter: TRAINING_MARK }].map(kindOf)).toStrictEqual([
      'standard',
      'void',
      'training',
    ]);
  });
});
