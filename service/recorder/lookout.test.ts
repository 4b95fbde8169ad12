import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Connection } from './connection.ts';
import type { Exchange } from './exchange.ts';
import { Lookout } from './lookout.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const online = (rn: string) =>
  ({ rn, standing: { isOnline: true, isConcerned: () => true } }) as unknown as Exchange;

it('lets every register that is online say how it stands when a page is opened, and asks for those at rest', async () => {
  const exchanges = [online('rests'), online('hands in')];
  const pages = { now: 0, begun: 0 };
  const asked: string[] = [];
  const ask = vi.fn(async () => Promise.resolve({ unreachable: 'gone' }));
  const went: string[] = [];
  const lookout = new Lookout({
    connection: { ask } as unknown as Connection,
    portal: () => new URL('http://portal.example'),
    pages: () => pages,
    exchanges: () => exchanges,
    isRunning: ({ rn }) => rn === 'hands in',
    asked: ({ rn }) => asked.push(rn),
    came: () => expect.unreachable(),
    went: ({ rn }) => went.push(rn),
  });
  lookout.start();
  await vi.advanceTimersByTimeAsync(10_000);
  expect([asked, ask.mock.calls.length]).toEqual([[], 0]);

  Object.assign(pages, { now: 1, begun: 1 });
  await vi.advanceTimersByTimeAsync(6000);
  expect(asked).toEqual(['rests', 'hands in']);
  // What is under way finds out by itself.
  expect([ask.mock.calls.length, went]).toEqual([1, ['rests']]);

  await vi.advanceTimersByTimeAsync(5000);
  expect(asked).toHaveLength(2);
  lookout.stop();
});
