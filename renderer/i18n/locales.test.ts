import i18next from 'i18next';
import { describe, expect, it } from 'vitest';
import de from '../../resources/locales/de.json';
import en from '../../resources/locales/en.json';
import hr from '../../resources/locales/hr.json';
import portalDe from '../../resources/locales/portal-page/de.json';
import portalEn from '../../resources/locales/portal-page/en.json';
import portalHr from '../../resources/locales/portal-page/hr.json';
import portalPt from '../../resources/locales/portal-page/pt.json';
import pt from '../../resources/locales/pt.json';
import receiptDe from '../../resources/locales/receipt-page/de.json';
import receiptEn from '../../resources/locales/receipt-page/en.json';
import receiptHr from '../../resources/locales/receipt-page/hr.json';
import receiptPt from '../../resources/locales/receipt-page/pt.json';
import { LANGUAGES } from './languages.ts';
import { problemTextsOf } from './problem-texts.ts';

/** All texts of a file by their path. */
function texts(node: unknown, path = ''): Map<string, string> {
  if (typeof node === 'string') return new Map([[path, node]]);
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(node as object)) {
    for (const [inner, text] of texts(value, path === '' ? key : `${path}.${key}`)) found.set(inner, text);
  }
  return found;
}

/** The key that English has: Croatian has a form of its own for two, three and four. */
function englishKey(key: string): string {
  return key.replace(/_few$/, '_other');
}

function placeholders(text: string): string[] {
  return [...text.matchAll(/\{\{-?\s*(\w+)/g)].map((match) => match[1] ?? '').sort();
}

/** Page texts of countries, by country and language. */
const countries = new Map<string, Record<string, unknown>>();
for (const [path, text] of Object.entries(
  import.meta.glob<unknown>('../../resources/locales/countries/*/*.json', { eager: true, import: 'default' }),
)) {
  const [, country = '', language = ''] = /\/([^/]+)\/([^/]+)\.json$/.exec(path) ?? [];
  countries.set(country, { ...countries.get(country), [language]: text });
}

const files = { en, pt, de, hr };
const receiptFiles = { en: receiptEn, pt: receiptPt, de: receiptDe, hr: receiptHr };
const portalFiles = { en: portalEn, pt: portalPt, de: portalDe, hr: portalHr };

describe.each<readonly [string, Record<string, unknown>]>([
  ['control page', files],
  ['portal', portalFiles],
  ['page of a receipt', receiptFiles],
  ...[...countries].map(([country, all]) => [`page of ${country}`, all] as const),
])('locale files of the %s', (_page, all) => {
  const english = texts(all.en);

  it('exist for every language of the page', () => {
    expect(Object.keys(all).sort()).toEqual(Object.keys(LANGUAGES).sort());
  });

  describe.each(Object.entries(all))('%s', (_language, file) => {
    it('has the same keys as English', () => {
      expect([...new Set([...texts(file).keys()].map(englishKey))].sort()).toEqual(
        [...english.keys()].sort(),
      );
    });

    it('has the same placeholders as English', () => {
      for (const [key, text] of texts(file)) {
        expect(placeholders(text), key).toEqual(placeholders(english.get(englishKey(key)) ?? ''));
      }
    });

    it('has no empty text and no stray space', () => {
      for (const [key, text] of texts(file)) {
        expect(text, key).not.toBe('');
        expect(text, key).toBe(text.trim());
      }
    });
  });
});

describe('locale files', () => {
  it('have a title and a fix for every problem', () => {
    for (const [code, problem] of Object.entries(en.problem)) {
      expect(Object.keys(problem), code).toEqual(
        'fix' in problem ? ['title', 'fix'] : ['title', 'fix_one', 'fix_other'],
      );
    }
  });

  it('have texts for problems this page does not know', async () => {
    await i18next.init({ lng: 'en', resources: { en: { translation: en } } });
    expect(problemTextsOf('NO_CFG')).toBe('NO_CFG');
    expect(problemTextsOf('BRAND_NEW')).toBe('UNKNOWN');
    expect(problemTextsOf('toString')).toBe('UNKNOWN');
  });
});
