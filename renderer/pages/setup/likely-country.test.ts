import { expect, it } from 'vitest';
import { likelyCountry } from './likely-country.ts';

it('goes by the time zone, then by the languages of the browser, and never offers what cannot be chosen', () => {
  const every = () => true;
  expect(likelyCountry('Atlantic/Madeira', ['de-AT'], every)).toBe('PT');
  expect(likelyCountry('UTC', ['en', 'de-AT'], every)).toBe('AT');
  expect(likelyCountry('constructor', ['en'], every)).toBeNull();
  expect(likelyCountry('Europe/Vienna', ['pt-PT'], (code) => code !== 'AT')).toBe('PT');
});
