/** Copies that are printed here: each is an event of its own, which the FDM is told of with the next record. */
import type { Issue } from '../../receipt/issue.ts';
import type { Json } from '../../receipt/json.ts';
import type { JournalRecord } from '../../receipt/tra.ts';
import type { Mutation } from '../contract/fdm.ts';
import type { Reprint } from '../contract/paper.ts';
import type { State } from '../contract/state.ts';
import type { Work } from '../contract/work.ts';
import { signedOf } from './kept.ts';
import { ROBOT_ALIAS } from './operators.ts';
import { LANGUAGES } from './settings.ts';
import { WORDS } from './words.ts';

/** State key of copies that the FDM was not told of. */
const COPIES = 'BE/Copies';
/** Kind of own receipts ({@link OwnReceipt.own}). */
export const COPY = 'Copy';
const MOST = 1000;
/** What customers have in their hands. */
const COPIED: readonly Mutation[] = ['signSale', 'signPreBill', 'signInvoice'];

/** The receipt that was copied. */
interface Copied {
  [name: string]: Json;
  RTL: string;
  RTT: string;
  RTN: string;
}

function copiesIn(state: Pick<State, 'get'>): Copied[] {
  return (state.get(COPIES) ?? []) as Copied[];
}

/** {@link CountryPaper.reprinted} of Belgium. */
export function reprinted(
  { ESR: esr, ...original }: JournalRecord,
  copy: number,
  state: State,
): Reprint | null {
  const kept = signedOf(original);
  if (!kept || !esr || !COPIED.includes(kept.Event) || copiesIn(state).length >= MOST) return null;
  const copied: Copied = { RTL: esr.TL ?? '', RTT: esr.TT ?? '', RTN: esr.TN ?? '' };
  const language = LANGUAGES.find((one) => one === kept.Lang) ?? 'nl';
  return {
    details: { Copy: copy, Ticket: kept.Ticket },
    changes: { [COPIES]: [...copiesIn(state), copied] },
    tags: [{ Label: WORDS[language].copy, Name: 'Copy', Value: String(copy) }],
  };
}

/**
 * Events of copies that are due, before the next record: until then the receipt stays the last
 * one of its register. What the FDM will never sign is journaled and left.
 */
export function* copiesDue(state: State): Iterable<Work> {
  for (let left = copiesIn(state).length; left > 0; left--) {
    const [next] = copiesIn(state);
    if (!next) return;
    let because: readonly Issue[] = [];
    yield {
      own: COPY,
      esr: { NFS: 'Copy', Opr: ROBOT_ALIAS, ...next },
      due: (now) => copiesIn(now).length > 0,
      refused: (issues) => (because = issues),
    };
    const [first] = because;
    // The record behind it meets the same trouble.
    if (first && first.code !== '#BE_REFUSED' && first.rc !== 'BAD') return;
    if (first)
      yield {
        event: 'copy-not-signed',
        details: { ...next, Reason: first.text },
        changes: (now) => ({ [COPIES]: copiesIn(now).slice(1) }),
      };
  }
}

/** State changes when a copy was signed. @param own kind of an own receipt; null for those of a POS */
export function copySigned(own: string | null, state: Pick<State, 'get'>): Record<string, Json> {
  return own === COPY ? { [COPIES]: copiesIn(state).slice(1) } : {};
}
