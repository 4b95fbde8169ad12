import { expect, it } from 'vitest';
import { defaultKeep, readKeep, readMoment } from './moments.ts';

const local = (text: string) => new Date(text).getTime();

it('reads days in local time, from their first or to their last moment', () => {
  expect(readMoment('2026-05-04')).toBe(local('2026-05-04T00:00:00'));
  expect(readMoment('2026-05-04', true)).toBe(local('2026-05-04T23:59:59.999'));
});

it('reads JSON dates with and without offset', () => {
  expect(readMoment('2026-05-04T12:00:00.123Z')).toBe(Date.UTC(2026, 4, 4, 12, 0, 0, 123));
  expect(readMoment('2026-05-04T12:00+02:00')).toBe(Date.UTC(2026, 4, 4, 10));
  expect(readMoment('2026-05-04T12:00:00', true)).toBe(local('2026-05-04T12:00:00'));
});

it.each([
  '',
  'yesterday',
  '2026-02-30',
  '2026-02-30T12:00:00Z',
  '2026-05-04T25:00:00Z',
  '4.5.2026',
  '-1',
  '1e3',
])('takes %j for no moment', (text) => {
  expect(readMoment(text)).toBeNull();
  expect(readKeep(text, 0)).toBeNull();
});

it('reads a number as days', () => {
  const now = local('2026-05-04T12:00:00');
  expect(readKeep('30', now)).toBe(now - 30 * 86_400_000);
  expect(readKeep('0', now)).toBe(now);
  expect(readKeep('2026-01-31', now)).toBe(local('2026-01-31T00:00:00'));
});

it.each([
  ['2026-05-04T12:00:00', '2026-02-01T00:00:00'],
  ['2026-02-28T00:00:00', '2025-11-01T00:00:00'],
  ['2026-05-31T23:59:59', '2026-02-01T00:00:00'],
])('keeps three full months at %s', (now, since) => {
  expect(defaultKeep(local(now))).toBe(local(since));
});
