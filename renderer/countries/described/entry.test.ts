import { describe, expect, it } from 'vitest';
import type { PageField } from '../../../service/countries/contract/described-page/fields.ts';
import { bodyOf, decimalText, missingFields } from './entry.ts';

const label = { key: 'x' };
const fields: PageField[] = [
  { type: 'text', name: 'user', label, most: 9, required: true },
  { type: 'password', name: 'password', label, most: 9 },
  { type: 'number', name: 'rate', label, digits: 2, value: '13.5' },
  { type: 'date', name: 'from', label },
  { type: 'select', name: 'mode', label, value: 'a', options: [{ value: 'a', label }] },
  { type: 'checkbox', name: 'sure', label, required: true },
  { type: 'file', name: 'file', label, accept: '', most: 9 },
];

describe('a form of a described page', () => {
  it('sends what is there, and leaves out what is empty', () => {
    expect(bodyOf(fields, { user: ' U ', password: ' p ', from: '' })).toEqual({
      user: 'U',
      password: ' p ',
      rate: '13.5',
      mode: 'a',
      sure: false,
    });
    expect(bodyOf(fields, { rate: '1 234,5', sure: true, file: 'AAAA' })).toMatchObject({
      rate: '1234.5',
      sure: true,
      file: 'AAAA',
    });
  });

  it('misses what has to be there, and files that cannot be used', () => {
    expect(missingFields(fields, { user: ' ' })).toEqual(['user', 'sure']);
    expect(missingFields(fields, { user: 'u', sure: true, file: null })).toEqual(['file']);
    expect(missingFields(fields, { user: 'u', sure: true })).toEqual([]);
  });

  it.each([
    ['12,5', '12.5'],
    ['12.5', '12.5'],
    ['-1 000', '-1000'],
    ['1.000,5', '1.000,5'],
    ['x', 'x'],
  ])('writes the number %s as %s', (typed, text) => {
    expect(decimalText(typed)).toBe(text);
  });
});
