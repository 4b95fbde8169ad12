import { expect, it } from 'vitest';
import { fill, textsFor } from './texts.ts';

it.each([
  ['pt-PT', 'pt'],
  ['pt_BR', 'pt'],
  ['de-AT', 'de'],
  ['en-US', 'en'],
  ['fr', 'en'],
  ['', 'en'],
])('for %s speaks %s', (locale, language) => {
  expect(textsFor(locale).language).toBe(language);
});

it('has the same places to fill in every language', () => {
  const places = (locale: string): string[] =>
    Object.entries(textsFor(locale)).map(
      ([key, text]) => `${key}:${(JSON.stringify(text).match(/\{\w+\}/g) ?? []).join()}`,
    );
  // `reasons` is an object in JSON, but its texts have no places: the braces of JSON do not match.
  expect(places('pt')).toEqual(places('en'));
  expect(places('de')).toEqual(places('en'));
});

it('fills known places and leaves others', () => {
  expect(fill('{a} of {b}, {c}', { a: 1, b: 'two' })).toBe('1 of two, {c}');
});
