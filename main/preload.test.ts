import { beforeEach, expect, it, vi } from 'vitest';
import { CHANNELS, type TillmarkBridge } from './bridge.ts';

const electron = vi.hoisted(() => ({
  contextBridge: { exposeInMainWorld: vi.fn() },
  ipcRenderer: { invoke: vi.fn(() => Promise.resolve('answer')), on: vi.fn(), removeListener: vi.fn() },
}));
vi.mock('electron', () => electron);

let bridge: TillmarkBridge;

beforeEach(async () => {
  vi.resetModules();
  vi.clearAllMocks();
  process.argv.push('--tillmark-version=3.0.0');
  await import('./preload.ts');
  process.argv.pop();
  const [name, exposed] = electron.contextBridge.exposeInMainWorld.mock.calls[0]!;
  expect(name).toBe('tillmark');
  bridge = exposed;
});

it('exposes named functions and the version, nothing else', () => {
  expect(Object.keys(bridge).sort()).toEqual([
    'appVersion',
    'lastLines',
    'onServiceState',
    'openLogs',
    'restartService',
    'serviceState',
    'setShell',
    'shellState',
    'showRegister',
    'signIn',
  ]);
  expect(bridge.appVersion).toBe('3.0.0');
});

it('passes calls on with the arguments they take and no others', async () => {
  expect(await bridge.serviceState()).toBe('answer');
  await (bridge.restartService as (x: unknown) => Promise<void>)('x');
  await (bridge.showRegister as (x: unknown) => Promise<void>)('x');
  await (bridge.signIn as (...x: unknown[]) => Promise<void>)('ana', 'secret', 'x');
  expect(electron.ipcRenderer.invoke.mock.calls).toEqual([
    [CHANNELS.serviceState],
    [CHANNELS.restartService],
    [CHANNELS.showRegister],
    [CHANNELS.signIn, 'ana', 'secret'],
  ]);
});

it('hands the state to the page, never the event, until the page leaves', () => {
  const callback = vi.fn();
  const leave = bridge.onServiceState(callback);
  const [channel, listener] = electron.ipcRenderer.on.mock.calls[0]!;
  expect(channel).toBe(CHANNELS.serviceStateChanged);
  listener({ sender: 'secret' }, { state: 'stopped' });
  expect(callback.mock.calls).toEqual([[{ state: 'stopped' }]]);
  leave();
  expect(electron.ipcRenderer.removeListener).toHaveBeenCalledWith(channel, listener);
});
