/**
 * The Belegnummer: with the Kassen-ID it makes the initial vector of the encrypted
 * counter, so that none may ever come twice. `rksv/identifiers.ts` says what it is
 * made of; this is what makes it unique.
 */
import type { Issue } from '../../receipt/issue.ts';
import type { Json } from '../../receipt/json.ts';
import type { CompleteEsr } from '../../receipt/tra.ts';
import type { State } from '../contract/state.ts';
import { issue } from './codes.ts';
import { receiptNumberOf } from './rksv/identifiers.ts';

/** Of `_` and `/` the one that this register's numbers have had; both mean `/` in the code. */
const SEPARATOR = 'AT/separator';
/** Stands in all numbers since the last restore. */
const SPACE = 'AT/number space';

/** Gives the number of a receipt, with the state change that goes with it. */
export function receiptNumber(
  { TN = '', D }: CompleteEsr,
  state: State,
): { number: string; changes: Record<string, Json> } | { issue: Issue } {
  const plain = receiptNumberOf(TN, D);
  if ('fault' in plain) return { issue: issue('#AT_NUMBER', 'ESR.TN', plain.fault.text) };
  const separator = /[_/]/.exec(TN)?.[0];
  const changes: Record<string, Json> = {};
  if (separator !== undefined) {
    const usual = state.get(SEPARATOR) === '_' ? '_' : state.get(SEPARATOR) === '/' ? '/' : separator;
    const other = usual === '_' ? '/' : '_';
    if (TN.includes(other)) {
      const text = `numbers of this register have ${usual} inside; with ${other} two would read the same in the code`;
      return { issue: issue('#AT_NUMBER', 'ESR.TN', text) };
    }
    if (state.get(SEPARATOR) === undefined) changes[SEPARATOR] = separator;
  }
  const space = state.get(SPACE);
  return { number: typeof space === 'string' ? `${plain.value}.${space}` : plain.value, changes };
}

/**
 * The state change that begins numbers which none so far can be like: receipts
 * were given out that nobody knows of.
 * @param now local time; no two restores of a register have the same
 */
export function newNumberSpace(now: string): Record<string, Json> {
  return { [SPACE]: now.replace(/\D/g, '') };
}
