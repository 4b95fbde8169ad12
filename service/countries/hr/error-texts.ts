/** What operators can do when CIS refuses a message. The texts are in `resources/locales/cis`. */
import { localeOf } from '../../locales.ts';

/** What an error such as `s004` means and what to do about it; null for one that is not known. English for other languages. */
export function cisErrorText(code: string, language: string): string | null {
  const texts = localeOf<Readonly<Record<string, string>>>('cis', language);
  return Object.hasOwn(texts, code) ? texts[code]! : null;
}
