import { expect, it } from 'vitest';
import { LANGUAGES, localeFile } from '../service/locales.ts';
import { fill, textsFor } from './texts.ts';

it.each([
  ['pt-PT', 'pt'],
  ['pt_BR', 'pt'],
  ['de-AT', 'de'],
  ['hr-HR', 'hr'],
  ['en-US', 'en'],
  ['fr', 'fr'],
  ['nn-NO', 'nb'],
  ['ja', 'en'],
  ['constructor', 'en'],
  ['', 'en'],
])('for %s speaks %s', (locale, language) => {
  const texts = textsFor(locale);
  expect(texts.language).toBe(language);
  expect(texts.tryAgain).toBe((localeFile('shell', language) as typeof texts).tryAgain);
});

it('speaks every language of the program', () => {
  expect(LANGUAGES.map((language) => textsFor(language).language)).toEqual(LANGUAGES);
});

it('fills known places and leaves others', () => {
  expect(fill('{a} of {b}, {c}', { a: 1, b: 'two' })).toBe('1 of two, {c}');
});
