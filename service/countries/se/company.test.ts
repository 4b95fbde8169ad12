import { expect, it } from 'vitest';
import { companyNumber, exportedNumber, hasCheckDigit, shownNumber } from './company.ts';

const of = (TaxId: string, Org?: string) =>
  companyNumber({ Cmp: { Ctry: 'SE', TaxId, ...(Org !== undefined && { Org }) } });

it.each([
  ['SE556000461501', undefined, '5560004615'],
  ['556000-4615', undefined, '5560004615'],
  ['', '556000-4615', '5560004615'],
  ['SE556000461501', '19811218-9876', '198112189876'],
  ['SE556000461501', '55-60', ''],
  ['SE55600046150', undefined, ''],
  ['', '', ''],
])('reads %s and %s as %s', (TaxId, Org, number) => {
  expect(of(TaxId, Org)).toBe(number);
});

it.each([
  ['556000-4615', '5560004615'],
  ['811218-9876', '198112189876'],
  ['811218+9876', '188112189876'],
  ['151218-9876', '191512189876'],
  ['131218-9876', '201312189876'],
  ['19811218-9876', '198112189876'],
])('exports %s as %s: a person has the century', (Org, number) => {
  expect(exportedNumber({ Cmp: { Ctry: 'SE', TaxId: '', Org } }, '2026-05-12')).toBe(number);
});

it('knows check digits, and writes numbers as people do', () => {
  expect([hasCheckDigit('5560004615'), hasCheckDigit('5560004616'), hasCheckDigit('')]).toEqual([
    true,
    false,
    false,
  ]);
  expect(hasCheckDigit('198112189876')).toBe(true);
  expect([shownNumber('5560004615'), shownNumber('')]).toEqual(['556000-4615', '']);
});
