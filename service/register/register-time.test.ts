import { expect, it, onTestFinished } from 'vitest';
import type { LastTimes } from '../countries/contract/fiscalise.ts';
import { localTime } from '../clock.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import { stoppedBy, timeOfSale } from './register-time.ts';

function useTimeZone(zone: string): void {
  const before = process.env.TZ;
  process.env.TZ = zone;
  onTestFinished(() => {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  });
}

/** Time of a sale without a date, or what stops it. */
function told(clock: ManualClock, last: LastTimes | null): string {
  const by = stoppedBy(last, clock);
  return by === null ? timeOfSale(localTime(clock.now()), last, clock) : `stopped by ${by}`;
}

const entered = (time: string): LastTimes => ({ entered: time, dated: [] });

it.each([
  ['the same second', '2026-05-04T12:00:00', '2026-05-04T12:00:00'],
  ['later', '2026-05-04T12:00:01', '2026-05-04T12:00:01'],
  ['seconds back (NTP)', '2026-05-04T11:59:57', '2026-05-04T12:00:00'],
  ['a leap second that comes twice', '2026-05-04T11:59:59', '2026-05-04T12:00:00'],
  ['a quarter of an hour back', '2026-05-04T11:45:00', '2026-05-04T12:00:00'],
  ['further back', '2026-05-04T11:44:59', 'stopped by 2026-05-04T12:00:00'],
  ['a year back', '2025-05-04T12:00:00', 'stopped by 2026-05-04T12:00:00'],
  ['1970', '1970-01-01T00:00:00', 'stopped by 2026-05-04T12:00:00'],
  ['2099', '2099-12-31T23:59:59', '2099-12-31T23:59:59'],
])('a clock that shows %s', (_what, now, expected) => {
  useTimeZone('Europe/Lisbon');
  expect(told(new ManualClock(now), entered('2026-05-04T12:00:00'))).toBe(expected);
});

it('a date that a till has sent is the later time for a quarter of an hour at most, and stops nothing by itself', () => {
  const dated = { entered: '2026-05-04T23:50:00', dated: ['2026-05-05T00:00:00', '2026-05-10T00:00:00'] };
  expect(told(new ManualClock('2026-05-04T23:50:10'), dated)).toBe('2026-05-05T00:00:00');
  expect(told(new ManualClock('2026-05-05T00:00:01'), dated)).toBe('2026-05-05T00:00:01');
  const far = { ...dated, entered: '2026-05-04T23:00:00' };
  expect(told(new ManualClock('2026-05-04T23:30:00'), far)).toBe('2026-05-04T23:30:00');
});

it('the hour that comes twice in October is no clock that is behind', () => {
  useTimeZone('Europe/Vienna');
  const last = entered('2026-10-25T02:59:00');
  // Half past two, for the second time.
  expect(told(new ManualClock('2026-10-25T01:30:00Z'), last)).toBe('2026-10-25T02:30:00');
  // The day before, and an hour before midnight, are.
  expect(told(new ManualClock('2026-10-24T23:00:00Z'), last)).toBe('stopped by 2026-10-25T02:59:00');
});

it('the hour that is left out in March is no step', () => {
  useTimeZone('Europe/Vienna');
  const last = entered('2027-03-28T01:59:59');
  expect(told(new ManualClock('2027-03-28T01:00:00Z'), last)).toBe('2027-03-28T03:00:00');
  expect(told(new ManualClock('2027-03-28T00:59:58Z'), entered('2027-03-28T03:00:01'))).toBe(
    '2027-03-28T03:00:01',
  );
});

it('before the first document any time is right', () => {
  const clock = new ManualClock('1970-01-02T00:00:00');
  expect(told(clock, entered(''))).toBe('1970-01-02T00:00:00');
  expect(told(clock, null)).toBe('1970-01-02T00:00:00');
});
