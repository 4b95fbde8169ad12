import fs from 'node:fs';
import { expect, it } from 'vitest';
import de from '../../resources/locales/register/de.json' with { type: 'json' };
import en from '../../resources/locales/register/en.json' with { type: 'json' };
import hr from '../../resources/locales/register/hr.json' with { type: 'json' };
import pt from '../../resources/locales/register/pt.json' with { type: 'json' };
import { ALL_CODES } from '../countries/error-codes.ts';
import { COUNTRIES } from '../countries/list.ts';
import type { OutageCause } from '../receipt/issue.ts';
import { userMessage, word, type Word } from './messages.ts';

const locales = { de, en, hr, pt };
const codes = Object.keys(ALL_CODES) as `#${string}`[];

/** Paths of all texts in a locale file. */
function paths(tree: object, prefix = ''): string[] {
  return Object.entries(tree)
    .flatMap(([name, value]) =>
      typeof value === 'object' && value !== null
        ? paths(value as object, `${prefix}${name}.`)
        : [prefix + name],
    )
    .sort();
}

it('has Italian for tills and paper, which the control page does not speak', () => {
  const file = (language: string) =>
    JSON.parse(fs.readFileSync(`resources/locales/register/${language}.json`, 'utf8')) as object;
  expect(paths(file('it'))).toEqual(paths(file('en')));
  expect(userMessage('it', [{ code: '#PRINTER_PAPER' }])).toMatch(/carta/);
});

it.each(Object.entries(locales))(
  '%s says the same things as English, and all of them',
  (_language, texts) => {
    expect(paths(texts)).toEqual(paths(en));
    expect(JSON.stringify(texts)).not.toContain('""');
  },
);

it('has no text for an error that does not exist', () => {
  const known = new Set(['technical', ...codes.map((code) => code.slice(1))]);
  expect(Object.keys(en.error).filter((name) => !known.has(name))).toEqual([]);
});

it.each(COUNTRIES)('has the texts of $code for its own errors, in all languages', (country) => {
  const names = Object.keys(country.codes ?? {}).map((code) => code.slice(1));
  const { en: english = {}, ...others } = country.messages ?? {};
  expect(names).toEqual(expect.arrayContaining(Object.keys(english)));
  for (const language of Object.keys(locales).filter((name) => name !== 'en')) {
    expect(paths(others[language] ?? {})).toEqual(paths(english));
  }
});

it.each(Object.entries(locales))(
  'tells the operator something about every error, in %s',
  (language, texts) => {
    const errors: Record<string, string> = { ...texts.error };
    for (const { messages } of COUNTRIES) Object.assign(errors, messages?.[language]);
    for (const code of codes) {
      expect(userMessage(language, [{ code }])).toBe(errors[code.slice(1)] ?? texts.error.technical);
    }
  },
);

it.each(Object.entries(locales))(
  'says what to do about a journal that cannot be used, in %s',
  (language, texts) => {
    for (const [cause, text] of Object.entries(texts.outage) as [OutageCause, string][]) {
      expect(userMessage(language, [{ code: '#JOURNAL_FAILED', cause }])).toBe(text);
      expect(userMessage(language, [{ code: '#JOURNAL_UNAVAILABLE', cause }])).toBe(text);
    }
  },
);

it('tells each message once, in order', () => {
  const message = userMessage(
    'en',
    (['#SUM_TAXES', '#JSON', '#TYPE', '#SUM_TAXES'] as const).map((code) => ({ code })),
  );
  expect(message).toBe(`${en.error.SUM_TAXES} ${en.error.technical}`);
});

it('falls back to English for a language without a file', () => {
  expect(userMessage('fi', [{ code: '#NO_CFG' }])).toBe(en.error.NO_CFG);
  expect(word('fi', 'total')).toBe('Total');
});

it('has every word of the receipt in its language', () => {
  for (const name of Object.keys(en.receipt) as Word[]) expect(word('de', name)).toBe(de.receipt[name]);
});
