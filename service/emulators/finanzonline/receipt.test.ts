/** The emulator's own reading of machine-readable codes, held against published and recomputed values. */
import { createPublicKey } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  REGISTER_ID,
  scenario,
  SCENARIO_KEY,
  SCENARIOS,
} from '../../countries/at/testing/official-scenarios.ts';
import { RFC_KEY } from '../../countries/at/finanzonline/testing/certificates.ts';
import { build, KEY, receiptCode, ZERO } from '../../countries/at/finanzonline/testing/receipts.ts';
import { isSignedBy, readReceipt, turnover, typeOf, type Receipt } from './receipt.ts';
import { runs } from '../../testing/runs.ts';

const AES = Buffer.from(KEY, 'base64');
const FAILED = 'U2ljaGVyaGVpdHNlaW5yaWNodHVuZyBhdXNnZWZhbGxlbg==';
const SIGNED =
  '_R1-AT1_KASSE-1_1_2024-01-02T08:00:00_12,00_5,50_0,00_0,00_0,00_LIVpySKdnc8=_3a7f01_XJg7/dsgYxg=' +
  '_IWBZtzv2Cf39+OJcXVJLuFZ2jBqQBzH3C/JTJfstevUkGsJPRhV/pSF9I5bsQuSkT95gfJozR/v7e52ADuCarA==';

function read(code: string): Receipt {
  const receipt = readReceipt(code);
  if ('wrong' in receipt) throw new Error(receipt.wrong);
  return receipt;
}

describe('known answers', () => {
  it.each([
    [
      `_R1-AT1_KASSE-1_1_2024-01-02T08:00:00_12,00_5,50_0,00_0,00_0,00_LIVpySKdnc8=_3a7f01_XJg7/dsgYxg=_${FAILED}`,
      1750n,
    ],
    [
      `_R1-AT1_KASSE-1_4_2024-01-02T08:10:59_0,00_0,00_0,00_0,00_19,00_9suuiIxxPR4=_3a7f01_BgRKKiOFe/E=_${FAILED}`,
      3350n,
    ],
  ])('counter of %.40s', (code, expected) => {
    expect(turnover(read(code), AES)).toBe(expected);
  });

  it.each([
    [0n, 'nH8PS6o=', 'nH8PS6rkxZw='],
    [1n, 'nH8PS6s=', 'nH8PS6rkxZ0='],
    [-1n, 'Y4DwtFU=', 'Y4DwtFUbOmM='],
    [-12_345n, 'Y4DwhG0=', 'Y4DwtFUbCls='],
    [549_755_813_887n, '44DwtFU=', 'nH8PNFUbOmM='],
    [-549_755_813_888n, 'HH8PS6o=', 'Y4Dwy6rkxZw='],
  ])('counter %d in five and eight bytes', (expected, ...texts) => {
    for (const text of texts) {
      const code = `_R1-AT1_KASSE-1_R-1_2024-01-02T08:00:00_0,00_0,00_0,00_0,00_0,00_${text}_3a7f01_XJg7/dsgYxg=_${FAILED}`;
      expect(turnover(read(code), AES)).toBe(expected);
    }
  });

  it('the signature of a receipt that RFC 7515 gives the key for', () => {
    const key = createPublicKey(RFC_KEY);
    expect(isSignedBy(read(SIGNED), key)).toBe(true);
    expect(isSignedBy(read(SIGNED.replace('12,00', '12,01')), key)).toBe(false);
    expect(isSignedBy(read(SIGNED.replace(/[^_]+$/, FAILED)), key)).toBe(false);
  });

  it('all counters of the official scenarios', () => {
    let receipts = 0;
    for (const { number, counter: expected, code8, code5 } of SCENARIOS.flatMap(scenario)) {
      for (const field of new Set([code8, code5])) {
        const code = `_R1-AT1_${REGISTER_ID}_${number}_2024-01-02T08:00:00_0,00_0,00_0,00_0,00_0,00_${field}_1_XJg7/dsgYxg=_${FAILED}`;
        const counter = turnover(read(code), Buffer.from(SCENARIO_KEY, 'base64'));
        if (counter !== null) expect(counter).toBe(expected);
        receipts += 1;
      }
    }
    expect(receipts).toBeGreaterThan(100);
  });
});

