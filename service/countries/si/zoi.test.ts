import { createPrivateKey } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lacksOfficial, needOfficial, officialBytes } from '../../testing/official.ts';
import { codeParts, printedCode, zoiOf } from './zoi.ts';

const KEY = 'examples/dk/test-rsa2048.pem';

it('is the digest of the signed number, time and total', ({ skip }) => {
  needOfficial(skip, lacksOfficial(KEY));
  const receipt = {
    ...{ taxNumber: '99999862', time: '2015-08-07T13:05:24', number: '145' },
    ...{ premises: 'TRGOVINA1', device: 'BLAG2', total: 6671 },
  };
  expect(zoiOf(receipt, createPrivateKey(officialBytes(KEY)))).toBe('55ceabce997a12581cf58db63fa9b301');
});

const KNOWN: [zoi: string, taxNumber: string, time: string, code: string][] = [
  [
    '34905bcff14b381039af2e9d7eee54bb',
    '99999862',
    '2015-08-07T13:05:24',
    '069869408702625034879475616534770898107999998621508071305248',
  ],
  [
    'a7e5f55e1dbb48b799268e1a6d8618a3',
    '12345678',
    '2015-08-15T10:31:32',
    '223175087923687075112234402528973166755123456781508151031321',
  ],
  [
    '55ceabce997a12581cf58db63fa9b301',
    '99999862',
    '2015-08-07T13:05:24',
    '114057477455118508143052601848180093697999998621508071305245',
  ],
];

it.each(KNOWN)('is printed as 60 digits: %s', (zoi, taxNumber, time, code) => {
  expect(printedCode(zoi, taxNumber, time)).toBe(code);
});

it('has 60 digits whatever the mark, and parts that say their place', () => {
  const zoi = fc.stringMatching(/^[0-9a-f]{32}$/);
  fc.assert(
    fc.property(zoi, fc.constantFrom(1, 2, 3), (mark, parts) => {
      const code = printedCode(mark, '99999862', '2026-08-07T13:05:24');
      expect(code).toMatch(/^\d{60}$/);
      const split = codeParts(code, parts);
      const data = parts === 1 ? split : split.map((part) => part.slice(2));
      expect([split.length, data.join('')]).toEqual([parts, code]);
      if (parts > 1)
        expect(split.map((part) => part.slice(0, 2))).toEqual(['41', '42', '43'].slice(0, parts));
    }),
  );
});
