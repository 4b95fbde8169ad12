/**
 * The reports of outages that last longer than 48 hours, and those of their ends
 * (RKSV § 17), for each unit on its own: it is back when it signs again, whatever
 * another one has made unnecessary.
 */
import { daysLater } from '../../../receipt/time.ts';
import type { State } from '../../contract/state.ts';
import type { Mode } from '../finanzonline/access.ts';
import { outageMustBeReported } from '../outage-time.ts';
import { unitOutages, unitsWithOutages, type UnitOutage } from '../unit-outages.ts';
import type { Duty } from './duties.ts';
import { reportOf, type Report } from './records.ts';

/** The tax office wants to hear of it within a week. */
const DAYS_TO_REPORT = 7;

/** Both reports of each unit that has had such an outage. */
export function outageDuties(state: State, mode: Mode, units: readonly Duty[], now: string): Duty[] {
  return unitsWithOutages(state).flatMap((serial) => {
    const long = unitOutages(state, serial).filter(({ since, till }) =>
      outageMustBeReported(since, till ?? now),
    );
    const begun = reportOf(state, mode, outageId(serial));
    const ended = reportOf(state, mode, returnId(serial));
    // The end of one comes before the begin of the next.
    const outage = long.find(({ since }) => !isDone(begun, since) || !isDone(ended, since)) ?? long.at(-1);
    // FinanzOnline knows no outage of a unit that it does not know.
    const isUnknown = units.some((unit) => unit.subject === serial && unit.done === null);
    return outage ? pair(serial, outage, { begun, ended, isUnknown }) : [];
  });
}

/** The first outage that the tax office was to be told of and was not; null when there is none. */
export function unreportedOutage(state: State, now: string): { serial: string; since: string } | null {
  const open = outageDuties(state, 'P', [], now).find(({ kind, done }) => kind === 'outage' && !done);
  return open ? { serial: open.subject, since: open.since! } : null;
}

function pair(
  serial: string,
  { since, till }: UnitOutage,
  { begun, ended, isUnknown }: { begun: Report | null; ended: Report | null; isUnknown: boolean },
): Duty[] {
  const about = { subject: serial, since, ...(till !== null && { till }) };
  const reported = isDone(begun, since) ? begun : null;
  const returned = isDone(ended, since) ? ended : null;
  return [
    {
      ...about,
      ...{ id: outageId(serial), kind: 'outage', waits: isUnknown },
      ...{ lastDay: weekAfter(since), done: reported },
    },
    {
      ...about,
      ...{ id: returnId(serial), kind: 'return', waits: reported === null || till === null },
      ...{ lastDay: till === null ? null : weekAfter(till), done: returned },
    },
  ];
}

/** A report about this outage, or a later one of the same unit. */
function isDone(report: Report | null, since: string): boolean {
  return report !== null && report.since !== null && report.since >= since;
}

function outageId(serial: string): string {
  return `outage ${serial}`;
}

function returnId(serial: string): string {
  return `return ${serial}`;
}

function weekAfter(time: string): string {
  return daysLater(time.slice(0, 10), DAYS_TO_REPORT);
}
