/**
 * The report of an outage that lasts longer than 48 hours, and that of its end
 * (RKSV § 17). What is out is the unit that receipts name; it is back when it
 * signs again, which another unit may make unnecessary.
 */
import type { State } from '../../contract.ts';
import type { Mode } from '../finanzonline/access.ts';
import { kasseOf, lastOutage } from '../kasse.ts';
import { outageMustBeReported } from '../outage-time.ts';
import type { Duty } from './duties.ts';
import { reportOf, type Report } from './records.ts';

/** The tax office wants to hear of it within a week. */
const DAYS_TO_REPORT = 7;
const DAY_MS = 24 * 3_600_000;

interface Outage {
  serial: string;
  since: string;
  /** Null while it lasts. */
  till: string | null;
}

/** Both reports, or none when there was no such outage. */
export function outageDuties(state: State, mode: Mode, units: readonly Duty[], now: string): Duty[] {
  const reported = reportOf(state, mode, 'outage');
  const back = reportOf(state, mode, 'return');
  const isOpen = reported !== null && back?.since !== reported.since;
  const outage = longOutage(state, now);
  const isNew = outage !== null && reported?.since !== outage.since;
  // The end of one comes before the begin of the next, as far as the same unit is concerned.
  const returned = reported && isOpen ? returnOf(reported, state) : null;
  if (reported && (!isNew || returned !== null)) {
    const { subject, since } = reported;
    const waits = returned === null;
    return pair(subject, since!, returned, reported, isOpen ? null : back, waits);
  }
  if (!outage) return [];
  const { serial, since, till } = outage;
  const [begin, end] = pair(serial, since, till, null, null, true);
  // FinanzOnline knows no outage of a unit that it does not know.
  const waits = units.some((unit) => unit.subject === serial && unit.done === null);
  return [{ ...begin!, waits }, end!];
}

/** The outage that lasts, or else the last one, if it is long enough; null otherwise. */
function longOutage(state: State, now: string): Outage | null {
  const kasse = kasseOf(state);
  const ended = lastOutage(state);
  const outage = kasse?.outage ? { serial: kasse.serial, since: kasse.outage, till: null } : ended;
  return outage && outageMustBeReported(outage.since, outage.till ?? now) ? outage : null;
}

/** Since when the unit that was reported signs again; null: it does not. */
function returnOf({ subject, since }: Report, state: State): string | null {
  const kasse = kasseOf(state)!;
  const ended = lastOutage(state);
  if (kasse.outage === since) return null;
  if (ended && ended.since >= since! && ended.by === subject) return ended.till;
  return kasse.outage === null && kasse.serial === subject ? kasse.time : null;
}

function pair(
  serial: string,
  since: string,
  till: string | null,
  reported: Report | null,
  back: Report | null,
  waits: boolean,
): Duty[] {
  const about = { subject: serial, since, ...(till !== null && { till }) };
  return [
    { ...about, id: 'outage', kind: 'outage', waits: false, lastDay: weekAfter(since), done: reported },
    {
      ...about,
      ...{ id: 'return', kind: 'return', waits, done: back },
      lastDay: till === null ? null : weekAfter(till),
    },
  ];
}

function weekAfter(time: string): string {
  return new Date(Date.parse(`${time.slice(0, 10)}T00:00:00Z`) + DAYS_TO_REPORT * DAY_MS)
    .toISOString()
    .slice(0, 10);
}
