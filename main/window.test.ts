import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CHANNELS, type ServiceState } from './bridge.ts';
import { PreferencesFile } from './preferences.ts';
import { record, resetElectron, type BrowserWindow } from './testing/electron-double.ts';
import { createShellWindow, PAINT_LIMIT, type ShellWindow } from './window.ts';

vi.mock('electron', () => import('./testing/electron-double.ts'));

// Below a file: nothing is kept.
const preferences = new PreferencesFile('/dev/null/user');
const url = 'http://127.0.0.1:5618';
const ready = { state: 'ready', url, problems: [] as string[] } as const;

beforeEach(() => {
  resetElectron();
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const shellWindow = (state: ServiceState): ShellWindow =>
  createShellWindow(state, preferences, () => undefined);
const window = (): BrowserWindow => record.windows[record.windows.length - 1]!;

it('opens with secure preferences', () => {
  shellWindow({ state: 'starting' }).show();
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

it.each([
  [false, '#f3f4f2'],
  [true, '#14181a'],
])('comes up once it has painted, in the colour of the page; dark: %s', (dark, colour) => {
  record.dark = dark;
  shellWindow(ready).show();
  expect(window().options).toMatchObject({ show: false, backgroundColor: colour });
  expect(window().shown).toBe(0);
  window().emit('ready-to-show');
  expect(window().shown).toBe(1);
  vi.advanceTimersByTime(PAINT_LIMIT);
  expect(window().shown).toBe(1);
});

it('comes up also where a page paints nothing, for somebody has asked for it', () => {
  shellWindow(ready).show();
  vi.advanceTimersByTime(PAINT_LIMIT);
  expect(window().shown).toBe(1);
});

it('opens behind all others when nobody has asked for it, and comes to the front when somebody does', () => {
  const shell = shellWindow(ready);
  shell.openBehind();
  window().emit('ready-to-show');
  expect([window().shown, window().minimised]).toEqual([0, 1]);
  expect(record.order).toEqual(['shown behind']);
  shell.openBehind();
  shell.show();
  expect(record.windows).toHaveLength(1);
  expect(window().shown).toBe(1);
});

it('opens maximised where it was, once it has painted', () => {
  const kept = new PreferencesFile('/dev/null/user');
  kept.change({ place: { x: 5, y: 6, width: 800, height: 600, maximised: true } });
  createShellWindow(ready, kept, () => undefined).show();
  expect(window().options).toMatchObject({ x: 5, y: 6, width: 800, height: 600 });
  expect(window().maximised).toBe(false);
  window().emit('ready-to-show');
  expect(window().maximised).toBe(true);
});

it('shows the waiting page, the register once it is ready, the waiting page again after a crash', () => {
  const shell = shellWindow({ state: 'starting' });
  shell.show();
  shell.follow(ready);
  shell.follow({ ...ready, state: 'notReady', problems: ['NO_CFG'] });
  shell.follow({ state: 'restarting', at: new Date().toISOString(), attempt: 1, text: '' });
  shell.follow({ state: 'starting' });
  shell.follow(ready);
  expect(window().loaded).toEqual(['tillmark://app/', url, 'tillmark://app/', url]);
});

it('passes every state on to the page', () => {
  const shell = shellWindow({ state: 'starting' });
  shell.show();
  shell.follow(ready);
  expect(window().webContents.sent).toEqual([[CHANNELS.serviceStateChanged, ready]]);
});

it('opens anew, where the register is by then, after it was closed', () => {
  const shell = shellWindow({ state: 'starting' });
  shell.show();
  shell.show();
  expect(record.windows).toHaveLength(1);
  window().emit('closed');
  shell.follow(ready);
  shell.show();
  expect(record.windows).toHaveLength(2);
  expect(window().loaded).toEqual([url]);
});
