import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Activity } from '../service/wire.ts';
import { quitAtShutdown, QUIT_LIMIT, SETTLE_LIMIT, stopBeforeQuit } from './quit.ts';
import { app, powerMonitor, PreventableEvent, record, resetElectron } from './testing/electron-double.ts';

vi.mock('electron', () => import('./testing/electron-double.ts'));

const never = (): Promise<void> => Promise.withResolvers<void>().promise;
let atWork: number | null;
const activity = (): Promise<Activity | null> =>
  Promise.resolve(atWork === null ? null : { atWork, waiting: 3, idleSeconds: 0 });

beforeEach(() => {
  resetElectron();
  vi.useFakeTimers();
  atWork = 0;
});

afterEach(() => {
  vi.useRealTimers();
});

function quit(): PreventableEvent {
  const event = new PreventableEvent();
  app.emit('before-quit', event);
  return event;
}

it('holds the quit back until the service has stopped', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  stopBeforeQuit({ activity, stop: () => promise });
  expect(quit().defaultPrevented).toBe(true);
  await vi.advanceTimersByTimeAsync(1000);
  expect(record.exits).toEqual([]);
  resolve();
  await vi.advanceTimersByTimeAsync(0);
  expect(record.exits).toEqual([0]);
});

it('waits five seconds at most for the service', async () => {
  atWork = null;
  stopBeforeQuit({ activity, stop: never });
  quit();
  await vi.advanceTimersByTimeAsync(QUIT_LIMIT - 1);
  expect(record.exits).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(record.exits).toEqual([0]);
  expect(QUIT_LIMIT).toBe(5000);
});

it('waits for the answer to a receipt in flight before it stops the service', async () => {
  const stop = vi.fn(() => Promise.resolve());
  stopBeforeQuit({ activity, stop });
  atWork = 1;
  quit();
  await vi.advanceTimersByTimeAsync(8000);
  expect(stop).not.toHaveBeenCalled();
  atWork = 0;
  await vi.advanceTimersByTimeAsync(300);
  expect(stop).toHaveBeenCalledTimes(1);
  expect(record.exits).toEqual([0]);
});

it('does not wait for ever where tills go on selling', async () => {
  const stop = vi.fn(() => Promise.resolve());
  stopBeforeQuit({ activity, stop });
  atWork = 1;
  quit();
  await vi.advanceTimersByTimeAsync(SETTLE_LIMIT);
  expect(stop).toHaveBeenCalledTimes(1);
});

it('stops once, however often the user asks', async () => {
  const stop = vi.fn(never);
  stopBeforeQuit({ activity, stop });
  quit();
  await vi.advanceTimersByTimeAsync(3000);
  expect(quit().defaultPrevented).toBe(true);
  await vi.advanceTimersByTimeAsync(2000);
  expect(stop).toHaveBeenCalledTimes(1);
  expect(record.exits).toEqual([0]);
});

it('leaves also when stopping fails', async () => {
  stopBeforeQuit({ activity, stop: () => Promise.reject(new Error('no')) });
  quit();
  await vi.advanceTimersByTimeAsync(0);
  expect(record.exits).toEqual([0]);
});

it('lets a quit through once the service was stopped for an update', () => {
  const held = stopBeforeQuit({ activity, stop: never });
  held.letThrough(true);
  expect(quit().defaultPrevented).toBe(false);
  held.letThrough(false);
  expect(quit().defaultPrevented).toBe(true);
  expect(record.exits).toEqual([]);
});

it('quits in order when the machine shuts down, and waits for no answer then', async () => {
  atWork = 1;
  const stop = vi.fn(() => Promise.resolve());
  quitAtShutdown(stopBeforeQuit({ activity, stop }));
  const event = new PreventableEvent();
  powerMonitor.emit('shutdown', event);
  expect(event.defaultPrevented).toBe(true);
  expect(record.quits).toBe(1);
  await vi.advanceTimersByTimeAsync(0);
  expect(stop).toHaveBeenCalledTimes(1);
  expect(record.exits).toEqual([0]);
});
