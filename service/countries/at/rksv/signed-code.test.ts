/** Payload, JWS, QR code and OCR text are one and the same receipt; what is none of them is refused. */
import { generateKeyPairSync, sign } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryCode } from '../testing/arbitrary.ts';
import { derToRaw } from '../testing/der.ts';
import { compactJws, JWS_HEADER, signingInput, type SignedCode } from './jws.ts';
import { buildPayload } from './machine-code.ts';
import { linkHash, ocrText, parseQr, qrText } from './printed.ts';
import { runs } from '../../../testing/runs.ts';
import { parseJws, parseOcr } from '../testing/read-code.ts';

const arbitrarySigned = (): fc.Arbitrary<SignedCode> =>
  fc
    .tuple(arbitraryCode(), fc.option(fc.uint8Array({ minLength: 64, maxLength: 64 })))
    .map(([code, signature]) => ({
      code,
      payload: buildPayload(code),
      signature: signature && Buffer.from(signature),
    }));

const PAYLOAD =
  '_R1-AT1_KASSE-1_1_2024-01-02T08:00:00_12,00_5,50_0,00_0,00_0,00_LIVpySKdnc8=_3a7f01_XJg7/dsgYxg=';
const OUTAGE = { payload: PAYLOAD, signature: null };

describe('a signed receipt', () => {
  it('is the same again in every form', () => {
    fc.assert(
      fc.property(arbitrarySigned(), (signed) => {
        expect(parseJws(compactJws(signed))).toStrictEqual({ value: signed });
        expect(parseQr(qrText(signed))).toStrictEqual({ value: signed });
        expect(parseOcr(ocrText(signed))).toStrictEqual({ value: signed });
      }),
    );
  });

  it('has one text only in every form', () => {
    const at = fc.nat(400);
    const character = fc.constantFrom(...'ABQgw048+/-_=.,: 7');
    const forms = [
      [compactJws(OUTAGE), parseJws, compactJws],
      [qrText(OUTAGE), parseQr, qrText],
      [ocrText(OUTAGE), parseOcr, ocrText],
    ] as const;
    fc.assert(
      fc.property(fc.constantFrom(...forms), at, character, ([text, parse, write], where, put) => {
        const i = where % (text.length + 1);
        for (const edited of [
          text.slice(0, i) + put + text.slice(i + 1),
          text.slice(0, i) + put + text.slice(i),
        ]) {
          const parsed = parse(edited);
          if ('value' in parsed) expect(write(parsed.value)).toBe(edited);
        }
      }),
      { numRuns: runs(200) },
    );
  });

  it.each([
    ['', null],
    ['..', null],
    [`${JWS_HEADER}.X`, null],
    [`${compactJws(OUTAGE)}.`, null],
    [compactJws(OUTAGE).replace(JWS_HEADER, 'eyJhbGciOiJub25lIn0'), null],
    [`${JWS_HEADER}.${Buffer.from([0x5f, 0xff]).toString('base64url')}.AAAA`, null],
    [`${signingInput(PAYLOAD)}=.${'A'.repeat(86)}`, null],
    [`${signingInput(PAYLOAD)}.`, 13],
    [`${signingInput(PAYLOAD)}.${'A'.repeat(85)}`, 13],
    [`${signingInput(PAYLOAD)}.${'A'.repeat(86)}==`, 13],
    [`${signingInput(PAYLOAD)}.${Buffer.alloc(70).toString('base64url')}`, 13],
    [`${signingInput(PAYLOAD.replace('12,00', '12.00'))}.${'A'.repeat(86)}`, 5],
    ['A'.repeat(100_000), null],
  ])('is not read from the JWS %#', (jws, field) => {
    expect(parseJws(jws)).toMatchObject({ fault: { field } });
  });

  it.each([
    ['', null],
    ['_'.repeat(200), 13],
    [PAYLOAD, null],
    [`${PAYLOAD}_${Buffer.alloc(64).toString('base64url')}`, 13],
    [`${PAYLOAD}_${Buffer.alloc(64).toString('base64')}_`, 13],
    [`${PAYLOAD.replace('_3a7f01', '_zz')}_${Buffer.alloc(64).toString('base64')}`, 11],
    [ocrText(OUTAGE), 13],
    ['_'.repeat(1001), null],
  ])('is not read from the QR text %#', (text, field) => {
    expect(parseQr(text)).toMatchObject({ fault: { field } });
  });

  it.each([
    [qrText(OUTAGE), 10],
    [ocrText(OUTAGE).toLowerCase(), 10],
    [`${ocrText(OUTAGE)}_`, null],
    ['A'.repeat(2000), null],
  ])('is not read from the OCR text %#', (text, field) => {
    expect(parseOcr(text)).toMatchObject({ fault: { field } });
  });

  it('is not written with a signature of another length', () => {
    expect(() => compactJws({ payload: PAYLOAD, signature: Buffer.alloc(63) })).toThrow('64 bytes');
    expect(() => qrText({ payload: PAYLOAD, signature: Buffer.alloc(72) })).toThrow('64 bytes');
    expect(() => qrText({ payload: PAYLOAD + 'x'.repeat(900), signature: null })).toThrow('characters');
  });

  it('has another hash when a character of the code is another', () => {
    const qr = qrText(OUTAGE);
    expect(linkHash(qr)).toMatch(/^[\w-]{11}$/);
    expect(linkHash(qr.replace('12,00', '12,01'))).not.toBe(linkHash(qr));
  });
});

