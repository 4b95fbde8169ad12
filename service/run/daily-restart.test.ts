import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { systemClock } from '../clock.ts';
import { DailyRestart } from './daily-restart.ts';
import { Attributes } from '../settings/attributes.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A watch that begins at a local time. */
function watch(from: string, attributes: string) {
  vi.setSystemTime(new Date(from));
  const asked: string[] = [];
  const profile = { attributes };
  const daily = new DailyRestart(
    systemClock,
    () => Attributes.parse(profile.attributes),
    (why) => asked.push(`${new Date().toTimeString().slice(0, 8)} ${why}`),
  );
  daily.start();
  onTestFinished(() => daily.stop());
  const until = (time: string) => vi.advanceTimersByTime(new Date(time).getTime() - Date.now());
  return { asked, profile, until };
}

it('asks every day at its time, once', () => {
  const { asked, until } = watch('2026-05-04T12:00:00', 'App_restart=3:00');
  until('2026-05-05T02:59:59');
  expect(asked).toEqual([]);
  until('2026-05-05T12:00:00');
  expect(asked).toEqual(['03:00:00 daily restart at 3:00 (App_restart)']);
  until('2026-05-06T12:00:00');
  expect(asked).toHaveLength(2);
});

it('asks at 3:00 where the attribute has no value, and to the second where it has one', () => {
  const { asked, profile, until } = watch('2026-05-04T12:00:00', 'app_restart');
  until('2026-05-05T04:00:00');
  expect(asked).toEqual(['03:00:00 daily restart at 3:00 (App_restart)']);
  profile.attributes = 'App_restart=04:30:15';
  until('2026-05-05T04:30:14');
  expect(asked).toHaveLength(1);
  until('2026-05-05T04:30:16');
  expect(asked[1]).toBe('04:30:15 daily restart at 04:30:15 (App_restart)');
});

it('does not ask without the attribute, nor at once for a time that is over', () => {
  const { asked, profile, until } = watch('2026-05-04T12:00:00', 'App_restart=no');
  until('2026-05-05T12:00:00');
  profile.attributes = 'App_restart=11:00';
  until('2026-05-05T13:00:00');
  expect(asked).toEqual([]);
  until('2026-05-06T11:30:00');
  expect(asked).toHaveLength(1);
});

it('does not ask again right after the restart that it asked for', () => {
  const { asked, until } = watch('2026-05-05T03:00:01', 'App_restart=3:00');
  until('2026-05-05T23:00:00');
  expect(asked).toEqual([]);
});

it('asks once in the night that has the hour twice', () => {
  vi.stubEnv('TZ', 'Europe/Lisbon');
  onTestFinished(() => void vi.unstubAllEnvs());
  const { asked, until } = watch('2026-10-24T12:00:00', 'App_restart=1:30');
  until('2026-10-25T12:00:00');
  expect(asked).toHaveLength(1);
});

it('asks at its time although the clock was far ahead at the start', () => {
  const { asked, until } = watch('2028-05-04T12:00:00', 'App_restart=3:00');
  vi.setSystemTime(new Date('2026-05-04T12:00:00'));
  until('2026-05-05T12:00:00');
  expect(asked).toEqual(['03:00:00 daily restart at 3:00 (App_restart)']);
});
