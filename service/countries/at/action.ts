/** What the actions of the control page have in common. */
import type { Tree } from '../../receipt/tree.ts';
import type { CountryContext } from '../contract/services.ts';
import type { State } from '../contract/state.ts';
import type { Outcome, StateChange, Work } from '../contract/work.ts';
import { issue } from './codes.ts';

/** An action; body and result are in `wire.ts`. */
export type Action = (
  input: Tree,
  state: State,
  context: CountryContext,
) => AsyncGenerator<Work, Outcome, void>;

/** An action that has no result. */
export const DONE: Outcome = { result: null };

/** Refuses an action. @param path name of a value of the body; empty: it is none's fault */
export function refuse(path: string, text: string): Outcome {
  return { issues: [issue('#ACTION', path, text)] };
}

/** A text of the body without blanks around it; empty when it is missing. */
export function textOf(input: Tree, name: string): string {
  const value = Object.hasOwn(input, name) ? input[name] : undefined;
  return typeof value === 'string' ? value.trim() : '';
}

/** Something was done outside of the register's state; the journal says so. */
export function noteChange(event: string, details: Record<string, string>): StateChange {
  return { event, details, changes: () => ({}) };
}