describe('a signature in DER', () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const number = fc.oneof(
    fc.bigInt({ min: 1n, max: 2n ** 256n - 1n }),
    fc.bigInt({ min: 1n, max: 2n ** 20n }),
    fc.constantFrom(127n, 128n, 255n, 256n, 2n ** 255n, 2n ** 255n - 1n, 2n ** 248n),
  );

  /** As X.690 says, written apart from the code under test. */
  function der(r: bigint, s: bigint): Buffer {
    const integers = [r, s].map((n) => {
      let hex = n.toString(16);
      if (hex.length % 2) hex = `0${hex}`;
      if (parseInt(hex.slice(0, 2), 16) > 127) hex = `00${hex}`;
      return Buffer.concat([Buffer.of(2, hex.length / 2), Buffer.from(hex, 'hex')]);
    });
    const content = Buffer.concat(integers);
    return Buffer.concat([Buffer.of(0x30, content.length), content]);
  }

  it('becomes both numbers in 32 bytes each', () => {
    fc.assert(
      fc.property(number, number, (r, s) => {
        const hex = r.toString(16).padStart(64, '0') + s.toString(16).padStart(64, '0');
        expect(derToRaw(der(r, s))?.toString('hex')).toBe(hex);
      }),
    );
  });

  it('is what OpenSSL writes', () => {
    for (let i = 0; i < 50; i++) {
      const raw = derToRaw(sign('sha256', Buffer.of(i), privateKey));
      expect(raw).toHaveLength(64);
    }
  });

  it('is refused when it is no DER', () => {
    const good = der(5n, 2n ** 255n);
    fc.assert(
      fc.property(fc.nat(good.length - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
        const bad = Buffer.from(good);
        bad[at]! ^= flip;
        const raw = derToRaw(bad);
        // Other numbers are numbers; another shape is none.
        if (raw)
          expect(
            der(BigInt(`0x${raw.toString('hex', 0, 32)}`), BigInt(`0x${raw.toString('hex', 32)}`)),
          ).toStrictEqual(bad);
      }),
    );
    const raw64 = Buffer.alloc(64, 7);
    for (const bad of [
      Buffer.alloc(0),
      Buffer.of(0x30),
      Buffer.of(0x30, 0),
      good.subarray(0, -1),
      Buffer.concat([good, Buffer.of(0)]),
      raw64,
      der(5n, 2n ** 256n),
      Buffer.from('3006020100020105', 'hex').fill(0xff, 4, 5),
      Buffer.from('300702020005020105', 'hex'),
    ]) {
      expect(derToRaw(bad)).toBeNull();
    }
  });
});
