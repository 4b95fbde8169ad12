/** What operators read when FinanzOnline did not do what was asked: what happened, and what they can do. */
import de from '../../../../resources/locales/finanzonline/de.json' with { type: 'json' };
import en from '../../../../resources/locales/finanzonline/en.json' with { type: 'json' };
import pt from '../../../../resources/locales/finanzonline/pt.json' with { type: 'json' };
import type { Later, Refused } from './access.ts';
import type { CredentialField } from './credentials.ts';

/** Two sentences for people. */
export interface OperatorText {
  /** What happened, with FinanzOnline's code if there is one. */
  meaning: string;
  /** What can be done. */
  advice: string;
}

type Texts = typeof en;
type Advice = keyof Texts['advice'];

const LANGUAGES: Readonly<Record<string, Texts>> = { en, de, pt };

/** Advice by refuser and code; the others are for those who know the program. */
const ADVICE: Readonly<Record<string, Advice>> = {
  'session -4': 'login',
  'session -5': 'unlock',
  'session -6': 'unlock',
  'session -7': 'user',
  'session -8': 'user',
  'local CREDENTIALS': 'login',
  'local ADDRESS': 'address',
  'local HTTP': 'address',
  'rkdb -4': 'user',
  'rkdb 4': 'serial',
  'rkdb 5': 'provider',
  'rkdb 6': 'provider',
  'rkdb 7': 'owner',
  'rkdb 8': 'provider',
  'rkdb 9': 'provider',
  'rkdb 13': 'office',
  'rkdb 31': 'provider',
  'rkdb 32': 'user',
  'rkdb 36': 'serial',
  'rkdb 41': 'provider',
  'rkdb 43': 'receipt',
  'rkdb 999': 'testUnit',
  'rkdb B1': 'known',
  'rkdb B2': 'status',
  'rkdb B3': 'office',
  'rkdb B5': 'time',
  'rkdb B6': 'retired',
  'rkdb B7': 'unitFirst',
  'rkdb B8': 'status',
  'rkdb B9': 'status',
  'rkdb B10': 'known',
  'rkdb B13': 'status',
  'rkdb B18': 'status',
  'rkdb B19': 'status',
  'rkdb B21': 'time',
  'rkdb B22': 'status',
  'rkdb B32': 'status',
  'rkdb B33': 'status',
};

/**
 * Words for an outcome that is not good.
 * @param language `en`, `de`, `pt`; English for any other
 */
export function operatorText(outcome: Later | Refused, language: string): OperatorText {
  const texts = textsIn(language);
  if ('later' in outcome) {
    const { reason } = outcome.later;
    const advice = reason === 'unreachable' || reason === 'unreadable' ? 'network' : 'wait';
    return { meaning: texts.later[reason], advice: texts.advice[advice] };
  }
  const { by, code } = outcome.refused;
  const meanings: Readonly<Record<string, string>> = texts[by];
  const meaning = Object.hasOwn(meanings, code) ? meanings[code]! : texts.unknown;
  return {
    meaning: by === 'local' ? meaning : `${meaning} (FinanzOnline ${code})`,
    advice: texts.advice[ADVICE[`${by} ${code}`] ?? 'support'],
  };
}

/** The rule that a field of the credentials breaks. */
export function credentialText(field: CredentialField, language: string): string {
  return textsIn(language).credentials[field];
}

function textsIn(language: string): Texts {
  return Object.hasOwn(LANGUAGES, language) ? LANGUAGES[language]! : en;
}
