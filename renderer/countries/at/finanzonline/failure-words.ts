import type en from '../../../../resources/locales/finanzonline/en.json';
import type { ReportFailure } from '../../../../service/countries/at/wire.ts';
import type { Language } from '../../../i18n/languages.ts';

const files = import.meta.glob<typeof en>('../../../../resources/locales/finanzonline/*.json', {
  eager: true,
  import: 'default',
});

function textsIn(language: Language): typeof en {
  return files[`../../../../resources/locales/finanzonline/${language}.json`]!;
}

/** The rule that a field of the login has to keep, in words. */
export function ruleOf(field: keyof typeof en.credentials, language: Language): string {
  return textsIn(language).credentials[field];
}

/** What can be done about a failure. */
export function adviceOn({ advice }: ReportFailure, language: Language): string {
  return textsIn(language).advice[advice];
}

/**
 * What a code of FinanzOnline means, or a word that stands where nobody of
 * FinanzOnline answered; null for one that is not known.
 * @param by which service refused: the same code means another thing to each
 */
export function meaningOf(by: 'session' | 'rkdb', code: string, language: Language): string | null {
  const { later, local, ...services } = textsIn(language);
  for (const meanings of [later, local, services[by]] as Readonly<Record<string, string>>[]) {
    if (Object.hasOwn(meanings, code)) return meanings[code] ?? null;
  }
  return null;
}
