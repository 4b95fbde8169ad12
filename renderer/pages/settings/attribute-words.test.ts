import i18next, { type ResourceKey } from 'i18next';
import { beforeAll, expect, it } from 'vitest';
import type { AttributeEntry, AttributeType } from '../../../service/settings/wire.ts';
import { kindWords, valueWords, wrongWords } from './attribute-words.ts';

const texts = i18next.createInstance();

const files = import.meta.glob<ResourceKey>('../../../resources/locales/*.json', {
  eager: true,
  import: 'default',
});
const languages = Object.entries(files).map(([path, file]) => [path.slice(-7, -5), file] as const);

beforeAll(() =>
  texts.init({
    resources: Object.fromEntries(languages.map(([language, file]) => [language, { translation: file }])),
  }),
);

const entry = (type: AttributeType): AttributeEntry => ({
  ...{ name: 'Some', known: true, meant: null, scope: 'all', type, standard: null, restart: false },
  ...{ value: null, ignored: false, waits: false, danger: false },
});

it.each(languages.map(([language]) => language))(
  'says how long a secret must be, before and after: %s',
  (language) => {
    const t = texts.getFixedT(language);
    const secret: AttributeType = { kind: 'secret', least: 16 };
    expect(kindWords(entry(secret), t)).toContain('16');
    expect(wrongWords(secret, t)).toContain('16');
  },
);

it('says of a secret of any length that a value is needed', () => {
  const t = texts.getFixedT('en');
  expect(wrongWords({ kind: 'secret' }, t)).toBe('Enter a value.');
  expect(kindWords(entry({ kind: 'secret' }), t)).toBe('It is never shown again.');
});

it('names the limits of a number', () => {
  const type: AttributeType = { kind: 'number', least: 1, most: 12, unit: 'days' };
  expect(wrongWords(type, texts.getFixedT('en'))).toBe('Enter a whole number from 1 to 12.');
});

it('does not say of a flag that all registers have off that it is on', () => {
  const flag: AttributeEntry = { ...entry({ kind: 'flag' }), standard: 'no' };
  expect(kindWords(flag, texts.getFixedT('en'))).toBe('Off unless it is switched on here.');
});

it('writes numbers with their units, and choices that are words, as people of the language do', () => {
  const t = texts.getFixedT('cs');
  const seconds: AttributeType = { kind: 'number', least: 0, most: 100_000, unit: 's' };
  expect(valueWords(entry(seconds), '86400', t, 'cs-CZ')).toMatch(/^86.400 sekund$/);
  const choice: AttributeType = { kind: 'choice', values: ['each', 'request'] };
  expect(valueWords(entry(choice), 'EACH', t, 'cs-CZ')).toBe('Každá účtenka ihned');
  expect(valueWords(entry({ kind: 'choice', values: ['epson'] }), 'epson', t, 'cs-CZ')).toBe('epson');
});
