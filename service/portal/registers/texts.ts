/**
 * Words of the portal about registers. What registers report has its words where
 * their own page has them; what the portal notices has words of its own.
 */
import { z } from 'zod';
import registerEn from '../../../resources/locales/en.json' with { type: 'json' };
import en from '../../../resources/locales/portal/en.json' with { type: 'json' };
import { type Language, LANGUAGES, localeFile, texts } from '../../locales.ts';
import { eventValues } from './event-values.ts';
import type { EventParameters } from './notifications.ts';

/** Language that stands in for those without texts. */
const FALLBACK: Language = 'en';

const words = texts(
  (language) => {
    const page = localeFile('', language) as Pick<typeof registerEn, 'problem' | 'units'> | null;
    return page && { ...localeFile('portal', language), problem: page.problem, units: page.units };
  },
  // Registers of another version may leave out what a text asks for.
  { missingInterpolationHandler: () => '–' },
);

const NAMES = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });

const CODE = /^[A-Za-z]{2}(-[A-Za-z0-9]{2,8}){0,3}$/;
const DEFAULT_CODE = 'en-US';

/** A language by its code: ISO 639-1, with or without a country or script behind it. */
export const languageCode = () =>
  z
    .string()
    .regex(CODE, 'language')
    .refine(isLanguage)
    .optional()
    .describe('ISO 639-1; left out: the header Accept-Language, else en-US');

/** Whether a code is one of a language; the list of names throws at what cannot be one. */
function isLanguage(code: string): boolean {
  const language = /^[a-z]{2}(?![a-z])/i.exec(code)?.[0];
  return language !== undefined && NAMES.of(language.toLowerCase()) !== undefined;
}

/** How something is written: the language of the texts, and whose dates. */
export interface Wording {
  language: Language;
  /** BCP 47, `de-AT`. */
  locale: string;
}

/** Languages that are written otherwise than most of their readers here do, where no country is named. */
const PLAIN_LOCALES: Readonly<Record<string, string>> = { en: 'en-GB', pt: 'pt-PT' };

/** How a language is written, by its code; one without texts is English. */
export function wordingFor(code: string): Wording {
  const language = code.slice(0, 2).toLowerCase();
  if (!isWritten(language)) return wordingFor(FALLBACK);
  const locale = language === code.toLowerCase() ? (PLAIN_LOCALES[language] ?? language) : code;
  return { language, locale: isLocale(locale) ? locale : language };
}

/**
 * How an answer is written: as the request asks for by its parameter, else by the header.
 * @param header `Accept-Language`, whatever was sent
 */
export function wordingAsked(code: string | undefined, header: string | undefined): Wording {
  return wordingFor(code ?? acceptedLanguage(header ?? '') ?? DEFAULT_CODE);
}

/** The language with texts that a reader likes best (RFC 9110, 12.5.4). */
function acceptedLanguage(header: string): string | null {
  const wanted = header.split(',').flatMap((part) => {
    const [tag = '', weight = 'q=1'] = part.split(';').map((piece) => piece.trim());
    const q = /^q=([01](?:\.\d{0,3})?)$/i.exec(weight)?.[1];
    const hasTexts = CODE.test(tag) && isWritten(tag.slice(0, 2).toLowerCase());
    return hasTexts && q !== undefined && Number(q) > 0 ? [{ tag, q: Number(q) }] : [];
  });
  return wanted.toSorted((a, b) => b.q - a.q)[0]?.tag ?? null;
}

function isWritten(language: string): language is Language {
  return (LANGUAGES as readonly string[]).includes(language);
}

function isLocale(code: string): boolean {
  try {
    return Intl.getCanonicalLocales(code).length === 1;
  } catch {
    return false;
  }
}

/** Title of an event, and what to do. */
export interface EventText {
  title: string;
  fix: string;
}

/** Stands for a number that is not known, to choose the form of a word. */
const SOME = 10;

/** What to tell people about an event; for codes without words the code itself. */
export function eventText({ language, locale }: Wording, code: string, params: EventParameters): EventText {
  const group = Object.hasOwn(en.event, code) ? 'event' : 'problem';
  const isKnown = group === 'event' || Object.hasOwn(registerEn.problem, code);
  const key = `${group}.${isKnown ? code : 'UNKNOWN'}`;
  const { count, ...values } = eventValues(params, locale);
  // A text with forms of a word is not found without a number; what was not told is a dash then.
  const say = words.in(language);
  const options = {
    ...{ count: typeof count === 'number' ? count : SOME },
    replace: {
      ...values,
      ...unitReason(params, say),
      ...(count !== undefined && { count }),
      code,
    },
  };
  return { title: say(`${key}.title`, options), fix: say(`${key}.fix`, options) };
}

/** What is the matter with a signature unit; registers tell it in English, too. */
function unitReason({ cause }: EventParameters, say: (key: string) => string): { reason?: string } {
  const of = (['cause', 'kind'] as const).find((group) =>
    Object.hasOwn(registerEn.units[group], String(cause)),
  );
  return of === undefined ? {} : { reason: say(`units.${of}.${String(cause)}`) };
}

/** Name of a product. */
export function productName(language: Language, name: string): string {
  return words.in(language)(`product.${name}`);
}
