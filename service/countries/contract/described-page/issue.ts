/** Why an action of a described page is refused, so that the page can say it at the field. */
import { issue, type Issue } from '../../../receipt/issue.ts';
import type { Words } from './words.ts';

/** What is wrong with a field; the page has words for each. */
export type FieldProblem =
  | 'missing'
  | 'shape'
  | 'tooShort'
  | 'tooLong'
  | 'number'
  | 'digits'
  | 'tooSmall'
  | 'tooLarge'
  | 'day'
  | 'tooEarly'
  | 'tooLate'
  | 'choice'
  | 'file';

/**
 * A reason against an action. Its `path` names a field of the action; empty when
 * it is about none. `words` say it in the language of the page; without them the page has
 * the field's rule, words for the `problem`, or the English text.
 */
export interface PageIssue extends Issue {
  words?: Words;
  problem?: FieldProblem;
}

/** A reason against an action, for developers in English and for people in words. */
export function pageIssue(path: string, text: string, words?: Words): PageIssue {
  return { ...issue('#ACTION', path, text), ...(words && { words }) };
}

/** A field breaks its bounds. */
export function fieldIssue(path: string, problem: FieldProblem, text: string): PageIssue {
  return { ...issue('#ACTION', path, text), problem };
}
