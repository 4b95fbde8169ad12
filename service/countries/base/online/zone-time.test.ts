import { describe, expect, it } from 'vitest';
import { withOffset, zoneMoment, zoneTime } from './zone-time.ts';

/** The end of summer time 2027 in Madrid: 02:00 to 03:00 comes twice. */
const TURN = Date.parse('2027-10-31T01:00:00Z');

describe('local time of a country', () => {
  it('tells the two hours of the end of summer time apart where the moment is known', () => {
    const madrid = zoneMoment('Europe/Madrid');
    expect(madrid(TURN - 10_000)).toBe('2027-10-31T02:59:50+02:00');
    expect(madrid(TURN)).toBe('2027-10-31T02:00:00+01:00');
    expect(madrid(TURN + 3_599_999)).toBe('2027-10-31T02:59:59+01:00');
  });

  it.each([
    ['Europe/Madrid', '2027-03-28T00:59:59Z', '2027-03-28T01:59:59+01:00'],
    ['Europe/Madrid', '2027-03-28T01:00:00Z', '2027-03-28T03:00:00+02:00'],
    ['Atlantic/Canary', '2027-03-28T01:00:00Z', '2027-03-28T02:00:00+01:00'],
    ['Atlantic/Canary', '2027-01-09T12:00:00.999Z', '2027-01-09T12:00:00+00:00'],
    ['America/St_Johns', '2027-01-09T12:00:00Z', '2027-01-09T08:30:00-03:30'],
  ])('has the offset of %s at %s', (zone, utc, text) => {
    expect(zoneMoment(zone)(Date.parse(utc))).toBe(text);
  });

  it('takes the later of two hours where only the local time is known', () => {
    const offset = withOffset(zoneTime('Europe/Madrid'));
    expect(offset('2027-10-31T02:30:00')).toBe('2027-10-31T02:30:00+01:00');
    expect(offset('2027-10-31T01:30:00')).toBe('2027-10-31T01:30:00+02:00');
  });
});
