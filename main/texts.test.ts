import { expect, it } from 'vitest';
import { fill, textsFor } from './texts.ts';

it.each([
  ['pt-PT', 'pt'],
  ['pt_BR', 'pt'],
  ['de-AT', 'de'],
  ['hr-HR', 'hr'],
  ['en-US', 'en'],
  ['fr', 'en'],
  ['constructor', 'en'],
  ['', 'en'],
])('for %s speaks %s', (locale, language) => {
  expect(textsFor(locale).language).toBe(language);
});

it.each(['de', 'hr', 'pt'])('has the same texts and places to fill in %s', (locale) => {
  const places = (texts: object, path = ''): string[] =>
    Object.entries(texts).flatMap(([key, text]: [string, object | string]) =>
      typeof text === 'object'
        ? places(text, `${path}${key}.`)
        : `${path}${key}:${(text.match(/\{\w+\}/g) ?? []).sort().join()}`,
    );
  const sorted = (of: string): string[] => places({ ...textsFor(of), language: '' }).sort();
  expect(sorted(locale)).toEqual(sorted('en'));
});

it('fills known places and leaves others', () => {
  expect(fill('{a} of {b}, {c}', { a: 1, b: 'two' })).toBe('1 of two, {c}');
});
