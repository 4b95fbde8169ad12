import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { payloadOf, signingInput, unitNamedIn } from './signing-input.ts';

const PAYLOAD =
  '_R1-AT1_KASSE-1_1_2024-01-02T08:00:00_12,00_5,50_0,00_0,00_0,00_LIVpySKdnc8=_3a7f01_XJg7/dsgYxg=';

describe('signing input', () => {
  it('gives its payload back', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 300, unit: 'grapheme' }), (payload) => {
        expect(payloadOf(signingInput(payload))).toBe(payload);
      }),
    );
  });

  it.each([
    ['another header', `eyJhbGciOiJub25lIn0.${Buffer.from(PAYLOAD).toString('base64url')}`],
    ['three parts', `${signingInput(PAYLOAD)}.AAAA`],
    ['padding', `${signingInput('ab')}=`],
    ['no UTF-8', `eyJhbGciOiJFUzI1NiJ9.${Buffer.of(0xff, 0xfe, 0xfd).toString('base64url')}`],
    ['bits that mean nothing', 'eyJhbGciOiJFUzI1NiJ9.YR'],
    ['nothing', ''],
    ['no payload', 'eyJhbGciOiJFUzI1NiJ9.'],
    ['too long', signingInput('x'.repeat(4000))],
  ])('is none with %s', (_, text) => {
    expect(payloadOf(text)).toBeNull();
    expect(unitNamedIn(text)).toBeNull();
  });

  it('names a unit', () => {
    expect(unitNamedIn(signingInput(PAYLOAD))).toEqual({ zda: 'AT1', serial: '3a7f01' });
    const closed = PAYLOAD.replace('AT1', 'AT0').replace('3a7f01', 'U:ATU12345678-K1');
    expect(unitNamedIn(signingInput(closed))).toEqual({ zda: 'AT0', serial: 'U:ATU12345678-K1' });
  });

  it('names none when it is no code', () => {
    for (const payload of ['hello', PAYLOAD.replace('_R1-', '_RK1-'), `${PAYLOAD}_more`, PAYLOAD.slice(1)]) {
      expect(unitNamedIn(signingInput(payload))).toBeNull();
    }
  });
});
