/** What a manager says became of a receipt, where the memory of the printer does not tell. */
import { isTree } from '../../receipt/tree.ts';
import type { Json } from '../../receipt/json.ts';
import type { FiscalDocument } from '../contract/fiscal-printer.ts';
import type { State } from '../contract/state.ts';
import type { StateChange } from '../contract/work.ts';
import type { Intent } from './device.ts';

/** State key of what was decided. */
const KEY = 'IT/Decided';
/** State key of what the register has asked its device and does not know the outcome of. */
const ASKED = 'Device';

/** Log record of a decision. */
export const DECIDED = 'fiscal-document-decided';

/** A decision about an intent. */
interface Decision {
  intent: Intent;
  /** The document that it became; null when it was not printed. */
  document: FiscalDocument | null;
}

/** What was decided about an intent; null for nothing. */
export function decisionOf(intent: Intent, state: State): Decision | null {
  const decided = (state.get(KEY) ?? null) as unknown as Decision | null;
  return decided && JSON.stringify(decided.intent) === JSON.stringify(intent) ? decided : null;
}

/** The intent that nobody knows the outcome of; null for none. */
export function openIntent(state: State): Intent | null {
  const asked = state.get(ASKED);
  return isTree(asked) && isTree(asked.intent) ? (asked.intent as unknown as Intent) : null;
}

/** Journals a decision. */
export function decide(intent: Intent, document: FiscalDocument | null): StateChange {
  const number = document ? `${document.z}-${document.number}` : '';
  return {
    event: DECIDED,
    details: document ? { Printed: '1', Document: number } : { Printed: '0' },
    changes: (state) =>
      JSON.stringify(openIntent(state)) === JSON.stringify(intent)
        ? { [KEY]: { intent, document } as unknown as Json }
        : null,
  };
}
