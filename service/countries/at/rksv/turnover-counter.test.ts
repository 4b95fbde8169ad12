import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryId } from '../testing/arbitrary.ts';
import { AES_KEY } from '../testing/cash-register.ts';
import { toBase64 } from './encodings.ts';
import {
  counterFits,
  encryptCounter,
  keyCheckValue,
  readAesKey,
  type CounterBytes,
} from './turnover-counter.ts';
import { decryptCounter } from '../testing/read-code.ts';

const SIZES: readonly CounterBytes[] = [5, 6, 7, 8];
const CONTEXT = { key: AES_KEY, registerId: 'KASSE-1', receiptNumber: 'R-1' };

describe.each(SIZES)('a turnover counter of %d bytes', (bytes) => {
  const limit = 2n ** BigInt(bytes * 8 - 1);

  it('is the same again over its whole range', () => {
    const cents = fc.oneof(
      fc.bigInt({ min: -limit, max: limit - 1n }),
      fc.bigInt({ min: -1000n, max: 1000n }),
      fc.constantFrom(-limit, -limit + 1n, -1n, 0n, 1n, limit - 1n),
    );
    const key = fc.uint8Array({ minLength: 32, maxLength: 32 });
    fc.assert(
      fc.property(cents, key, arbitraryId(), arbitraryId(), (counter, k, registerId, receiptNumber) => {
        const context = { key: k, registerId, receiptNumber };
        const field = encryptCounter(counter, bytes, context);
        expect(Buffer.from(field, 'base64')).toHaveLength(bytes);
        expect(decryptCounter(field, context)).toBe(counter);
      }),
    );
  });

  it('has no room beyond', () => {
    for (const cents of [limit, -limit - 1n, limit * 2n, 2n ** 70n]) {
      expect(counterFits(cents, bytes)).toBe(false);
      expect(() => encryptCounter(cents, bytes, CONTEXT)).toThrow(RangeError);
    }
    for (const cents of [limit - 1n, -limit]) expect(counterFits(cents, bytes)).toBe(true);
  });

  it('can only be read with key, Kassen-ID and Belegnummer of its receipt', () => {
    const field = encryptCounter(4711n, bytes, CONTEXT);
    for (const other of [{ key: randomBytes(32) }, { registerId: 'KASSE-2' }, { receiptNumber: 'R-2' }]) {
      expect(decryptCounter(field, { ...CONTEXT, ...other })).not.toBe(4711n);
    }
  });
});

it.each([
  '',
  'VFJB',
  'U1RP',
  'AAAA',
  'AAAAAA==',
  toBase64(Buffer.alloc(9)),
  toBase64(Buffer.alloc(16)),
  'k8wUxdU',
  'k8wU-dU=',
])('reads no counter from %j', (field) => expect(decryptCounter(field, CONTEXT)).toBeNull());

describe('the AES key', () => {
  it('is 32 bytes as 44 characters', () => {
    const text = toBase64(AES_KEY);
    expect(readAesKey(text)).toStrictEqual(AES_KEY);
    expect(keyCheckValue(text)).toBe('omRR');
    for (const wrong of [
      '',
      text.slice(0, -1),
      `${text}\n`,
      toBase64(randomBytes(16)),
      AES_KEY.toString('hex'),
    ]) {
      expect(readAesKey(wrong)).toBeNull();
    }
  });
});