describe('a code', () => {
  it('is read field by field', () => {
    expect(read(SIGNED)).toMatchObject({
      provider: 'AT1',
      register: 'KASSE-1',
      number: '1',
      sums: [1200n, 550n, 0n, 0n, 0n],
      serial: 0x3a7f01n,
    });
  });

  it.each([
    ['ALGORITHM', 'RK1-AT1', 1],
    ['ALGORITHM', 'R1-AT0', 1],
    ['DATE', '2024-01-02T08:00:00Z', 4],
    ['DATE', '2024-02-30T08:00:00', 4],
    ['DATE', '2024-01-02 08:00:00', 4],
    ['AMOUNT', '12.00', 5],
    ['AMOUNT', '1.200,00', 6],
    ['AMOUNT', '-0,00', 7],
    ['AMOUNT', '12,0', 8],
    ['AMOUNT', '012,00', 9],
    ['TURNOVER_COUNTER', 'LIVpySKdnc8', 10],
    ['TURNOVER_COUNTER', 'LIVpyQ==', 10],
    ['TURNOVER_COUNTER', 'LIVpySKdnc8LIVpySKdnc8==', 10],
    ['HEX_CHARS', '3a7f0g', 11],
    ['HEX_CHARS', 'U:ATU12345678-K1', 11],
    ['CHAIN_VALUE_PREVIOUS_RECEIPT_BASE64', 'XJg7/dsgYxg', 12],
    ['CHAIN_VALUE_PREVIOUS_RECEIPT_BASE64', 'LIVpySKd', 12],
    ['SIGNATURE_BASE64', 'QUJD', 13],
    ['SIGNATURE_BASE64', FAILED.replaceAll('=', ''), 13],
  ])('is wrong (%s) with %s as field %d', (wrong, value, field) => {
    const fields = SIGNED.split('_');
    fields[field] = value;
    expect(readReceipt(fields.join('_'))).toEqual({ wrong });
  });

  it('says what any register has put into it', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, maxLength: 20 }).filter((t) => !t.includes('_')),
        fc.string({ minLength: 1, maxLength: 20 }).filter((t) => !t.includes('_')),
        fc.integer({ min: 5, max: 8 }),
        fc.bigInt({ min: -(2n ** 39n), max: 2n ** 39n - 1n }),
        fc.uint8Array({ minLength: 32, maxLength: 32 }),
        (register, number, counterBytes, counter, bytes) => {
          const key = Buffer.from(bytes);
          const code = receiptCode({ register, number, counterBytes, counter, key, signer: RFC_KEY });
          const receipt = read(code);
          expect(receipt).toMatchObject({ register, number });
          expect(turnover(receipt, key)).toBe(counter);
          expect(isSignedBy(receipt, createPublicKey(RFC_KEY))).toBe(true);
          expect(typeOf(receipt, key)).toBe(counter === 0n ? 'START' : null);
        },
      ),
      { numRuns: runs(200) },
    );
  });
});

describe('the kind of a receipt', () => {
  const previous = build().jws;
  it.each([
    ['START', {}],
    [null, { counter: 5n }],
    [null, { amounts: ['1,00', ...ZERO.slice(1)] }],
    [null, { signer: null }],
    [null, { counter: 'TRA' }],
    ['STANDARD', { previous, amounts: ['1,00', ...ZERO.slice(1)] }],
    ['STANDARD', { previous, amounts: ['1,00', ...ZERO.slice(1)], signer: null }],
    ['TRAINING', { previous, counter: 'TRA', signer: null }],
    ['CANCELLATION', { previous, counter: 'STO' }],
    ['NULL', { previous, counter: 5n }],
    [null, { previous, counter: 5n, signer: null }],
  ] as const)('is %s for %o', (expected, more) => {
    expect(typeOf(read(receiptCode({ signer: RFC_KEY, ...more } as object)), AES)).toBe(expected);
  });
});
