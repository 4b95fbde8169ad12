import { expect, it } from 'vitest';
import en from '../../resources/locales/register/en.json' with { type: 'json' };
import { ALL_CODES } from '../countries/error-codes.ts';
import { COUNTRIES } from '../countries/list.ts';
import { LANGUAGES, localeFile, localeOf } from '../locales.ts';
import { ERROR_CODES } from '../receipt/error-codes.ts';
import type { OutageCause } from '../receipt/issue.ts';
import { userMessage, word, type Word } from './messages.ts';

type Texts = typeof en;
const locales = LANGUAGES.map((language) => [language, localeOf<Texts>('register', language)] as const);
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
  expect(paths(localeOf('register', 'it'))).toEqual(paths(en));
  expect(userMessage('it', [{ code: '#PRINTER_PAPER' }])).toMatch(/carta/);
});

it('has Polish for tills and paper', () => {
  expect(paths(localeOf('register', 'pl'))).toEqual(paths(en));
  expect(userMessage('pl', [{ code: '#PRINTER_PAPER' }])).toMatch(/papier/);
});

it('has no text for an error that does not exist', () => {
  // What `#OFFLINE` says of a receipt that is registered, and `#TEST_RC` where it may be tried again.
  const own = ['technical', 'AUTHORITY_OFFLINE', 'TEST_RC_NO'];
  const known = new Set([...own, ...codes.map((code) => code.slice(1))]);
  expect(Object.keys(en.error).filter((name) => !known.has(name))).toEqual([]);
});

it.each(COUNTRIES)('has texts of $code for errors of its own alone', ({ code, codes = {} }) => {
  // What to do about a common error may differ from country to country.
  const common = Object.keys(ERROR_CODES).map((name) => `#${code}_${name.slice(1)}`);
  const names = [...Object.keys(codes), ...common].map((name) => name.slice(1));
  const english = localeFile(`register/${code.toLowerCase()}`, 'en') ?? {};
  expect(names).toEqual(expect.arrayContaining(Object.keys(english)));
});

it.each(locales)('tells the operator something about every error, in %s', (language, texts) => {
  const errors: Record<string, string> = { ...texts.error };
  for (const { code } of COUNTRIES)
    Object.assign(errors, localeFile(`register/${code.toLowerCase()}`, language));
  for (const code of codes) {
    expect(userMessage(language, [{ code }])).toBe(errors[code.slice(1)] ?? texts.error.technical);
  }
});

it.each(locales)('says what to do about a journal that cannot be used, in %s', (language, texts) => {
  for (const [cause, text] of Object.entries(texts.outage) as [OutageCause, string][]) {
    expect(userMessage(language, [{ code: '#JOURNAL_FAILED', cause }])).toBe(text);
    expect(userMessage(language, [{ code: '#JOURNAL_UNAVAILABLE', cause }])).toBe(text);
  }
});

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
  const { receipt } = localeOf<Texts>('register', 'de');
  for (const name of Object.keys(en.receipt) as Word[]) expect(word('de', name)).toBe(receipt[name]);
});
