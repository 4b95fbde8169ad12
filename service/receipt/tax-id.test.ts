import { expect, it } from 'vitest';
import { canonicalTaxId, mayBeSameTaxId, sameTaxId } from './tax-id.ts';

it.each([
  ['PT599999993', 'PT'],
  ['599999993', 'PT'],
  [' pt 599 999 993', 'PT'],
  ['PT-599.999.993', 'PT'],
  ['599/999/993', 'PT'],
])('%j is one company of %s', (taxId, country) => {
  expect(canonicalTaxId(taxId, country)).toBe('PT599999993');
});

it.each([
  ['U12345678', 'AT', 'ATU12345678'],
  ['B12345674', 'ES', 'ESB12345674'],
  ['094259216', 'GR', 'EL094259216'],
  ['GR094259216', 'GR', 'EL094259216'],
  ['12-345/6789', 'AT', 'AT123456789'],
])('%s of %s is %s', (taxId, country, canonical) => {
  expect(canonicalTaxId(taxId, country)).toBe(canonical);
});

it('is the same when it is made canonical twice', () => {
  for (const taxId of ['599999993', 'pt 5', '', '--', 'U1'])
    expect(canonicalTaxId(canonicalTaxId(taxId, 'AT'), 'AT')).toBe(canonicalTaxId(taxId, 'AT'));
});

it('tells companies of one number in two countries apart', () => {
  expect(sameTaxId('DK12345678', 'SI12345678', 'DK')).toBe(false);
  expect(mayBeSameTaxId('DK12345678', 'SI12345678')).toBe(false);
  expect(mayBeSameTaxId('DK 1234 5678', '12345678')).toBe(true);
  expect(mayBeSameTaxId('12345678', '34567812')).toBe(false);
  expect(mayBeSameTaxId('DK', '')).toBe(false);
});
