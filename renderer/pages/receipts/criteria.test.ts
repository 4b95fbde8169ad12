import { expect, it } from 'vitest';
import { ANY, readCriteria } from './criteria.ts';

it('reads amounts as people write them, and nothing as nothing', () => {
  expect(readCriteria(ANY, 'de')).toEqual({ criteria: null, faults: {} });
  expect(readCriteria({ ...ANY, FN: '  ' }, 'de').criteria).toBeNull();
  expect(readCriteria({ ...ANY, t: '1.234,50' }, 'de').criteria?.t).toBe('1234.50');
  expect(readCriteria({ ...ANY, t: '1,234.50' }, 'en').criteria?.t).toBe('1234.50');
});

it.each([
  [{ t: 'much' }, 't'],
  [{ SQ: '12a' }, 'SQ'],
  [{ value: '12' }, 'field'],
  [{ field: 'Rsn' }, 'value'],
  // Would ask another register, or for more than fits.
  ...['rn', 'RN_TT', 'TaxId', 'limit', 'Ctm.Nam', 'a b'].map(
    (field) => [{ field, value: '12' }, 'field'] as const,
  ),
] as const)('names what is wrong in %j', (entered, wrong) => {
  expect(Object.keys(readCriteria({ ...ANY, ...entered }, 'en').faults)).toEqual([wrong]);
});

it('takes any field of a receipt', () => {
  const entered = { ...ANY, field: 'OprTIN', value: '12' };
  expect(readCriteria(entered, 'en')).toEqual({ criteria: entered, faults: {} });
});
