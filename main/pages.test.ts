import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { BrowserWindow as RealWindow } from 'electron';
import { pagesOf, type Pages } from './pages.ts';
import { BrowserWindow, resetElectron } from './testing/electron-double.ts';

vi.mock('electron', () => import('./testing/electron-double.ts'));

const url = 'http://127.0.0.1:5618';
/** The first pause between two attempts. */
const PAUSE = 1000;

let register: string | null;
let window: BrowserWindow;
let pages: Pages;

beforeEach(() => {
  resetElectron();
  vi.useFakeTimers();
  register = url;
  window = new BrowserWindow({});
  pages = pagesOf(window as unknown as RealWindow, () => register);
  pages.show();
});

afterEach(() => {
  vi.useRealTimers();
});

const fail = (at = `${url}/`, code = -102, isMainFrame = true): boolean =>
  window.webContents.emit('did-fail-load', {}, code, 'ERR_CONNECTION_REFUSED', at, isMainFrame);
const LOST = 'tillmark://app/?error=ERR_CONNECTION_REFUSED';

it('tries a register page that did not load again and again, with growing pauses, and says so meanwhile', () => {
  fail();
  expect(window.loaded).toEqual([url, LOST]);
  vi.advanceTimersByTime(PAUSE);
  fail();
  vi.advanceTimersByTime(PAUSE);
  expect(window.loaded).toEqual([url, LOST, url, LOST]);
  vi.advanceTimersByTime(PAUSE);
  expect(window.loaded).toEqual([url, LOST, url, LOST, url]);
  window.webContents.emit('did-navigate', {}, `${url}/`, 200);
  fail();
  vi.advanceTimersByTime(PAUSE);
  expect(window.loaded.slice(-2)).toEqual([LOST, `${url}/`]);
});

it('leaves alone a load that another one replaced, a frame, and a foreign page', () => {
  fail(`${url}/`, -3);
  fail(`${url}/frame`, -102, false);
  fail('http://127.0.0.1:1/');
  fail('tillmark://app/');
  vi.advanceTimersByTime(PAUSE);
  expect(window.loaded).toEqual([url]);
});

it('does not try again after the register has gone, or in a closed window', () => {
  window.webContents.emit('render-process-gone', {}, { reason: 'crashed' });
  register = null;
  vi.advanceTimersByTime(PAUSE);
  expect(window.loaded).toEqual([url, 'tillmark://app/?error=crashed']);
  register = url;
  window.webContents.emit('render-process-gone', {}, { reason: 'oom' });
  window.emit('closed');
  vi.advanceTimersByTime(10 * PAUSE);
  expect(window.loaded).toHaveLength(3);
});

it('comes back to the page it was on after the register has started again, on another port too', () => {
  window.webContents.emit('did-navigate', {}, `${url}/`, 200);
  window.webContents.emit('did-navigate-in-page', {}, `${url}/?RN=bar#/settings`, true);
  window.webContents.emit('did-navigate-in-page', {}, `${url}/#frame`, false);
  register = null;
  pages.show();
  window.webContents.emit('did-navigate', {}, 'tillmark://app/', 200);
  register = 'http://127.0.0.1:40001';
  pages.show();
  expect(window.loaded).toEqual([url, 'tillmark://app/', 'http://127.0.0.1:40001/?RN=bar#/settings']);
});

it('opens a page that is asked for, also when the register comes later', () => {
  pages.open('/#/devices');
  expect(window.loaded.at(-1)).toBe(`${url}/#/devices`);
  register = null;
  pages.open('/docs');
  expect(window.loaded.at(-1)).toBe('tillmark://app/');
  register = url;
  pages.show();
  expect(window.loaded.at(-1)).toBe(`${url}/docs`);
});

it('does not ask again for what is no page: it may do something', () => {
  window.webContents.emit('did-navigate', {}, `${url}/docs#render`, 200);
  window.webContents.emit('did-navigate', {}, `${url}/backup/incremental?RN=def`, 200);
  pages.show();
  expect(window.loaded.at(-1)).toBe(`${url}/docs#render`);
});

it('leads home and back from anywhere, but never back to the waiting page', () => {
  const { history } = window.webContents;
  pages.back();
  expect(history.backs).toBe(0);
  window.webContents.emit('did-navigate', {}, `${url}/#/settings`, 200);
  expect(history.clears).toBe(1);
  window.webContents.emit('did-navigate', {}, `${url}/state`, 200);
  expect(history.clears).toBe(1);
  history.canGoBack = true;
  pages.back();
  expect(history.backs).toBe(1);
  pages.home();
  expect(window.loaded.at(-1)).toBe(url);
});

it('asks once for a user, however many requests need one, and again when it was wrong', () => {
  pages.askForUser(false, null);
  pages.askForUser(false, null);
  expect(window.loaded).toEqual([url, 'tillmark://app/sign-in']);
  pages.show();
  pages.askForUser(true, null);
  pages.askForUser(false, null);
  expect(window.loaded.slice(2)).toEqual([url, 'tillmark://app/sign-in?wrong']);
});

it('goes on to the page for which the user was asked, if it is still the register there', () => {
  pages.askForUser(false, `${url}/service/config`);
  pages.goOn();
  expect(window.loaded.at(-1)).toBe(`${url}/service/config`);
  pages.askForUser(false, `${url}/service/config`);
  register = 'http://127.0.0.1:40001';
  pages.goOn();
  expect(window.loaded.at(-1)).toBe('http://127.0.0.1:40001');
  pages.askForUser(false, null);
  pages.goOn();
  expect(window.loaded.at(-1)).toBe('http://127.0.0.1:40001');
});
