/** What a till's real attackers try (docs/security.md): each is refused, and nothing changes. */
import net from 'node:net';
import fs from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { expectWell, runService, send, type Answer, type Running } from '../testing/running-service.ts';
import { temporaryFolder } from '../testing/folder.ts';
import { esr, sale } from '../testing/sales.ts';

/** Nothing but the configuration is in the journal, and sales go on. */
async function expectUnharmed(running: Running): Promise<void> {
  expect(await running.records()).toHaveLength(1);
  await expectWell(running);
}

/** Sends bytes as they are and returns what comes back. */
function raw(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.setEncoding('latin1');
    socket.on('data', (part: string) => {
      answer += part;
      if (!answer.includes('\r\n\r\n')) return;
      resolve(answer);
      // What was sent is not read to its end.
      socket.on('error', () => undefined).destroy();
    });
    socket.on('error', reject);
    socket.setTimeout(3000, () => socket.destroy(new Error('no answer')));
  });
}

describe('a page that is open on the till', () => {
  const evil = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };

  it.each<[string, Record<string, string>]>([
    ['as a form would', { ...evil, 'content-type': 'text/plain' }],
    ['as a form with fields would', { ...evil, 'content-type': 'application/x-www-form-urlencoded' }],
    ['by a script', { ...evil, 'content-type': 'application/json' }],
    ['that sends no origin', { 'sec-fetch-site': 'cross-site', 'content-type': 'text/plain' }],
    ['from another port of this machine', { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-site' }],
    ['from a file', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
    [
      'whose name points here',
      { host: 'evil.example', origin: 'http://evil.example', 'sec-fetch-site': 'same-origin' },
    ],
  ])('cannot register a sale, %s', async (_how, headers) => {
    const running = await runService();
    const body = JSON.stringify(sale());
    for (const at of [
      '/register',
      '/restart',
      '/register/void/last',
      '/cfg',
      '/repo?file=a',
      '/peri/drawer',
    ]) {
      expect([at, (await running.post(at, body, headers)).status]).toEqual([at, 403]);
    }
    await expectUnharmed(running);
  });

  it.each(['/find', '/last', '/state', '/cfg', '/', '/control/status'])(
    'reads nothing of %s by a name that points here',
    async (at) => {
      const running = await runService();
      const { status, text } = await running.get(at, { host: 'evil.example' });
      expect(status).toBe(403);
      expect(text).not.toContain('501964843');
    },
  );

  it('cannot read answers: none names it, unless the profile does', async () => {
    const running = await runService();
    const { headers } = await running.get('/find', evil);
    expect(headers['access-control-allow-origin']).toBeUndefined();
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
  });

  it.each(['picture', 'form'])(
    'lets nothing be written by a %s, where browsers do not say whose it is',
    async (kind) => {
      const running = await runService();
      const folder = await temporaryFolder();
      const accept = kind === 'picture' ? 'image/avif,image/webp,*/*;q=0.8' : 'text/html,*/*;q=0.8';
      const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101', accept };
      const target = encodeURIComponent(folder);
      const routes = [
        `/retrieve?last=0&TARGET=${target}`,
        `/Backup/Incremental/?path=${target}`,
        `/export?type=jou&from=2026-01-01&till=2026-12-31&target=${target}`,
        `/control/export?from=2026-01-01&till=2026-12-31&target=${target}`,
      ];
      for (const at of routes) {
        for (const method of ['GET', 'HEAD']) {
          const { status } = await send(running.url + at, method, undefined, browser);
          expect([at, method, status]).toEqual([at, method, 403]);
        }
      }
      expect(await fs.readdir(folder)).toEqual([]);
      // What a program asks for is done, and so is what only shows something.
      expect((await running.get(routes[0]!)).status).toBe(200);
      expect((await running.get('/retrieve?last=0', browser)).status).toBe(200);
    },
  );

  it('opens no socket', async () => {
    const { port } = await runService();
    const answer = await raw(
      port,
      `GET /control/events HTTP/1.1\r\nHost: localhost:${port}\r\nOrigin: https://evil.example\r\nConnection: close, Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
    ).catch((error: Error) => error.message);
    expect(answer).not.toContain(' 101 ');
  });
});

describe('paths that lead elsewhere', () => {
  const up = [
    '../gbl/profile.cfg',
    '..%2fgbl%2fprofile.cfg',
    '..\\gbl\\profile.cfg',
    '/etc/passwd',
    'C:\\Windows\\win.ini',
    '%2e%2e/gbl/vault.key',
    'a/../../gbl/instance',
  ];

  it.each(up)('are refused by /repo: %s', async (file) => {
    const running = await runService();
    const query = `file=${encodeURIComponent(decodeURIComponent(file))}`;
    expect((await running.get(`/repo?${query}`)).status).toBeGreaterThanOrEqual(400);
    const headers = { 'content-type': 'text/plain' };
    const put = await fetch(`${running.url}/repo?${query}`, { method: 'PUT', body: 'x', headers });
    expect(put.status).toBe(400);
    await expectUnharmed(running);
  });

  it.each(up)('are not found by /cer: %s', async (serial) => {
    const { get } = await runService();
    const { status, text } = await get(`/cer/${encodeURIComponent(serial)}`);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(text).not.toContain('DiskQuota');
  });

  it.each(['/retrieve?last=0&target=', '/export?type=jou&from=2026-01-01&till=2026-12-31&target='])(
    'into the data root are refused by %s',
    async (at) => {
      const running = await runService();
      const listed = async () =>
        // What the service itself may just be writing.
        (await fs.readdir(path.join(running.dataRoot, 'gbl'))).filter(
          (name) => !/^(?:language|checklist|disk|audit-trail|vault)/.test(name),
        );
      const before = await listed();
      for (const target of [
        path.join(running.dataRoot, 'gbl'),
        `${running.dataRoot}/x/../gbl`,
        'relative',
        '\0',
      ]) {
        expect((await running.get(at + encodeURIComponent(target))).status).toBe(400);
      }
      expect(await listed()).toEqual(before);
    },
  );

  it('of links in a target folder are replaced, not followed', async () => {
    const running = await runService();
    await running.post('/profile', { Attributes: 'Normalize_D=9' });
    const profile = path.join(running.dataRoot, 'gbl', 'profile.cfg');
    const before = await fs.readFile(profile, 'utf8');
    const folder = await temporaryFolder();
    await fs.symlink(profile, path.join(folder, '1.json'));
    const { status } = await running.get(`/retrieve?last=0&target=${encodeURIComponent(folder)}`);
    expect(status).toBe(200);
    expect(await fs.readFile(profile, 'utf8')).toBe(before);
    expect((await fs.lstat(path.join(folder, '1.json'))).isSymbolicLink()).toBe(false);
    expect(JSON.parse(await fs.readFile(path.join(folder, '1.json'), 'utf8'))).toMatchObject({ SQ: 1 });
    expect((await fs.readdir(folder)).filter((name) => !name.endsWith('.json'))).toEqual([]);
  });

  it('into the data root are refused as place of backups', async () => {
    const running = await runService();
    const target = encodeURIComponent(path.join(running.dataRoot, 'gbl'));
    const { text } = await running.get(`/backup/incremental?path=${target}`);
    expect(text).toMatch(/data root/i);
  });

  it.each(['../def', 'a/b', '..', 'def\\..', 'con', 'x'.repeat(200), 'a\0b'])(
    'name no register: %j',
    async (rn) => {
      const running = await runService();
      const { Cmp, Loc, Trm } = (await running.get('/cfg')).json.Cfg;
      const folders = await fs.readdir(path.join(running.dataRoot, 'rn')).catch((): string[] => []);
      const answer = await running.post(`/cfg?RN=${encodeURIComponent(rn)}`, {
        Cfg: { Cmp, Loc, Trm: { ...Trm, TT: '9' } },
      });
      if (rn === 'con') expect(answer.status).toBe(200);
      else expect(answer.status).toBe(400);
      const now = await fs.readdir(path.join(running.dataRoot, 'rn')).catch((): string[] => []);
      expect(now.filter((name) => !folders.includes(name) && /^con$|\.\./i.test(name))).toEqual([]);
    },
  );
});

describe('texts that want to be more', () => {
  const evil = '<script>alert(1)</script><%= process.exit() %>#{7*7}{{7*7}}${7*7}';

  it('are printed as they are', async () => {
    const running = await runService();
    const posted = await running.post('/register', {
      Tra: { ESR: esr('1.00', { PosA: [{ _: 'Pos', Dsc: evil, TaxG: 'A', Amt: '1.00' }] }) },
    });
    expect(posted.status).toBe(200);
    const html = (await running.get('/render')).text;
    expect(html).not.toContain('<script>alert');
    expect(html).toContain('&lt;script&gt;');
    expect(html).toContain('&lt;%= process.exit() %&gt;#{7*7}{{7*7}}${7*7}');
    await expectWell(running);
  });

  it.each(['/find?RN=', '/backup?RN=', '/export?type=jou&RN=', '/last?RN=', '/qr?text=x&type='])(
    'add no header to the answer of %s',
    async (at) => {
      const { get } = await runService();
      const { headers } = await get(`${at}${encodeURIComponent('x\r\nX-Evil: 1')}`);
      expect(headers['x-evil']).toBeUndefined();
    },
  );
});

describe('requests that want to be two, or endless', () => {
  it.each([
    ['two lengths', 'Content-Length: 5\r\nContent-Length: 50\r\n'],
    ['a length and chunks', 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n'],
    ['headers of 100 kB', `X-Long: ${'a'.repeat(100_000)}\r\n`],
    ['a line without a colon', 'Evil\r\n'],
  ])('are refused: %s', async (_what, header) => {
    const running = await runService();
    const answer = await raw(
      running.port,
      `POST /register HTTP/1.1\r\nHost: localhost\r\n${header}\r\n{"a":1}`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    await expectUnharmed(running);
  });

  it('are refused when the length they announce is too much, before it comes', async () => {
    const running = await runService();
    const answer: string = await raw(
      running.port,
      'POST /register HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 99999999999\r\nConnection: close\r\n\r\n{',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    await expectUnharmed(running);
  });
});

it('says nothing about itself that helps', async () => {
  const { get } = await runService();
  const answers: Answer[] = [await get('/state'), await get('/nothing'), await get('/')];
  for (const { headers } of answers) {
    expect(headers['x-powered-by']).toBeUndefined();
    expect(headers.server).toBeUndefined();
    expect(headers['x-content-type-options']).toBe('nosniff');
  }
});
