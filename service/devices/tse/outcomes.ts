/** Outcomes of drivers, in short. */
import type { TseFailure, TseOutcome, TseTrouble } from './contract.ts';

/** It was done. */
export function done<T>(result: T): TseOutcome<T> {
  return { outcome: 'done', result };
}

/** Nothing was signed. */
export function notDone(failure: TseFailure): TseOutcome<never>;
export function notDone(trouble: TseTrouble, text: string): TseOutcome<never>;
export function notDone(what: TseFailure | TseTrouble, text = ''): TseOutcome<never> {
  return { outcome: 'not-done', failure: typeof what === 'string' ? { trouble: what, text } : what };
}

/** Only the TSE knows. */
export function unknown(failure: TseFailure): TseOutcome<never> {
  return { outcome: 'unknown', failure };
}
