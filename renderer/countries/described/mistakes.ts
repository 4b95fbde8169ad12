import type { TFunction } from 'i18next';
import type { PageField } from '../../../service/countries/contract/described-page/fields.ts';
import type { Failure, FieldIssue } from '../../api/request.ts';
import { formatDay } from '../../format/day.ts';
import type { Described } from './context.ts';

/** What is wrong with fields, by their names. */
export type Mistakes = Readonly<Record<string, Pick<FieldIssue, 'text' | 'words' | 'problem'>>>;

/** Mistakes that the service has found. */
export function mistakesOf(failure: Failure): Mistakes {
  const named = (failure.issues ?? []).filter(({ path }) => path !== '');
  // The first one that is said of a field counts.
  return Object.fromEntries(named.reverse().map((issue) => [issue.path, issue]));
}

/** What no field shows of a failure; null when the fields show all of it. */
export function restOf(
  failure: Failure | null,
  fields: readonly { name: string }[],
  say: Described['say'],
): Failure | null {
  if (failure?.issues === undefined) return failure;
  const names = new Set(fields.map(({ name }) => name));
  const rest = failure.issues.filter(({ path }) => !names.has(path));
  if (rest.length === 0) return failure.issues.length === 0 ? failure : null;
  const words = rest.flatMap((issue) => (issue.words === undefined ? [] : [say(issue.words)]));
  return words.length === 0 ? failure : { ...failure, message: words.join(' ') };
}

/** What is said at a field: the country's own words, its rule, the page's words, or at last the English text. */
export function mistakeWords(
  field: PageField,
  { text, words, problem }: Mistakes[string],
  { say, t, locale }: { say: Described['say']; t: TFunction; locale: string },
): string {
  if (words !== undefined) return say(words);
  if (field.rule !== undefined && problem !== 'missing') return say(field.rule);
  if (problem === undefined) return text;
  const bound = (name: 'least' | 'most') => {
    const value = String((field as { least?: string | number; most?: string | number })[name] ?? '');
    return field.type === 'date' ? formatDay(value, locale) : value;
  };
  return t(`fiscal.form.problem.${problem}`, {
    least: bound('least'),
    most: bound('most'),
    count: field.type === 'number' ? field.digits : 0,
    defaultValue: text,
  });
}
