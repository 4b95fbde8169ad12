import { describe, expect, it } from 'vitest';
import { failureOfCall, never } from './testing/units.ts';
import { Turns } from './turns.ts';

const gate = () => Promise.withResolvers<void>();

describe('turns', () => {
  it('come one after another, in order', async () => {
    const turns = new Turns();
    const order: string[] = [];
    const job = (name: string) => async () => {
      order.push(`${name} begins`);
      await Promise.resolve();
      order.push(`${name} ends`);
      return name;
    };
    const results = await Promise.all(['a', 'b', 'c'].map((name) => turns.run(job(name), never())));
    expect(results).toEqual(['a', 'b', 'c']);
    expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
  });

  it('go on behind a failure', async () => {
    const turns = new Turns();
    const failing = turns.run(() => Promise.reject(new Error('no')), never());
    const next = turns.run(() => Promise.resolve('yes'), never());
    await expect(failing).rejects.toThrow('no');
    await expect(next).resolves.toBe('yes');
  });

  it('are left by those whose time is up, who never begin', async () => {
    const turns = new Turns();
    const { promise, resolve } = gate();
    const time = new AbortController();
    const first = turns.run(() => promise, never());
    let began = false;
    const second = turns.run(async () => {
      began = true;
    }, time.signal);
    time.abort();
    expect((await failureOfCall(second)).kind).toBe('busy');
    resolve();
    await first;
    await turns.run(() => Promise.resolve(), never());
    expect(began).toBe(false);
    expect((await failureOfCall(turns.run(() => Promise.resolve(), time.signal))).kind).toBe('busy');
  });

  it('tell a job that hangs from one that has many before it', async () => {
    const turns = new Turns();
    const { promise, resolve } = gate();
    const times = [new AbortController(), new AbortController()] as const;
    const hanging = turns.run(() => promise, times[0].signal);
    const waiting = turns.run(() => Promise.resolve(), times[1].signal);
    times[0].abort();
    times[1].abort();
    expect((await failureOfCall(waiting)).kind).toBe('timeout');
    resolve();
    await hanging;
    await expect(turns.run(() => Promise.resolve('again'), never())).resolves.toBe('again');
  });
});
