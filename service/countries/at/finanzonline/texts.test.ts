import { describe, expect, it } from 'vitest';
import type { LaterReason, LocalCode, Refuser } from './access.ts';
import { LOGIN_REFUSALS, REFUSALS } from './codes.ts';
import { adviceOn, credentialText } from './texts.ts';
import { LANGUAGES, localeOf } from '../../../locales.ts';
import type en from '../../../../resources/locales/finanzonline/en.json';

const files = LANGUAGES.map((language) => [language, localeOf<typeof en>('finanzonline', language)] as const);

const refused = (by: Refuser, code: string) => ({ refused: { by, code, message: '', text: '' } });
const later = (reason: LaterReason) => ({ later: { reason, code: null, text: '', maybeDone: false } });

const LOCAL: LocalCode[] = [
  'CREDENTIALS',
  'REQUEST',
  'ADDRESS',
  'HTTP',
  'FAULT',
  'TEST_KEY',
  'CLOSED_SYSTEM',
  'NOT_HERE',
  'NO_KEY',
];
const REASONS: LaterReason[] = ['unreachable', 'maintenance', 'technical', 'unreadable', 'session'];

describe.each(files)('%s', (_language, texts) => {
  it('has a meaning for every code that is known, and no others', () => {
    expect(Object.keys(texts.rkdb).sort()).toEqual(Object.keys(REFUSALS).sort());
    expect(Object.keys(texts.session).sort()).toEqual(Object.keys(LOGIN_REFUSALS).sort());
  });

  it('has words for every outcome', () => {
    const sentences = [texts.later, texts.local, texts.session, texts.rkdb, texts.advice];
    for (const text of sentences.flatMap((part) => Object.values(part))) {
      expect(text).toMatch(/^\p{Lu}.*\.$/u);
    }
    expect(Object.keys(texts.local).sort()).toEqual([...LOCAL].sort());
    expect(Object.keys(texts.later).sort()).toEqual([...REASONS].sort());
  });

  it('uses every advice', () => {
    const outcomes = [
      ...Object.keys(REFUSALS).map((code) => refused('rkdb', code)),
      ...Object.keys(LOGIN_REFUSALS).map((code) => refused('session', code)),
      ...LOCAL.map((code) => refused('local', code)),
      ...REASONS.map(later),
    ];
    expect([...new Set(outcomes.map(adviceOn))].sort()).toEqual(Object.keys(texts.advice).sort());
  });
});

it('tells the same number of two services apart', () => {
  expect(adviceOn(refused('session', '-4'))).toBe('login');
  expect(adviceOn(refused('rkdb', '-4'))).toBe('user');
});

it('has an advice for a code that nobody knows', () => {
  expect(adviceOn(refused('rkdb', 'Q77'))).toBe('support');
  expect(adviceOn(refused('rkdb', 'constructor'))).toBe('support');
});

it('says which rule credentials break', () => {
  expect(credentialText('pin', 'de')).toBe(localeOf<typeof en>('finanzonline', 'de').credentials.pin);
});
