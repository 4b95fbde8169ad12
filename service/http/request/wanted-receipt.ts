/** Which receipt a request is about. */
import { issue, type Issue } from '../../receipt/issue.ts';
import type { Wanted } from '../../register/paper/receipts.ts';
import { askedTerminal } from './named-register.ts';
import type { Query } from './query.ts';

/** Reads `FN`, else `TL`, `TT` and `TN`, else `SQ`. */
export function wantedBy(query: Query): Wanted | { issue: Issue } {
  const [FN, TN, SQ] = [query.get('FN'), query.get('TN'), query.get('SQ')];
  if (SQ !== undefined && !/^\d{1,15}$/.test(SQ))
    return { issue: issue('#TYPE', 'SQ', 'must be the number of a record, such as 12') };
  const number = TN === undefined ? undefined : { TL: undefined, TT: undefined, ...askedTerminal(query), TN };
  return { FN, number, SQ: SQ === undefined ? undefined : Number(SQ) };
}
