/** What the actions of the control page of an Austrian register have in common beyond `base/action.ts`. */
import { textOf as rawTextOf } from '../base/action.ts';
import type { Tree } from '../../receipt/tree.ts';
import type { Outcome } from '../contract/work.ts';
import { issue } from './codes.ts';

/** Refuses an action. @param path name of a value of the body; empty: it is none's fault */
export function refuse(path: string, text: string): Outcome {
  return { issues: [issue('#ACTION', path, text)] };
}

/** A text of the body without blanks around it; empty when it is missing. */
export function textOf(input: Tree, name: string): string {
  return rawTextOf(input, name).trim();
}
