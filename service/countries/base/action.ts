/** What the actions of the pages of countries have in common. */
import type { Tree } from '../../receipt/tree.ts';
import { pageIssue } from '../contract/described-page/issue.ts';
import { words, type PageValue } from '../contract/described-page/words.ts';
import type { CountryContext } from '../contract/services.ts';
import type { State } from '../contract/state.ts';
import type { Outcome, StateChange, Work } from '../contract/work.ts';

/** How long a manager waits for an authority, ms. */
export const PATIENCE_MS = 20_000;

/** An action, with a body that the page allows. */
export type Action = (
  input: Tree,
  state: State,
  context: CountryContext,
) => AsyncGenerator<Work, Outcome, void>;

/** An action that is done and has nothing to show. */
export const DONE: Outcome = { result: null };

/** {@link CountryPage.act} of a country with these actions; the page offers no others. */
export function acting(
  actions: Readonly<Record<string, Action>>,
): (action: string, ...about: Parameters<Action>) => ReturnType<Action> {
  return (action, ...about) => actions[action]!(...about);
}

/** A text of the body; empty when it is missing. */
export function textOf(input: Tree, name: string): string {
  const value = Object.hasOwn(input, name) ? input[name] : undefined;
  return typeof value === 'string' ? value : '';
}

/** Refuses an action, at a field of the page, in the page's words. @param key of them */
export function refuse(path: string, key: string, values?: Record<string, PageValue>): Outcome {
  return { issues: [{ ...pageIssue(path, key), words: words(key, values) }] };
}

/** Something that was done, for the journal. */
export function note(event: string, details: Record<string, string>): StateChange {
  return { event, details, changes: () => ({}) };
}
