import { expect, it } from 'vitest';
import { localDate, localDecimal } from './local-format.ts';

it.each([
  ['0.00', '0,00'],
  ['-0.05', '-0,05'],
  ['999.9', '999,9'],
  ['1234', '1.234'],
  ['-1234567.50', '-1.234.567,50'],
  // No decimals of ours: as they are.
  ...['', '1,5', '+1', '1.', '.5', 'hoje', '1 2', '9'.repeat(100_000)].map((text) => [text, text]),
])('writes %s the German, Croatian and Portuguese way', (text, local) => {
  expect(['de', 'hr', 'pt', 'en', 'constructor'].map((language) => localDecimal(text, language))).toEqual([
    ...[local, local, local, text, text],
  ]);
});

it('writes dates as the language has them, and shortens what is behind the seconds', () => {
  const dates = (text: string) => ['de', 'hr', 'pt', 'en'].map((language) => localDate(text, language));
  expect(dates('2026-05-04T10:15:30.250+01:00')).toEqual([
    ...['04.05.2026 10:15:30', '04.05.2026. 10:15:30', '2026-05-04 10:15:30', '2026-05-04 10:15:30'],
  ]);
  expect(dates('2026-05-04')).toEqual(['04.05.2026', '04.05.2026.', '2026-05-04', '2026-05-04']);
});

it.each([
  ['sl', '1.234,50', '04.05.2026'],
  ['cs', '1 234,50', '04.05.2026'],
  ['it', '1.234,50', '04/05/2026'],
  ['da', '1.234,50', '04.05.2026'],
  ['nb', '1 234,50', '04.05.2026'],
  ['hu', '1 234,50', '2026.05.04.'],
  ['sv', '1 234,50', '2026-05-04'],
])('writes as %s does', (language, decimal, date) => {
  expect([localDecimal('1234.50', language), localDate('2026-05-04', language)]).toEqual([decimal, date]);
});
