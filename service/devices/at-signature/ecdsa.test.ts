import { createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSignedBy, rawSignature } from './ecdsa.ts';
import { derOfPlain } from '../../certificates/ecdsa.ts';
import { signHash } from '../../emulators/at-signatures/keys.ts';
import { runs } from '../../testing/runs.ts';

describe('rawSignature', () => {
  const bytes = Buffer.from([...Array(64).keys()]);

  it('takes both forms', () => {
    expect(rawSignature(bytes)).toEqual(bytes);
    expect(rawSignature(derOfPlain(bytes))).toEqual(bytes);
  });

  it('takes nothing else', () => {
    for (const other of [Buffer.alloc(0), Buffer.alloc(63), Buffer.alloc(65), Buffer.alloc(200)])
      expect(rawSignature(other)).toBeNull();
  });
});

describe('isSignedBy', () => {
  // The test key of RFC 7515, A.3, over a receipt.
  const publicKey = createPublicKey({
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
      y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
    },
    format: 'jwk',
  });
  const payload =
    '_R1-AT1_KASSE-1_1_2024-01-02T08:00:00_12,00_5,50_0,00_0,00_0,00_LIVpySKdnc8=_3a7f01_XJg7/dsgYxg=';
  const input = `eyJhbGciOiJFUzI1NiJ9.${Buffer.from(payload).toString('base64url')}`;
  const signature = Buffer.from(
    'IWBZtzv2Cf39-OJcXVJLuFZ2jBqQBzH3C_JTJfstevUkGsJPRhV_pSF9I5bsQuSkT95gfJozR_v7e52ADuCarA',
    'base64url',
  );

  it('knows a published signature', () => {
    expect(isSignedBy(publicKey, input, signature)).toBe(true);
    expect(isSignedBy(publicKey, `${input}A`, signature)).toBe(false);
  });

  it('refuses any other signature', () => {
    fc.assert(
      fc.property(fc.nat(511), (bit) => {
        const spoilt = Buffer.from(signature);
        spoilt[bit >> 3]! ^= 1 << (bit & 7);
        return !isSignedBy(publicKey, input, spoilt);
      }),
      { numRuns: runs(50) },
    );
    for (const other of [Buffer.alloc(0), Buffer.alloc(64), Buffer.alloc(65), derOfPlain(signature)]) {
      expect(isSignedBy(publicKey, input, other)).toBe(false);
    }
  });

  it('knows the signatures of Node and of emulated cards', () => {
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const node = sign('sha256', Buffer.from(input), { key: pair.privateKey, dsaEncoding: 'ieee-p1363' });
    const hash = Buffer.from('8f434346648f6b96df89dda901c5176b10a6d83961dd3c1ac88b59b2dc327aa4', 'hex');
    expect(isSignedBy(pair.publicKey, input, node)).toBe(true);
    expect(isSignedBy(pair.publicKey, 'hi', signHash(pair.privateKey, hash))).toBe(true);
  });
});
