import { expect, it } from 'vitest';
import type { Esr } from '../../receipt/tra.ts';
import { standardPayment, vatLine } from './e-invoice.ts';

const line = (TaxG: string, Prc = '0', more: object = {}) => {
  const esr: Esr = { PosA: [{ _: 'Pos', Dsc: 'x', TaxG, Amt: '1.00', ...more }] };
  return vatLine({ _: 'Tax', TaxG, Prc }, esr);
};

it.each([
  ['M07', 'E'],
  ['M40', 'AE'],
  ['M16', 'K'],
  ['M05', 'G'],
  ['M99', 'O'],
])('says what %s is on an e-invoice: %s', (code, category) => {
  expect(line(code)).toEqual({ category, reason: expect.stringMatching(/\w{5}/) });
});

it('takes the words of the POS, knows nothing of taxed lines, and mixes no kinds', () => {
  expect(line('M07', '0', { PT_TaxExemptionReason: 'Ensino' })).toEqual({ category: 'E', reason: 'Ensino' });
  expect(line('A', '23')).toBeNull();
  const esr: Esr = {
    PosA: ['M07', 'M40'].map((code) => ({
      ...{ _: 'Pos', Dsc: 'x', TaxG: 'Isento', Amt: '1.00', PT_TaxExemptionCode: code },
    })),
  };
  expect(vatLine({ _: 'Tax', TaxG: 'Isento', Prc: '0' }, esr)).toHaveProperty('problem');
  expect(['LC', 'NU', 'XX'].map(standardPayment)).toEqual(['open', 'cash', undefined]);
});
