import { expect, test } from 'vitest';
import { browserPlaces, findBrowser } from './browser.ts';

const linux = { platform: 'linux' as const, env: { PATH: '/usr/local/bin:/usr/bin' } };
const nothing = { exists: () => false, works: () => true, own: () => null };

test('takes the browser named in TILLMARK_CHROMIUM without a further look', () => {
  const env = { TILLMARK_CHROMIUM: '/opt/chrome', PATH: '/usr/bin' };
  expect(findBrowser({ ...nothing, platform: 'linux', env })).toBe('/opt/chrome');
});

test('prefers Chromium to Chrome and earlier folders of PATH to later ones', () => {
  const installed = ['/usr/bin/google-chrome', '/usr/bin/chromium', '/usr/local/bin/google-chrome'];
  const exists = (path: string) => installed.includes(path);
  expect(findBrowser({ ...nothing, ...linux, exists })).toBe('/usr/bin/chromium');
});

test('passes over a browser that does not answer', () => {
  const exists = (path: string) => path.startsWith('/usr/bin/');
  const works = (path: string) => path.endsWith('google-chrome');
  expect(findBrowser({ ...nothing, ...linux, exists, works })).toBe('/usr/bin/google-chrome');
});

test("falls back to Playwright's own browser, when that is installed", () => {
  const own = () => '/home/ana/.cache/ms-playwright/chrome';
  expect(findBrowser({ ...nothing, ...linux, own, exists: (path) => path === own() })).toBe(own());
  expect(findBrowser({ ...nothing, ...linux, own })).toBeNull();
});

test('knows the usual places of macOS and Windows', () => {
  expect(browserPlaces({ HOME: '/Users/ana' }, 'darwin')).toContain(
    '/Users/ana/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  );
  expect(browserPlaces({ PROGRAMFILES: 'C:\\Program Files' }, 'win32')).toEqual([
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files\\Chromium\\Application\\chrome.exe',
    'C:\\Program Files\\Microsoft\\Edge\\Application\\msedge.exe',
  ]);
});
