import { describe, expect, it } from 'vitest';
import de from '../../../../resources/locales/finanzonline/de.json' with { type: 'json' };
import en from '../../../../resources/locales/finanzonline/en.json' with { type: 'json' };
import pt from '../../../../resources/locales/finanzonline/pt.json' with { type: 'json' };
import type { LaterReason, LocalCode, Refuser } from './access.ts';
import { LOGIN_REFUSALS, REFUSALS } from './codes.ts';
import { credentialText, operatorText } from './texts.ts';

const LANGUAGES = { de, en, pt };

const refused = (by: Refuser, code: string) => ({ refused: { by, code, message: '', text: '' } });
const later = (reason: LaterReason) => ({ later: { reason, code: null, text: '', maybeDone: false } });

/** Paths of all texts. */
function paths(tree: object, prefix = ''): string[] {
  return Object.entries(tree).flatMap(([name, value]) =>
    typeof value === 'object' ? paths(value as object, `${prefix}${name}.`) : [prefix + name],
  );
}

describe.each(Object.entries(LANGUAGES))('%s', (language, texts) => {
  it('says all that English says', () => {
    expect(paths(texts).sort()).toEqual(paths(en).sort());
    expect(JSON.stringify(texts)).not.toContain('""');
  });

  it('has a meaning for every code that is known, and no others', () => {
    expect(Object.keys(texts.rkdb).sort()).toEqual(Object.keys(REFUSALS).sort());
    expect(Object.keys(texts.session).sort()).toEqual(Object.keys(LOGIN_REFUSALS).sort());
  });

  it('has words for every outcome', () => {
    const local: LocalCode[] = ['CREDENTIALS', 'REQUEST', 'ADDRESS', 'HTTP', 'FAULT'];
    const reasons: LaterReason[] = ['unreachable', 'maintenance', 'technical', 'unreadable', 'session'];
    for (const outcome of [...local.map((code) => refused('local', code)), ...reasons.map(later)]) {
      const { meaning, advice } = operatorText(outcome, language);
      expect(meaning).toMatch(/^\p{Lu}.*\.$/u);
      expect(advice).toMatch(/^\p{Lu}.*\.$/u);
      expect(meaning).not.toBe(texts.unknown);
    }
  });

  it('uses every advice', () => {
    const codes = [
      ...Object.keys(REFUSALS).map((code) => refused('rkdb', code)),
      ...Object.keys(LOGIN_REFUSALS).map((code) => refused('session', code)),
      ...['CREDENTIALS', 'ADDRESS'].map((code) => refused('local', code)),
      ...(['unreachable', 'maintenance'] as const).map(later),
    ];
    const used = new Set(codes.map((outcome) => operatorText(outcome, language).advice));
    expect([...used].sort()).toEqual(Object.values(texts.advice).sort());
  });
});

it('tells the same number of two services apart', () => {
  expect(operatorText(refused('session', '-4'), 'en').meaning).toMatch(/PIN is wrong/);
  expect(operatorText(refused('rkdb', '-4'), 'en').meaning).toBe(
    'The user may not report cash registers. (FinanzOnline -4)',
  );
});

it('says something about a code that nobody knows, in a language that nobody wrote', () => {
  expect(operatorText(refused('rkdb', 'Q77'), 'fi')).toEqual({
    meaning: 'FinanzOnline refuses. (FinanzOnline Q77)',
    advice: en.advice.support,
  });
  expect(operatorText(refused('rkdb', 'constructor'), 'constructor').meaning).toMatch(
    /^FinanzOnline refuses/,
  );
});

it('says which rule credentials break', () => {
  expect(credentialText('pin', 'de')).toBe(de.credentials.pin);
});
