/** What is wrong with the texts of a language, held against English. */

/** Forms of words that numbers ask for, as i18next names them. */
const PLURAL = /_(zero|one|two|few|many|other)$/;

/** Whole numbers that choose all forms a language has for what is counted here. */
const NUMBERS = Array.from({ length: 201 }, (_, n) => n);

/** Forms that a language needs for whole numbers: `one`, `few`, `many`, `other`. */
export function formsOf(language: string): string[] {
  const rules = new Intl.PluralRules(language);
  return [...new Set(NUMBERS.map((n) => rules.select(n)))].sort();
}

/** Keys that a language must have where English has these. */
export function keysIn(language: string, english: Iterable<string>): string[] {
  const forms = formsOf(language);
  const keys = new Set<string>();
  for (const key of english) {
    const base = key.replace(PLURAL, '');
    if (base === key || key.endsWith('_zero')) keys.add(key);
    else for (const form of forms) keys.add(`${base}_${form}`);
  }
  return [...keys];
}

/** The English text that one of another language is held against. */
export function englishFor(key: string, english: ReadonlyMap<string, string>): string | undefined {
  return english.get(key) ?? english.get(key.replace(PLURAL, '_other'));
}

/** Names of values in a text: `{{count}}` of pages, `{name}` of the shell. */
function placeholders(text: string): string[] {
  return [...text.matchAll(/\{\{?-?\s*(\w+)/g)].map((match) => match[1]!).sort();
}

/** A text of several words that is the same as in English. */
function looksUntranslated(text: string, english: string): boolean {
  return text === english && (text.match(/\p{L}{3,}/gu) ?? []).length >= 3;
}

/**
 * What is wrong, one sentence each.
 * @param same keys whose texts may be as in English
 */
export function faultsOf(
  language: string,
  texts: ReadonlyMap<string, string>,
  english: ReadonlyMap<string, string>,
  same: ReadonlySet<string> = new Set(),
): string[] {
  const needed = new Set(keysIn(language, english.keys()));
  const missing = [...needed].filter((key) => !texts.has(key)).map((key) => `${key} is missing`);
  return missing.concat(
    [...texts].flatMap(([key, text]) => {
      const original = englishFor(key, english);
      if (original === undefined || !needed.has(key)) return [`${key} is not needed`];
      const faults: string[] = [];
      // A mail ends with the end of a line.
      if (text === '' || text.replace(/\n$/, '') !== text.trim())
        faults.push(`${key} is empty, or has spaces around it`);
      // A form for one, or for none, may say the number in words.
      const names = placeholders(text);
      const wanted = placeholders(original);
      const isForm = PLURAL.test(key);
      const known = isForm ? names.filter((name) => name !== 'count') : names;
      const expected = isForm ? wanted.filter((name) => name !== 'count') : wanted;
      if (known.join() !== expected.join())
        faults.push(`${key} has the values ${names.join()}, English ${wanted.join()}`);
      if (language !== 'en' && looksUntranslated(text, original) && !same.has(key))
        faults.push(`${key} is as in English: ${text}`);
      return faults;
    }),
  );
}
