/** Copies that are printed again: each is registered at the control unit before, and there is one of each receipt. */
import type { Issue } from '../../receipt/issue.ts';
import type { Esr, JournalRecord } from '../../receipt/tra.ts';
import type { CountryContext } from '../contract/services.ts';
import type { State } from '../contract/state.ts';
import type { OwnReceipt } from '../contract/work.ts';
import { copiedKey, NUMBERS, sentOf } from './books.ts';
import { issue } from './codes.ts';
import { settingsOf } from './unit.ts';

/** Kind of the receipts that registers issue by themselves. */
const OWN = 'kopia';

/** {@link CountryPaper.copyReceipt} of Sweden. */
export function copyReceipt(
  original: JournalRecord,
  state: State,
  context: CountryContext,
): OwnReceipt | { issues: Issue[]; issued?: number } | null {
  if (sentOf(original)?.kind !== 'normal') return null;
  const key = copiedKey(original.SQ);
  const copied = state.get(key);
  if (copied !== undefined) {
    const issues = [issue('#SE_COPY', 'FN', 'this receipt was copied before')];
    return typeof copied === 'number' && copied > 0 ? { issues, issued: copied } : { issues };
  }
  if (NUMBERS.unknown(state))
    return {
      issues: [issue('#SE_RESTORED', '', 'enter the number of the last printed receipt on the page Sweden')],
    };
  if (!settingsOf(context))
    return { issues: [issue('#SE_NO_UNIT', '', 'no control unit is set up on the page Sweden')] };
  const { TL, TT, TN, FN } = original.ESR!;
  const esr: Esr = {
    NFS: 'Copy',
    ...(TL !== undefined && { RTL: TL }),
    ...(TT !== undefined && { RTT: TT }),
    ...(TN !== undefined && { RTN: TN }),
    ...(FN !== undefined && { RFN: FN }),
  };
  return { own: OWN, esr, due: (now) => now.get(key) === undefined };
}
