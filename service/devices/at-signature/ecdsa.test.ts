import { createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSignedBy, rawSignature } from './ecdsa.ts';
import { derSignature, signHash } from '../../emulators/at-signatures/keys.ts';
import { runs } from '../../testing/runs.ts';

const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const part = fc
  .oneof(fc.bigInt(1n, ORDER - 1n), fc.bigInt(1n, 0xffffn), fc.constantFrom(1n, 127n, 128n, 255n, ORDER - 1n))
  .map((value) => Buffer.from(value.toString(16).padStart(64, '0'), 'hex'));
const raw = fc.tuple(part, part).map((parts) => Buffer.concat(parts));

describe('rawSignature', () => {
  it('gives back what was written as DER', () => {
    fc.assert(
      fc.property(raw, (signature) => {
        const der = derSignature(signature);
        fc.pre(der.length !== 64);
        return rawSignature(der)!.equals(signature);
      }),
    );
  });

  it('takes 64 bytes as they are', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 64, maxLength: 64 }), (bytes) =>
        rawSignature(bytes)!.equals(Buffer.from(bytes)),
      ),
    );
  });

  it('takes nothing else', () => {
    fc.assert(
      fc.property(raw, fc.nat(), (signature, at) => {
        const der = derSignature(signature);
        const spoilt = (tag: number) =>
          Buffer.concat([der.subarray(0, tag), Buffer.of(4), der.subarray(tag + 1)]);
        // Cut off, with something behind, and with another outer or inner tag.
        const wrong = [
          der.subarray(0, at % der.length),
          Buffer.concat([der, Buffer.of(0)]),
          spoilt(0),
          spoilt(2),
        ];
        // What has 64 bytes is taken as it is; the check of the signature follows.
        for (const bytes of wrong.filter(({ length }) => length !== 64)) {
          expect(rawSignature(bytes)).toBeNull();
        }
      }),
    );
    for (const bytes of [
      '',
      '30060201000201',
      '3006020100020100',
      '300702010102010100',
      '3006020180020101',
      '30820006020101020101',
    ]) {
      expect(rawSignature(Buffer.from(bytes, 'hex'))).toBeNull();
    }
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => void rawSignature(bytes)));
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
    for (const other of [Buffer.alloc(0), Buffer.alloc(64), Buffer.alloc(65), derSignature(signature)]) {
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
