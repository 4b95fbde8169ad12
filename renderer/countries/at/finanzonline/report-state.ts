import type { FinanzOnlineAccount, ReportFailure, ReportRow } from '../../../../service/countries/at/wire.ts';

/** How a report looks: its state, or that its last day is past. */
export type ReportLook = ReportRow['state'] | 'doneByHand' | 'overdue' | 'whenBack';

/** How a report looks on a day. That a try has failed is graver than that it is late. */
export function reportLook({ kind, state, byHand, lastDay }: ReportRow, today: string): ReportLook {
  if (state === 'done') return byHand ? 'doneByHand' : 'done';
  if (state === 'failed') return 'failed';
  // Its last day is known only when the unit is back.
  if (kind === 'return' && state === 'waiting' && lastDay === null) return 'whenBack';
  return lastDay !== null && today > lastDay ? 'overdue' : state;
}

/** What has to be reported, and what was. */
export function splitReports(reports: readonly ReportRow[]): { open: ReportRow[]; done: ReportRow[] } {
  return {
    open: reports.filter(({ state }) => state !== 'done'),
    done: reports.filter(({ state }) => state === 'done'),
  };
}

/** Why a report itself failed; null where it is the login that fails all of them, which is said once. */
export function ownFailure(
  { state, failure }: ReportRow,
  { failure: login }: Pick<FinanzOnlineAccount, 'failure'>,
): ReportFailure | null {
  if (state === 'done' || failure === null) return null;
  return login !== null && failure.at === login.at && failure.code === login.code ? null : failure;
}

/** The receipt that a report wants checked, as the action `checked` names it; null for other reports. */
export function checkedReceipt({ kind, id }: ReportRow): string | null {
  if (kind === 'start') return 'start';
  return kind === 'annual' ? id.slice('annual '.length) : null;
}
