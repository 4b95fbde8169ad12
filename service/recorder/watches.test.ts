import { describe, expect, it } from 'vitest';
import { ClockWatch } from './clock-watch.ts';
import { QueueWatch } from './queue-watch.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

describe('a clock', () => {
  it('is told of from two minutes on, either way, until it is right within one', () => {
    const watch = new ClockWatch();
    const minutes = (offset: number) => {
      watch.measured(offset);
      return watch.problems.map(({ params }) => params?.minutes);
    };
    expect(minutes(119 * SECOND)).toEqual([]);
    expect(minutes(-120 * SECOND)).toEqual([2]);
    expect(minutes(61 * SECOND)).toEqual([2]);
    expect(minutes(59 * SECOND)).toEqual([]);
    expect(minutes(90 * SECOND)).toEqual([]);
    expect(minutes(-26 * 60 * MINUTE)).toEqual([26 * 60]);
  });

  it('is not told of anew while it hardly changes', () => {
    const watch = new ClockWatch();
    watch.measured(149 * SECOND);
    const before = watch.problems;
    watch.measured(151 * SECOND);
    expect(watch.problems).toEqual(before);
  });
});

describe('a queue', () => {
  const told = (watch: QueueWatch) => watch.problems.map(({ params }) => params?.count);

  it('is told of when it has not become shorter for a quarter of an hour, until it is short', () => {
    const watch = new QueueWatch();
    watch.heard(60, 0);
    watch.heard(70, 14 * MINUTE);
    expect(told(watch)).toEqual([]);
    watch.heard(80, 15 * MINUTE);
    expect(told(watch)).toEqual([80]);
    watch.heard(81, 16 * MINUTE);
    expect(told(watch)).toEqual([80]);
    watch.heard(51, 17 * MINUTE);
    expect(told(watch)).toEqual([80]);
    watch.heard(50, 18 * MINUTE);
    expect(told(watch)).toEqual([]);
  });

  it('is in order while it becomes shorter, and when the line was down', () => {
    const watch = new QueueWatch();
    for (let i = 0; i < 10; i++) watch.heard(5000 - i, i * 10 * MINUTE);
    expect(told(watch)).toEqual([]);
    watch.silent();
    watch.heard(9000, 500 * MINUTE);
    watch.heard(8000, 510 * MINUTE);
    expect(told(watch)).toEqual([]);
  });
});
