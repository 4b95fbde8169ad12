import { beforeEach, describe, expect, it } from 'vitest';
import { COOKIE } from './access.ts';
import { changesByGet } from './rules.ts';
import { basic, Doorway, HERE, LAN, outcome, PASSWORD, visit, withHeaders } from './testing/doorway.ts';

let its: Doorway;

beforeEach(() => void (its = new Doorway()));

describe('a GET that changes something', () => {
  const CHROME =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36';
  const asked = (where: typeof HERE, more: Record<string, string>, password?: string) =>
    visit('/backup/incremental', { ...withHeaders(where, more), changes: true, password });

  it.each<[string, Record<string, string>]>([
    ['curl', { 'user-agent': 'curl/8.5.0', accept: '*/*' }],
    ['no name at all', {}],
    ['PowerShell', { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; pt-PT) WindowsPowerShell/5.1.26100' }],
    ['Delphi', { 'user-agent': 'Mozilla/3.0 (compatible; Indy Library)' }],
    ['WinHTTP', { 'user-agent': 'Mozilla/4.0 (compatible; Win32; WinHttp.WinHttpRequest.5)' }],
    ['fetch of Node', { 'user-agent': 'node', 'sec-fetch-mode': 'cors', 'accept-language': '*' }],
    ['Java', { 'user-agent': 'Java/1.8.0_401', accept: 'text/html, image/gif, image/jpeg, *; q=.2' }],
  ])('is done for a program of this machine: %s', async (_name, headers) => {
    expect(await outcome(its.door(), asked(HERE, headers))).toBe(200);
  });

  it.each([
    [
      'a picture in an old browser, or on a network without HTTPS',
      { 'user-agent': CHROME, accept: 'image/*' },
    ],
    ['a link, without a referrer', { 'user-agent': CHROME, 'upgrade-insecure-requests': '1' }],
    ['a link in a mail', { 'user-agent': CHROME, 'sec-fetch-site': 'none' }],
    ['a page with another name of its browser', { 'user-agent': 'x', referer: 'http://evil.example/' }],
    ['a browser with a session of the manager alone', { 'user-agent': 'x', cookie: 'a=b' }],
  ])('is not done for %s, with or without a password of the manager', async (_how, headers) => {
    for (const where of [HERE, LAN]) {
      expect(await outcome(its.door(), asked(where, headers))).toBe(403);
      const remembered = { ...headers, authorization: basic(PASSWORD) };
      expect(await outcome(its.door(), asked(where, remembered))).toBe(403);
      expect(await outcome(its.door(), asked(where, remembered, 'anything'))).toBe(403);
    }
  });

  it('is done for a browser by who knows the password, or has the token of a session', async () => {
    expect(await outcome(its.door(), asked(LAN, { 'user-agent': CHROME }, PASSWORD))).toBe(200);
    expect(await outcome(its.door(), asked(LAN, { 'user-agent': CHROME }, 'errada'))).toBe(403);
    const { id, csrf } = its.manager.sessions.begin();
    const own = { 'user-agent': CHROME, cookie: `${COOKIE}=${id}` };
    expect(await outcome(its.door(), asked(LAN, own))).toBe(403);
    expect(await outcome(its.door(), asked(LAN, { ...own, 'x-csrf-token': csrf }))).toBe(200);
  });

  it('is known by its path, and where files go to a folder by its query', () => {
    expect(changesByGet('/Backup/Incremental/', false)).toBe(true);
    for (const path of ['/retrieve', '/export', '/control/export']) {
      expect([changesByGet(path, false), changesByGet(path, true)]).toEqual([false, true]);
    }
    expect(changesByGet('/find', true)).toBe(false);
  });
});
