import { generateKeyPairSync, sign, verify } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../testing/runs.ts';
import { derOfPlain, plainOfDer, signPlain, verifyPlain } from './ecdsa.ts';

/** A part of a signature, from one byte that is not zero to all 32. */
const part = fc.tuple(fc.nat(31), fc.uint8Array({ minLength: 32, maxLength: 32 })).map(([zeros, bytes]) => {
  const value = Buffer.from(bytes).fill(0, 0, zeros);
  if (value.every((byte) => byte === 0)) value[31] = 1;
  return value;
});
const plain = fc.tuple(part, part).map((parts) => Buffer.concat(parts));
const text = fc.uint8Array({ maxLength: 300 });

describe('the two forms', () => {
  it('become each other, however short R and S are', () => {
    fc.assert(fc.property(plain, (bytes) => plainOfDer(derOfPlain(bytes))!.equals(bytes)));
  });

  it('take nothing but a SEQUENCE of two INTEGERs', () => {
    fc.assert(
      fc.property(plain, fc.nat(), (bytes, at) => {
        const der = derOfPlain(bytes);
        const spoilt = (tag: number) =>
          Buffer.concat([der.subarray(0, tag), Buffer.of(4), der.subarray(tag + 1)]);
        // Cut off, with something behind, and with another outer or inner tag.
        const cut = der.subarray(0, at % der.length);
        for (const wrong of [cut, Buffer.concat([der, Buffer.of(0)]), spoilt(0), spoilt(2)])
          expect(plainOfDer(wrong)).toBeNull();
      }),
    );
    for (const bytes of [
      '',
      '30060201000201',
      '3006020100020100',
      '300702010102010100',
      '3006020180020101',
      '30820006020101020101',
    ])
      expect(plainOfDer(Buffer.from(bytes, 'hex'))).toBeNull();
  });

  it('never throw', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => void plainOfDer(bytes)));
  });
});

describe('signatures', () => {
  const keys = ['P-256', 'P-384', 'brainpoolP384r1'].map((namedCurve) =>
    generateKeyPairSync('ec', { namedCurve }),
  );
  const [p256] = keys;

  it('are those that Node takes', () => {
    const check = fc.property(text, (bytes) =>
      verify(
        'sha256',
        bytes,
        { key: p256!.publicKey, dsaEncoding: 'ieee-p1363' },
        signPlain(bytes, p256!.privateKey),
      ),
    );
    fc.assert(check, { numRuns: runs(50) });
  });

  it('of Node are taken, of all curves, and no others', () => {
    const check = fc.property(text, fc.constantFrom(...keys), fc.nat(), (bytes, key, at) => {
      const signature = sign('sha256', bytes, { key: key.privateKey, dsaEncoding: 'ieee-p1363' });
      expect(verifyPlain('sha256', bytes, signature, key.publicKey)).toBe(true);
      signature[at % signature.length]! ^= 1;
      expect(verifyPlain('sha256', bytes, signature, key.publicKey)).toBe(false);
    });
    fc.assert(check, { numRuns: runs(30) });
  });

  it('have the length of their curve', () => {
    const signature = signPlain(Buffer.from('x'), p256!.privateKey);
    const longer = Buffer.concat([
      Buffer.alloc(1),
      signature.subarray(0, 32),
      Buffer.alloc(1),
      signature.subarray(32),
    ]);
    for (const other of [Buffer.alloc(0), Buffer.alloc(64), derOfPlain(signature), longer])
      expect(verifyPlain('sha256', Buffer.from('x'), other, p256!.publicKey)).toBe(false);
  });

  it('are not of a key without a curve', () => {
    const { publicKey } = generateKeyPairSync('ed25519');
    expect(verifyPlain('sha256', Buffer.from('x'), Buffer.alloc(64), publicKey)).toBe(false);
  });
});
