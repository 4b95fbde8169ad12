import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  PreventableEvent,
  WebContentsDouble,
  app,
  record,
  resetElectron,
} from '../testing/electron-double.ts';
import { lockNavigation } from './navigation.ts';

vi.mock('electron', () => import('../testing/electron-double.ts'));

let register: string | null;
let contents: WebContentsDouble;

beforeEach(() => {
  resetElectron();
  register = 'http://127.0.0.1:5618/';
  lockNavigation(
    () => register,
    () => 'http://localhost:5619',
  );
  contents = new WebContentsDouble();
  app.emit('web-contents-created', {}, contents);
});

function prevented(event: string, url: string): boolean {
  const details = Object.assign(new PreventableEvent(), { url });
  contents.emit(event, details);
  return details.defaultPrevented;
}

describe.each(['will-navigate', 'will-frame-navigate', 'will-redirect'])('%s', (event) => {
  it.each(['http://127.0.0.1:5618/', 'http://127.0.0.1:5618/control?RN=def#top', 'tillmark://app/'])(
    'allows %s',
    (url) => {
      expect(prevented(event, url)).toBe(false);
    },
  );

  it.each([
    'http://127.0.0.1:5618@evil.example/',
    'http://user@127.0.0.1:5618/',
    'http://127.0.0.1:56180/',
    'http://127.0.0.1:5618.evil.example/',
    'http://127.0.0.1/',
    'https://127.0.0.1:5618/',
    'http://localhost:5618/',
    'http://evil.example/?http://127.0.0.1:5618/',
    'tillmark://app.evil.example/',
    'tillmark://evil/',
    'tillmark:app',
    'file:///etc/passwd',
    'data:text/html,hello',
    'javascript:alert(1)',
    'blob:http://127.0.0.1:5618/1',
    'about:blank',
    'not a url',
    '',
  ])('prevents %s', (url) => {
    expect(prevented(event, url)).toBe(true);
  });

  it('prevents the register itself while there is none', () => {
    register = null;
    expect(prevented(event, 'http://127.0.0.1:5618/')).toBe(true);
  });
});

it('prevents webviews', () => {
  const event = new PreventableEvent();
  contents.emit('will-attach-webview', event);
  expect(event.defaultPrevented).toBe(true);
});

it('opens no windows; listed sites go to the browser of the system', () => {
  expect(contents.openHandler?.({ url: 'http://127.0.0.1:5618/' })).toEqual({ action: 'deny' });
  expect(contents.openHandler?.({ url: 'https://evil.example/' })).toEqual({ action: 'deny' });
  expect(record.opened).toEqual([]);
  expect(contents.openHandler?.({ url: 'https://www.portaldasfinancas.gov.pt/x' })).toEqual({
    action: 'deny',
  });
  expect(record.opened).toEqual(['https://www.portaldasfinancas.gov.pt/x']);
});

it('sends links to the portal beside to the browser of the system, and to no other program of the machine', () => {
  for (const url of [
    'http://localhost:5620/',
    'http://localhost:5619@evil.example/',
    'https://localhost:5619/',
  ])
    contents.openHandler?.({ url });
  expect(record.opened).toEqual([]);
  contents.openHandler?.({ url: 'http://localhost:5619/#/register/3/2' });
  expect(record.opened).toEqual(['http://localhost:5619/#/register/3/2']);
});
