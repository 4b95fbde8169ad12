/** Payment card numbers in texts of receipts: found, and told from all other numbers. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskCardNumbers } from './cards.ts';
import { FIELDS } from './fields.ts';
import { readTra } from './read.ts';

/** A number with Luhn's check digit behind it. */
function withCheckDigit(digits: string): string {
  for (let check = 0; check < 10; check++) {
    const all = `${digits}${check}`;
    const sum = [...all].reverse().reduce((total, digit, i) => {
      const value = Number(digit) * (i % 2 === 1 ? 2 : 1);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
    if (sum % 10 === 0) return all;
  }
  throw new Error('never');
}

/** An account of a country with its check digits, in groups of so many characters; 0: in one piece. */
function account(country: string, number: string, group: number): string {
  const value = [...`${number}${country}00`].map((c) => String(parseInt(c, 36))).join('');
  const check = String(98n - (BigInt(value) % 97n)).padStart(2, '0');
  const all = `${country}${check}${number}`;
  return group === 0 ? all : all.match(new RegExp(`.{1,${group}}`, 'g'))!.join(' ');
}

it.each([
  ['4111111111111111', '411111******1111'],
  ['Visa 4111 1111 1111 1111, obrigado', 'Visa 4111 11** **** 1111, obrigado'],
  ['VISA4111-1111-1111-1111.', 'VISA4111-11**-****-1111.'],
  ['5555 5555 5555 4444', '5555 55** **** 4444'],
  ['2223003122003222', '222300******3222'],
  ['Amex 3782 822463 10005', 'Amex 3782 82**** *0005'],
  ['Diners 3056 930902 5904', 'Diners 3056 93**** 5904'],
  ['30569309025904', '305693****5904'],
  ['6011111111111117', '601111******1117'],
  ['3530111333300000', '353011******0000'],
  ['4000 0000 0000 0000 006', '4000 00** **** ***0 006'],
  ['6759 6498 2643 8453', '6759 64** **** 8453'],
  ['4111\u00a01111\u20131111\u20111111', '4111\u00a011**\u2013****\u20111111'],
  ['Mesa 5 4111 1111 1111 1111', 'Mesa 5 4111 11** **** 1111'],
  ['CC 4111 1111 1111 1111', 'CC 4111 11** **** 1111'],
  ['MC5555555555554444', 'MC555555******4444'],
  ['Mr 50 euro - 4111 1111 1111 1111', 'Mr 50 euro - 4111 11** **** 1111'],
  ['TISCH 12 4111 1111 1111 1111', 'TISCH 12 4111 11** **** 1111'],
  ['2026 4111 1111 1111 1111 12.50', '2026 4111 11** **** 1111 12.50'],
  ['4111111111111111 5555555555554444', '411111******1111 555555******4444'],
])('a card number is masked: %j', (text, masked) => {
  expect(maskCardNumbers(text)).toBe(masked);
});

it.each([
  // Wrong check digit, too short, too long.
  '4111111111111112',
  '411111111111',
  '41111111111111111111',
  // 13 digits are numbers of articles (GTIN-13 of Germany, with Luhn's digit by chance).
  '4222222222222',
  '4006381333931',
  '4 006381 333931',
  // No network begins so: serial numbers of phones and SIM cards have the same check digit.
  'IMEI 356938035643809',
  'SIM 8935101234567890128',
  withCheckDigit('123456789012345'),
  withCheckDigit('912345678912345'),
  // Accounts.
  account('PT', '41111111111111111111111'.slice(2), 4),
  account('PT', '41111111111111111111111'.slice(2), 0),
  account('AT', '4111111111111111', 4),
  `${account('FI', '41111111111111', 4)} BIC NDEAFIHH`,
  account('GB', 'NWBK4111111111', 4),
  'IBAN DE89 3704 0044 0532 0130 00',
  // Phones.
  '+351 912 345 678 / +49 1511 1234567',
  '00351 912 345 678',
  // Fiscal texts.
  'ATCUD:AAJFJ2K6-4111',
  'FS 1_1.26/4111',
  '_R1-AT1_1_2026/17_2026-05-04T12:00:00_1,00_0,00',
  // Groups that no card has.
  '41 11 11 11 11 11 11 11',
  '411111 1111111111',
  // The number of a document that is made of a time.
  withCheckDigit('260504123045123'),
  // A part of something else.
  '4111111111111111abcdef',
  '12.30 EUR 2026-05-04 12:30:45',
])('another number stays as it is: %j', (text) => {
  expect(maskCardNumbers(text)).toBe(text);
});

it('a masked text is masked no further, and keeps its length and everything else', () => {
  const card = fc
    .stringMatching(/^4[0-9]{14}$/)
    .map(withCheckDigit)
    .chain((digits) => fc.constantFrom(digits, digits.replace(/(.{4})(?!$)/g, '$1 ')));
  fc.assert(
    fc.property(fc.string(), card, fc.string(), (before, number, after) => {
      const text = `${before.replace(/[\dA-Za-z]| $/g, '.')} . ${number}.${after.replace(/\d/g, '.')}`;
      const masked = maskCardNumbers(text);
      expect(masked).toHaveLength(text.length);
      expect(masked).toContain('*');
      expect(maskCardNumbers(masked)).toBe(masked);
    }),
  );
});

describe('texts made against the search', () => {
  /** Milliseconds of CPU for a text. */
  function cpu(text: string): number {
    const from = process.cpuUsage();
    maskCardNumbers(text);
    const { user, system } = process.cpuUsage(from);
    return (user + system) / 1000;
  }

  it.each([
    ['digits', '4'],
    ['digits with blanks', '4 '],
    ['groups of a card that is none', '4111 1111 1111 1112 '],
    ['cards', '4111 1111 1111 1111 '],
    ['cards in one piece', '4111111111111111 '],
    ['dashes', '1---'],
    ['letters before digits', 'PT'],
    ['accounts around cards', 'PT50 4111 1111 1111 1111 '],
  ])('%s take time in proportion to their length', (_what, piece) => {
    const small = piece.repeat(Math.ceil(100_000 / piece.length));
    const large = small.repeat(8);
    cpu(small);
    const least = (text: string) => Math.min(cpu(text), cpu(text), cpu(text));
    // Eight times the text, far from 64 times the time.
    expect(least(large)).toBeLessThan(24 * Math.max(least(small), 2));
  });
});

describe('in a receipt', () => {
  const CARD = '4111111111111111';
  const MASKED = '411111******1111';
  const read = (ESR: object) => readTra({ Tra: { ESR } } as never, { currencyDigits: 2, fields: FIELDS });

  it('free texts are masked, with a warning for each place that shows no number', () => {
    const { tra, warnings } = read({
      Rsn: CARD,
      Head: `Visa ${CARD}`,
      Txt: [{ _: 'Txt', value: CARD }],
      Foot: ['x', CARD],
      PosA: [
        { Dsc: CARD, Note: CARD, Info: CARD },
        { _: 'Lin', Dsc: 'x', LAmt: CARD },
      ],
      PayA: [{ Dsc: `Visa ${CARD}` }],
    });
    expect(JSON.stringify(tra)).not.toContain(CARD);
    expect(tra!.ESR.PayA![0]!.Dsc).toBe(`Visa ${MASKED}`);
    expect(warnings).toHaveLength(9);
    expect(warnings.join()).not.toContain('1111');
    expect(warnings).toContain('#CARD_MASKED ESR.PosA[0].Note: a payment card number was masked');
  });

  it('numbers, references and ids stay as they are, whatever they look like', () => {
    const ids = {
      ...{ TN: CARD, FN: CARD, DN: CARD, RFN: CARD, RTN: CARD, Opr: CARD, TP: CARD, TaxId: CARD },
      Loyalty: { Card: CARD },
      Ctm: { CN: CARD, TaxId: CARD, Nam: CARD },
      PosA: [{ PN: CARD, IN: CARD, ID: CARD, SKU: CARD, VouN: CARD, Dev: CARD, RTN: CARD }],
      PayA: [{ UID: CARD, FAmt: '1' }],
    };
    const { tra, warnings } = read(ids);
    expect(tra!.ESR).toMatchObject(ids);
    expect(warnings).toEqual([]);
  });
});
