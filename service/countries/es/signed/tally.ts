/** What was recorded since the last summary of the event log. */
import type { Json } from '../../../receipt/json.ts';
import { addDecimals } from '../../../receipt/money.ts';
import { isTree } from '../../../receipt/tree.ts';
import type { State } from '../../contract/state.ts';
import type { CancelledDocument, IssuedDocument } from '../document.ts';
import { linkOf, type ChainLink } from '../verifactu/record.ts';

/** State key of it. */
export const TALLY_KEY = 'ES/tally';

/** Sums since the last summary. A type, not an interface: it is kept as JSON. */
export type Tally = {
  altas: number;
  cancels: number;
  /** Decimal texts. */
  quota: string;
  total: string;
  /** First and last record. */
  first: ChainLink | null;
  last: ChainLink | null;
};

/** Nothing yet. */
export const NO_TALLY: Tally = { altas: 0, cancels: 0, quota: '0', total: '0', first: null, last: null };

/** That of a register. */
export function tallyOf(state: Pick<State, 'get'>): Tally {
  const kept = state.get(TALLY_KEY);
  return isTree(kept) ? (kept as unknown as Tally) : NO_TALLY;
}

/** The state change that counts a record. @param chain the link that it is */
export function counted(
  state: Pick<State, 'get'>,
  document: IssuedDocument | CancelledDocument,
  chain: Json,
): Record<string, Json> {
  const before = tallyOf(state);
  const link = linkOf(chain);
  const isAlta = 'kind' in document;
  const tally: Tally = {
    altas: before.altas + Number(isAlta),
    cancels: before.cancels + Number(!isAlta),
    quota: isAlta ? addDecimals(before.quota, document.quota) : before.quota,
    total: isAlta ? addDecimals(before.total, document.total) : before.total,
    first: before.first ?? link,
    last: link,
  };
  return { [TALLY_KEY]: tally };
}
