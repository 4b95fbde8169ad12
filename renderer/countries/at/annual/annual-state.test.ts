import { expect, it } from 'vitest';
import { annualState, checkBy } from './annual-state.ts';

it('must be checked by 15 February of the next year', () => {
  const receipt = { year: '2026', checked: null };
  expect(checkBy('2026')).toBe('2027-02-15');
  expect(annualState(receipt, '2027-02-15')).toBe('due');
  expect(annualState(receipt, '2027-02-16')).toBe('overdue');
  expect(annualState({ ...receipt, checked: '2027-03-01T09:00:00' }, '2027-03-02')).toBe('checked');
});
