/**
 * What was reported to FinanzOnline, as state of the register. Tests are kept
 * apart: they mean nothing in production.
 */
import type { Json } from '../../../receipt/json.ts';
import type { State } from '../../contract/state.ts';
import type { StateChange } from '../../contract/work.ts';
import type { Mode } from '../finanzonline/access.ts';

/** A report that was made. */
export interface Report extends Record<string, Json> {
  /** What it is about: serial number, Kassen-ID or Belegnummer. */
  subject: string;
  /** Begin of the outage that it is about, local time; null for all that is no outage. */
  since: string | null;
  /** When it was made, local time. */
  at: string;
  /** Somebody said that it was made in the portal or with the app of the tax office. */
  byHand: boolean;
}

const REPORT = 'AT/FinanzOnline ';
const SENT = 'sent start';

function key(mode: Mode, id: string): string {
  return `${REPORT}${mode} ${id}`;
}

/** A report by its id (`ReportRow`); null when it was not made. */
export function reportOf(state: State, mode: Mode, id: string): Report | null {
  return (state.get(key(mode, id)) as Report | undefined) ?? null;
}

/** The state change that goes with a report. */
export function withReport(mode: Mode, id: string, report: Report): Record<string, Json> {
  return { [key(mode, id)]: report };
}

/** A report was made; dropped when it is known already. */
export function reportedChange(mode: Mode, id: string, report: Report): StateChange {
  return {
    event: 'finanzonline-reported',
    details: {
      Report: id,
      Subject: report.subject,
      ...(mode === 'T' && { Test: '1' }),
      ...(report.byHand && { ByHand: '1' }),
    },
    changes(state) {
      const known = reportOf(state, mode, id);
      const isSame = known?.subject === report.subject && known.since === report.since;
      return isSame ? null : withReport(mode, id, report);
    },
  };
}

/** True when the start receipt may have been sent for its check, and nobody knows what came of it. */
export function startWasSent(state: State, mode: Mode): boolean {
  return state.get(key(mode, SENT)) === true;
}

/** The start receipt is about to be sent; dropped when it is known already. */
export function sendingChange(mode: Mode, number: string): StateChange {
  return {
    event: 'finanzonline-sending',
    details: { Receipt: number, ...(mode === 'T' && { Test: '1' }) },
    changes: (state) => (startWasSent(state, mode) ? null : { [key(mode, SENT)]: true }),
  };
}

/** The start receipt was not checked: it did not pass, or was not even sent. */
export function notCheckedDeed(mode: Mode, number: string): StateChange {
  return {
    event: 'finanzonline-not-checked',
    details: { Receipt: number, ...(mode === 'T' && { Test: '1' }) },
    changes: (state) => (startWasSent(state, mode) ? { [key(mode, SENT)]: null } : null),
  };
}
