/** What cannot be taken back by a void in a country with a journal of cash registers. */
import type { Issue } from '../../../receipt/issue.ts';
import { isTraining, type CompleteEsr, type JournalRecord } from '../../../receipt/tra.ts';
import { cashStays, returnStays } from '../void-reasons.ts';
import { roleOf } from './role.ts';
import { transactionOf } from './transaction.ts';

/** {@link CountryVoids.checkVoid}: returns, which stand in the grand totals as given back, and movements of cash. */
export function journalCheckVoid({ ESR }: JournalRecord): Issue[] {
  // Training is in no total.
  if (!ESR || isTraining(ESR)) return [];
  const role = roleOf(ESR);
  if (role.kind !== 'transaction') return [];
  if (role.type !== undefined) return cashStays();
  return transactionOf(ESR as CompleteEsr).gross < 0 ? returnStays() : [];
}
