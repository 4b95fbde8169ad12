/** What a manager says became of a receipt, where the memory of a fiscal printer does not tell. */
import { isTree } from '../../../receipt/tree.ts';
import type { Json } from '../../../receipt/json.ts';
import type { FiscalDocument } from '../../contract/fiscal-printer.ts';
import type { State } from '../../contract/state.ts';
import type { StateChange } from '../../contract/work.ts';

/** State key of what the register has asked its device and does not know the outcome of. */
const ASKED = 'Device';

/** Log record of a decision. */
export const DECIDED = 'fiscal-document-decided';

/** A decision about an intent. */
export interface Decision<Intent> {
  intent: Intent;
  /** The document that it became; null when it was not printed. */
  document: FiscalDocument | null;
}

/** Decisions of a country, about its own intents. */
export interface Decisions<Intent> {
  /** What was decided about an intent; null for nothing. */
  decisionOf: (intent: Intent, state: State) => Decision<Intent> | null;
  /** The intent that nobody knows the outcome of; null for none. */
  openIntent: (state: State) => Intent | null;
  /** Journals a decision. */
  decide: (intent: Intent, document: FiscalDocument | null) => StateChange;
}

/** @param country ISO 3166 code */
export function decisions<Intent>(country: string): Decisions<Intent> {
  const key = `${country}/Decided`;
  const openIntent = (state: State): Intent | null => {
    const asked = state.get(ASKED);
    return isTree(asked) && isTree(asked.intent) ? (asked.intent as unknown as Intent) : null;
  };
  return {
    openIntent,
    decisionOf(intent, state) {
      const decided = (state.get(key) ?? null) as unknown as Decision<Intent> | null;
      return decided && JSON.stringify(decided.intent) === JSON.stringify(intent) ? decided : null;
    },
    decide: (intent, document) => ({
      event: DECIDED,
      details: document ? { Printed: '1', Document: `${document.z}-${document.number}` } : { Printed: '0' },
      changes: (state) =>
        JSON.stringify(openIntent(state)) === JSON.stringify(intent)
          ? { [key]: { intent, document } as unknown as Json }
          : null,
    }),
  };
}
