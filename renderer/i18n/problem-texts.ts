import i18next from 'i18next';
import type en from '../../resources/locales/en.json';

/** A problem code that has texts of its own. */
export type KnownProblem = keyof typeof en.problem;

/** Under which code a problem's texts are found: a newer service may know problems this page does not. */
export function problemTextsOf(code: string): KnownProblem {
  return i18next.exists(`problem.${code}.title`) ? (code as KnownProblem) : 'UNKNOWN';
}
