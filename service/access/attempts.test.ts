import { expect, it } from 'vitest';
import { ManualClock } from '../testing/manual-clock.ts';
import { Attempts } from './attempts.ts';

const MINUTE = 60_000;
const wrongOften = (attempts: Attempts, name: string, times: number) => {
  for (let i = 0; i < times; i++) attempts.wrong(name);
};

it('lets somebody wait for 10 seconds, then twice as long each time, never over 15 minutes', () => {
  const clock = new ManualClock();
  const attempts = new Attempts(clock);
  wrongOften(attempts, 'a', 4);
  const waits = [];
  for (let i = 0; i < 9; i++) {
    attempts.wrong('a');
    waits.push(attempts.waitOf('a'));
    clock.advance(attempts.waitOf('a') * 1000);
  }
  expect(waits).toEqual([10, 20, 40, 80, 160, 320, 640, 900, 900]);
  wrongOften(attempts, 'a', 2000);
  expect(attempts.waitOf('a')).toBe(900);
});

it.each(['2019-01-01T00:00:00', '2031-01-01T00:00:00'])(
  'counts time that passes: a clock that is put to %s changes no wait',
  (time) => {
    const clock = new ManualClock();
    const attempts = new Attempts(clock);
    wrongOften(attempts, 'a', 12);
    clock.set(time);
    expect(attempts.waitOf('a')).toBe(900);
    clock.advance(15 * MINUTE);
    expect(attempts.waitOf('a')).toBe(0);
  },
);

it('forgets who has been quiet for an hour', () => {
  const clock = new ManualClock();
  const attempts = new Attempts(clock);
  wrongOften(attempts, 'a', 5);
  clock.advance(61 * MINUTE);
  attempts.wrong('b');
  expect([attempts.wrongOf('a'), attempts.wrongOf('b')]).toEqual([0, 1]);
});

it('has no count that many strangers share, however many they are', () => {
  const attempts = new Attempts(new ManualClock());
  for (let i = 0; i < 20_000; i++) wrongOften(attempts, `stranger ${i}`, 5);
  expect(attempts.waitOf('stranger 19999')).toBe(10);
  expect([attempts.waitOf('somebody new'), attempts.wrongOf('stranger 9999')]).toEqual([0, 0]);
});

it('hears somebody by the first of his names that need not wait', () => {
  const clock = new ManualClock();
  const attempts = new Attempts(clock);
  const heardAs = () => attempts.heardAs(['browser', 'network']);
  expect(heardAs()).toBe('browser');
  wrongOften(attempts, 'network', 20);
  expect(heardAs()).toBe('browser');
  wrongOften(attempts, 'browser', 5);
  expect(heardAs()).toBe('browser');
  clock.advance(15 * MINUTE);
  wrongOften(attempts, 'browser', 1);
  expect(heardAs()).toBe('network');
});

it('clears nothing for who guesses at others and is right about himself', () => {
  const attempts = new Attempts(new ManualClock());
  for (let i = 0; i < 5; i++) {
    attempts.wrong('a', 'ana');
    attempts.right('a', 'eve');
  }
  expect(attempts.waitOf('a')).toBe(10);
  attempts.wrong('b', 'ana');
  attempts.wrong('b', 'eve');
  attempts.right('b', 'ana');
  expect(attempts.wrongOf('b')).toBe(2);
  attempts.wrong('c', 'ana');
  attempts.right('c', 'ana');
  expect(attempts.wrongOf('c')).toBe(0);
});
