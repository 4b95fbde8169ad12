import { createPublicKey } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EMPTY_PERIOD, NO_TOTALS, totalOf, withAmount, withDocument } from '../base/grand-totals.ts';
import { excerpt, isSignature } from './signature.ts';
import { duplicateText, eventText, plainText, rateText, ticketText, totalText } from './signed-text.ts';
import { KNOWN_ANSWERS, PUBLIC_JWK } from './testing/known-answers.ts';

const key = createPublicKey({ key: PUBLIC_JWK, format: 'jwk' });
const FIRST = { number: 0, signature: '' };
const SALE = new Map([
  ['0550', 100],
  ['2000', 750],
  ['1000', 1999],
]);

describe('signatures', () => {
  it.each(KNOWN_ANSWERS)('fit known answers: %s', (text, signature, printed) => {
    expect(isSignature(text, signature, key)).toBe(true);
    expect(excerpt(signature)).toBe(printed);
    expect(isSignature(`${text} `, signature, key)).toBe(false);
  });

  it.each(['', '=', 'a'.repeat(85), `${'a'.repeat(85)}=`, 'ä'.repeat(86)])('are none: %j', (signature) => {
    expect(isSignature('', signature, key)).toBe(false);
  });
});

describe('signed texts', () => {
  it('are those of the known answers', () => {
    const ticket = { split: SALE, total: 2849, time: '2020-04-19T15:25:34', number: '18', operation: 'SALE' };
    expect(ticketText(ticket, FIRST)).toBe(`${KNOWN_ANSWERS[0]![0]},`);
    const refund = { ...ticket, split: new Map([['2000', -750]]), total: -750, number: '19' };
    const time = '2020-04-19T15:30:00';
    const before = { number: 1, signature: KNOWN_ANSWERS[0]![1] };
    expect(ticketText({ ...refund, time, operation: 'REFUND' }, before)).toBe(KNOWN_ANSWERS[1]![0]);
    const at = { operator: 'OP1', register: 'K1' };
    const start = { ...at, code: '80', info: 'Demarrage terminal', time: '2020-04-19T08:00:00' };
    expect(eventText(start, 1, FIRST)).toBe(KNOWN_ANSWERS[3]![0]);
    const copy = { ...at, document: 'SALE', copy: 1, time: '2020-04-19T16:00:00', original: 'K1-18' };
    expect(duplicateText(copy, 1, FIRST)).toBe(KNOWN_ANSWERS[5]![0]);
  });

  it('sum up a day as the known answer does, with the number of the total besides', () => {
    const refund = new Map([['2000', -750]]);
    const day = withDocument(withDocument(EMPTY_PERIOD, SALE), refund);
    const totals = withAmount(withAmount(NO_TOTALS, 2849), -750);
    expect([totals, day.sales, day.returns]).toEqual([{ real: '2099', absolute: '3599' }, '2849', '-750']);
    const split = new Map(Object.entries(day.rates).map(([rate, amount]) => [rate, BigInt(amount)]));
    const facts = { split, total: totalOf(day), perpetual: BigInt(totals.real), of: '20200419' };
    expect(totalText({ ...facts, time: '2020-04-19T23:59:59' }, 1, FIRST)).toBe(
      '2000:0|1000:1999|0550:100,2099,2099,20200419235959,20200419,1,N,',
    );
  });

  it.each([
    ['20', '2000'],
    ['5.5', '0550'],
    ['2.1', '0210'],
    ['0', '0000'],
    ['8.5', '0850'],
    ['1.05', '0105'],
  ])('write %s %% as %s', (rate, text) => {
    expect(rateText(rate)).toBe(text);
  });

  it('keep their number of values whatever is in them', () => {
    const hostile = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(hostile, hostile, hostile, (info, operator, register) => {
        const text = eventText(
          { code: '80', info, operator, register, time: '2020-04-19T08:00:00' },
          1,
          FIRST,
        );
        expect(text.split(',')).toHaveLength(8);
        expect(plainText(text)).not.toMatch(/[\n\r,]/);
      }),
    );
  });
});
