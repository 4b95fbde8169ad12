/** What operators can do when FinanzOnline did not do what was asked. The texts are in `resources/locales/finanzonline`. */
import type en from '../../../../resources/locales/finanzonline/en.json';
import { localeOf } from '../../../locales.ts';
import type { Later, Refused } from './access.ts';
import type { CredentialField } from './credentials.ts';

type Texts = typeof en;
/** Name of a sentence about what can be done. */
export type Advice = keyof Texts['advice'];

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
  'local TEST_KEY': 'testUnit',
  'local CLOSED_SYSTEM': 'byHand',
  'local NOT_HERE': 'byHand',
  'local NO_KEY': 'key',
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

/** What can be done about an outcome that is not good. */
export function adviceOn(outcome: Later | Refused): Advice {
  if ('later' in outcome) {
    const { reason } = outcome.later;
    return reason === 'unreachable' || reason === 'unreadable' ? 'network' : 'wait';
  }
  const { by, code } = outcome.refused;
  const name = `${by} ${code}`;
  return Object.hasOwn(ADVICE, name) ? ADVICE[name]! : 'support';
}

/** The rule that a field of the credentials breaks. */
export function credentialText(field: CredentialField, language: string): string {
  return localeOf<Texts>('finanzonline', language).credentials[field];
}
