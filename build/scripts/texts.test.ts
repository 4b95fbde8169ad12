import { expect, it } from 'vitest';
import { LANGUAGES } from '../locales/files.ts';
import { missingIn, withTexts } from './texts.ts';

it('finds nothing missing in languages that are offered, and all of a new one', () => {
  for (const language of LANGUAGES) expect(missingIn(language)).toEqual({});
  const welsh = missingIn('cy');
  expect(Object.keys(welsh)).toContain('register');
  expect(welsh.register!['receipt.total']).toBe('Total');
});

it('puts texts in the order of English, with the forms of the language, and leaves out what nothing needs', () => {
  const english = { b: { n_one: 'a day', n_other: '{{count}} days' }, a: 'Hello' };
  const texts = new Map([
    ['a', 'Cześć'],
    ['b.n_many', '{{count}} dni'],
    ['b.n_one', 'dzień'],
    ['c', 'za dużo'],
  ]);
  const tree = withTexts(english, 'pl', texts);
  expect(JSON.stringify(tree)).toBe('{"b":{"n_many":"{{count}} dni","n_one":"dzień"},"a":"Cześć"}');
});
