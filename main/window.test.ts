import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { channels } from './bridge.ts';
import { record, resetElectron, type BrowserWindow } from './testing/electron-double.ts';
import { createShellWindow, retryAfter } from './window.ts';

vi.mock('electron', () => import('./testing/electron-double.ts'));

const url = 'http://127.0.0.1:5618';
const ready = { state: 'ready', url, problems: [] as string[] } as const;

beforeEach(() => {
  resetElectron();
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const window = (): BrowserWindow => record.windows[record.windows.length - 1]!;

it('opens with secure preferences', () => {
  createShellWindow({ state: 'starting' }).show();
  expect(window().options['webPreferences']).toMatchObject({
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    webviewTag: false,
    additionalArguments: ['--tillmark-version=3.0.0'],
  });
});

it('shows the waiting page, the register once it is ready, the waiting page again after a crash', () => {
  const shell = createShellWindow({ state: 'starting' });
  shell.show();
  shell.follow(ready);
  shell.follow({ ...ready, state: 'notReady', problems: ['NO_CFG'] });
  shell.follow({ state: 'restarting', at: new Date().toISOString(), attempt: 1, text: '' });
  shell.follow({ state: 'starting' });
  shell.follow(ready);
  expect(window().loaded).toEqual(['tillmark://app/', url, 'tillmark://app/', url]);
});

it('passes every state on to the page', () => {
  const shell = createShellWindow({ state: 'starting' });
  shell.show();
  shell.follow(ready);
  expect(window().webContents.sent).toEqual([[channels.serviceStateChanged, ready]]);
});

it('opens anew, where the register is by then, after it was closed', () => {
  const shell = createShellWindow({ state: 'starting' });
  shell.show();
  shell.show();
  expect(record.windows).toHaveLength(1);
  window().emit('closed');
  shell.follow(ready);
  shell.show();
  expect(record.windows).toHaveLength(2);
  expect(window().loaded).toEqual([url]);
});

it('tries a register page that did not load again, and shows the waiting page meanwhile', () => {
  createShellWindow(ready).show();
  window().webContents.emit('did-fail-load', {}, -102, 'ERR_CONNECTION_REFUSED', `${url}/`, true);
  expect(window().loaded).toEqual([url, 'tillmark://app/']);
  vi.advanceTimersByTime(retryAfter);
  expect(window().loaded).toEqual([url, 'tillmark://app/', url]);
});

it('leaves alone a load that another one replaced, a frame, and a foreign page', () => {
  createShellWindow(ready).show();
  const { webContents } = window();
  webContents.emit('did-fail-load', {}, -3, 'ERR_ABORTED', `${url}/`, true);
  webContents.emit('did-fail-load', {}, -102, 'ERR_CONNECTION_REFUSED', `${url}/frame`, false);
  webContents.emit('did-fail-load', {}, -102, 'ERR_CONNECTION_REFUSED', 'http://127.0.0.1:1/', true);
  vi.advanceTimersByTime(retryAfter);
  expect(window().loaded).toEqual([url]);
});

it('does not try again after the register has gone, or in a closed window', () => {
  const shell = createShellWindow(ready);
  shell.show();
  window().webContents.emit('render-process-gone', {}, { reason: 'crashed' });
  shell.follow({ state: 'stopped' });
  vi.advanceTimersByTime(retryAfter);
  expect(window().loaded).toEqual([url, 'tillmark://app/', 'tillmark://app/']);
  shell.follow(ready);
  window().webContents.emit('render-process-gone', {}, { reason: 'oom' });
  const { loaded } = window();
  const before = loaded.length;
  window().emit('closed');
  vi.advanceTimersByTime(retryAfter);
  expect(loaded).toHaveLength(before);
});
