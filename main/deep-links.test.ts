import { beforeEach, expect, it, vi } from 'vitest';
import { openLinks, pageOfLink } from './deep-links.ts';
import { app, PreventableEvent, record, resetElectron } from './testing/electron-double.ts';

vi.mock('electron', () => import('./testing/electron-double.ts'));

const show = vi.fn();

beforeEach(() => {
  resetElectron();
  show.mockClear();
});

it.each([
  ['tillmark://open/devices', '/#/devices'],
  ['tillmark://open/docs/', '/docs'],
  ['tillmark://open', '/'],
  ['tillmark://open/', '/'],
])('opens the page of %s', (link, page) => {
  expect(pageOfLink(link)).toBe(page);
});

it.each([
  'tillmark://open/unknown',
  'tillmark://open/constructor',
  'tillmark://open/devices?RN=x',
  'tillmark://open/devices#x',
  'tillmark://open/../service/restart',
  'tillmark://open/%64evices',
  'tillmark://open//devices',
  'tillmark://open@evil.example/devices',
  'tillmark://app/sign-in',
  'tillmark:open/devices',
  'TILLMARK://open/devices\n--port=1',
  'http://evil.example/devices',
  'javascript:alert(1)',
  `tillmark://open/${'a'.repeat(100_000)}`,
  '',
])('refuses %.60s', (link) => {
  expect(pageOfLink(link)).toBeNull();
});

it('opens the link of its own command line, and shows no window for any other', () => {
  openLinks(['--no-sandbox', '--', 'tillmark://open/settings'], show);
  expect(show.mock.calls).toEqual([['/#/settings']]);
  openLinks(['tillmark://evil/'], show);
  openLinks(['.'], show);
  expect(show).toHaveBeenCalledTimes(1);
});

it('takes links from a second instance and from macOS; a refused one shows the window as it is', () => {
  openLinks([], show);
  app.emit('second-instance', {}, ['tillmark', '--allow-file-access', 'tillmark://open/docs']);
  app.emit('second-instance', {}, ['tillmark', 'tillmark://open/../x']);
  const event = new PreventableEvent();
  app.emit('open-url', event, 'tillmark://open/status');
  expect(event.defaultPrevented).toBe(true);
  expect(show.mock.calls).toEqual([['/docs'], [null], ['/#/']]);
});

it('registers its scheme on Windows with nothing behind the link that could be an option', () => {
  const { platform } = process;
  Object.defineProperty(process, 'platform', { value: 'win32' });
  openLinks([], show);
  expect(record.schemeHandler).toBeNull();
  app.isPackaged = true;
  openLinks([], show);
  expect(record.schemeHandler).toEqual(['tillmark', process.execPath, ['--']]);
  Object.defineProperty(process, 'platform', { value: platform });
});
