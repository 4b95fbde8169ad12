import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { quitAtShutdown, QUIT_LIMIT, stopBeforeQuit } from './quit.ts';
import { app, powerMonitor, PreventableEvent, record, resetElectron } from './testing/electron-double.ts';

vi.mock('electron', () => import('./testing/electron-double.ts'));

beforeEach(() => {
  resetElectron();
  vi.useFakeTimers();
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
  stopBeforeQuit(() => promise);
  expect(quit().defaultPrevented).toBe(true);
  await vi.advanceTimersByTimeAsync(1000);
  expect(record.exits).toEqual([]);
  resolve();
  await vi.advanceTimersByTimeAsync(0);
  expect(record.exits).toEqual([0]);
});

it('waits five seconds at most', async () => {
  stopBeforeQuit(() => Promise.withResolvers<void>().promise);
  quit();
  await vi.advanceTimersByTimeAsync(QUIT_LIMIT - 1);
  expect(record.exits).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(record.exits).toEqual([0]);
  expect(QUIT_LIMIT).toBe(5000);
});

it('stops once, however often the user asks', async () => {
  const stop = vi.fn(() => Promise.withResolvers<void>().promise);
  stopBeforeQuit(stop);
  quit();
  await vi.advanceTimersByTimeAsync(3000);
  expect(quit().defaultPrevented).toBe(true);
  await vi.advanceTimersByTimeAsync(2000);
  expect(stop).toHaveBeenCalledTimes(1);
  expect(record.exits).toEqual([0]);
});

it('leaves also when stopping fails', async () => {
  stopBeforeQuit(() => Promise.reject(new Error('no')));
  quit();
  await vi.advanceTimersByTimeAsync(0);
  expect(record.exits).toEqual([0]);
});

it('quits in order when the machine shuts down', () => {
  quitAtShutdown();
  const event = new PreventableEvent();
  powerMonitor.emit('shutdown', event);
  expect(event.defaultPrevented).toBe(true);
  expect(record.quits).toBe(1);
});
