import { beforeEach, describe, expect, it } from 'vitest';
import type { FailureKind } from './contract.ts';
import { Health, RETRY_MS } from './health.ts';
import { NOW } from './testing/units.ts';
import { ManualClock } from '../../testing/manual-clock.ts';

let clock: ManualClock;
let health: Health;
beforeEach(() => {
  clock = new ManualClock(NOW);
  health = new Health(clock);
});

const fail = (kind: FailureKind) => health.end(health.begin()!, { kind, text: kind });
const succeed = () => health.end(health.begin()!, null);

describe('health', () => {
  it('tells states and since when', () => {
    expect([health.state, health.since]).toEqual(['unused', NOW]);
    clock.advance(10);
    expect(succeed()).toBe(true);
    expect([health.state, health.since]).toEqual(['ready', NOW + 10]);
    clock.advance(10);
    expect(succeed()).toBe(false);
    expect(fail('timeout')).toBe(true);
    expect([health.state, health.since]).toEqual(['failed', NOW + 20]);
    expect(health.failure).toEqual({ kind: 'timeout', text: 'timeout' });
  });

  it.each(Object.entries(RETRY_MS).filter(([kind]) => kind !== 'busy'))(
    'waits longer and longer behind %s',
    (kind, [first, most]) => {
      fail(kind as FailureKind);
      let wait = first;
      for (let n = 0; n < 20; n += 1) {
        expect(health.nextTry).toBe(clock.now() + wait);
        expect(health.begin()).toBeNull();
        clock.advance(wait - 1);
        expect(health.mayTry).toBe(false);
        clock.advance(1);
        fail(kind as FailureKind);
        wait = Math.min(most, wait * 2);
      }
      expect(wait).toBe(most);
      clock.advance(most);
      expect(succeed()).toBe(true);
      expect(health.nextTry).toBeNull();
      fail(kind as FailureKind);
      expect(health.nextTry).toBe(clock.now() + first);
    },
  );

  it('begins anew when it fails otherwise, and says so', () => {
    fail('unreachable');
    clock.set(health.nextTry!);
    expect(fail('unreachable')).toBe(false);
    clock.set(health.nextTry!);
    expect(fail('refused')).toBe(true);
    expect(health.nextTry).toBe(clock.now() + RETRY_MS.refused[0]);
  });

  it('lets one try at a time', () => {
    fail('unreachable');
    clock.set(health.nextTry!);
    const trial = health.begin();
    expect(trial).toEqual({ trial: true });
    expect(health.begin()).toBeNull();
    // Nothing was learnt: the next one may try.
    health.end(trial!, undefined);
    expect(health.begin()).toEqual({ trial: true });
  });

  it('counts those who fail at the same time once', () => {
    const tickets = [health.begin()!, health.begin()!, health.begin()!];
    for (const ticket of tickets) health.end(ticket, { kind: 'timeout', text: '' });
    expect(health.nextTry).toBe(clock.now() + RETRY_MS.timeout[0]);
  });

  it('believes a late success', () => {
    const [slow, other] = [health.begin()!, health.begin()!];
    health.end(other, { kind: 'timeout', text: '' });
    expect(health.end(slow, null)).toBe(true);
    expect(health.state).toBe('ready');
  });

  it('does not hold it against a unit that others were served first', () => {
    succeed();
    expect(fail('busy')).toBe(false);
    expect(health.state).toBe('ready');
  });
});
