/** What the actions of the page have in common. */
import type { Tree } from '../../receipt/tree.ts';
import { pageIssue } from '../contract/described-page/issue.ts';
import { words, type PageValue } from '../contract/described-page/words.ts';
import type { CountryContext } from '../contract/services.ts';
import type { State } from '../contract/state.ts';
import type { Outcome, Work } from '../contract/work.ts';
import { certificateOf } from './credentials.ts';
import { errorText } from './delivery.ts';
import { ask, type Asking } from './exchange.ts';
import type { Header } from './message.ts';

/** How long a manager waits for CIS, ms. */
export const PATIENCE_MS = 20_000;

/** An action, with a body that the page allows. */
export type Action = (
  input: Tree,
  state: State,
  context: CountryContext,
) => AsyncGenerator<Work, Outcome, void>;

/** A text of the body; empty when it is missing. */
export function textOf(input: Tree, name: string): string {
  const value = Object.hasOwn(input, name) ? input[name] : undefined;
  return typeof value === 'string' ? value : '';
}

/** Refuses an action, at a field of the page, in the page's words. @param key of them */
export function refuse(path: string, key: string, values?: Record<string, PageValue>): Outcome {
  return { issues: [{ ...pageIssue(path, key), words: words(key, values) }] };
}

/** Tells CIS something; what is to be said when it does not take it. */
export async function told(
  asking: Omit<Asking, 'certificate'>,
  context: CountryContext,
  message: (header: Header) => string,
): Promise<Outcome | null> {
  const certificate = certificateOf(context, context.cfg);
  if (!certificate) return refuse('', 'error.noCertificate');
  const answer = await ask({ ...asking, certificate }, context, message);
  if ('done' in answer) return null;
  if ('refused' in answer) return refuse('', 'error.refused', { text: errorText(answer.refused) });
  const text =
    'unreachable' in answer
      ? answer.unreachable
      : 'unreadable' in answer
        ? answer.unreadable
        : 'another answer';
  return refuse('', 'error.noAnswer', { text });
}
