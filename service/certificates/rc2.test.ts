import { expect, it } from 'vitest';
import { decryptRc2 } from './rc2.ts';

/** Of `openssl enc -provider legacy`, with these keys of 40 and 128 bits. */
it.each([
  ['0102030405', '4d1c057bd3efa318', 'FISKAL'],
  ['fffefdfcfb', '9447eb80d51eaa1a0b275af368b109facc323908395770cb', 'sixteen bytes ok'],
  [
    '000102030405060708090a0b0c0d0e0f',
    'e81976f6d6c39f8ad54421ab90c60dedf639281088fd77415e9dcda35af0f10d',
    'a text of four blocks, padded',
  ],
])('decrypts with the key %s', (key, encrypted, text) => {
  const iv = Buffer.from('0011223344556677', 'hex');
  const data = Buffer.from(encrypted, 'hex');
  expect(decryptRc2(Buffer.from(key, 'hex'), iv, data)?.toString()).toBe(text);
  expect(decryptRc2(Buffer.from(key, 'hex'), iv, data.subarray(1))).toBeNull();
  expect(decryptRc2(Buffer.from(key, 'hex').reverse(), iv, data)).toBeNull();
});
