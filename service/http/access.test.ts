/** The door over real connections: sign-in and digest; HTTPS is in https.test.ts. */
import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { runService, send, type Answer, type Running } from '../testing/running-service.ts';
import { sale } from '../testing/sales.ts';

const PASSWORD = 'Pastel de nata 7';
const page = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' };
const basic = (password: string) => ({
  authorization: `Basic ${Buffer.from(`gerente:${password}`).toString('base64')}`,
});

async function withPassword(): Promise<Running> {
  const running = await runService();
  expect((await running.post('/profile', { Password: PASSWORD })).status).toBe(200);
  return running;
}

describe('the password', () => {
  it('is kept as a hash and never shown', async () => {
    const running = await withPassword();
    expect((await running.get('/profile')).json.Password).toBe('');
    const kept = await fs.readFile(path.join(running.dataRoot, 'gbl', 'profile.cfg'), 'utf8');
    expect(kept).toContain('scrypt$');
    expect(kept).not.toContain(PASSWORD);
  });

  it('is asked for at the page, where a wrong one is asked for again', async () => {
    const { get } = await withPassword();
    const none = await get('/control');
    expect([none.status, none.headers['www-authenticate']]).toEqual([401, expect.stringContaining('Basic')]);
    expect((await get('/control', basic('errada'))).status).toBe(401);
    expect((await get('/control', basic(PASSWORD))).headers.location).toBe('/');
  });

  it('is asked for by the control page, which leads back, where a browser shows a page of the service', async () => {
    const { get } = await withPassword();
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    const browser = { accept, 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document' };
    for (const at of ['/service/config', '/backup/restore?rn=a%26b&path=x', '/log', '/control']) {
      const { status, headers } = await get(at, browser);
      const next = encodeURIComponent(at);
      expect([at, status, headers.location]).toEqual([at, 302, `/#/sign-in?next=${next}`]);
      expect(headers['cache-control']).toBe('no-store');
      expect((await get(at, { ...browser, ...basic(PASSWORD) })).headers.location ?? '/').toBe('/');
      // Programs, and who knows a wrong password, hear it as before.
      expect((await get(at, { ...browser, ...basic('errada') })).status).not.toBe(302);
    }
    const foreign = await get('/service/config', { ...browser, 'sec-fetch-site': 'cross-site' });
    expect(foreign.headers.location).toBeUndefined();
  });

  it('cannot be changed by a page without the old one', async () => {
    const { post, get } = await withPassword();
    const wish = { Password: 'another one 9' };
    expect((await post('/profile', wish, page)).status).toBe(401);
    const signedIn = { ...page, ...basic(PASSWORD) };
    expect((await post('/profile', wish, signedIn)).json.ProfileC.Result).toMatchObject({
      RC: 'BAD',
      ErrorCode: '#PASSWORD',
    });
    expect((await post('/profile', { ...wish, OldPassword: PASSWORD }, signedIn)).status).toBe(200);
    expect((await get('/control', basic(PASSWORD))).status).toBe(401);
    expect((await get('/control', basic('another one 9'))).status).toBe(302);
  });

  it.each(['1234567', 'x'.repeat(201), 12345678])('cannot be %j', async (Password) => {
    const { post } = await runService();
    const { status, json } = await post('/profile', { Password });
    expect([status, json.ProfileC.Result.ErrorCode]).toEqual([400, '#PASSWORD']);
  });

  it('is gone when the profile is told null, and stays when it gets back its blank', async () => {
    const { post, get } = await withPassword();
    expect((await post('/profile', { Attributes: '', Password: '' })).status).toBe(200);
    expect((await get('/control')).status).toBe(401);
    expect((await post('/profile', { Password: null })).status).toBe(200);
    expect((await get('/control')).status).toBe(302);
  });
});

describe('signing in on the page', () => {
  it('makes a cashier a manager, until signing out', async () => {
    const { get, post, url } = await withPassword();
    expect((await get('/control/session', page)).json).toMatchObject({
      role: 'cashier',
      hasPassword: true,
      csrf: null,
    });
    expect((await get('/control/units', page)).status).toBe(401);
    const wrong = await post('/control/session', { password: 'errada' }, page);
    expect([wrong.status, wrong.json.error.code]).toEqual([403, '#PASSWORD']);

    const { headers, json } = await post('/control/session', { password: PASSWORD }, page);
    const [set] = headers['set-cookie']!;
    expect(set).toMatch(/; HttpOnly; SameSite=Strict$/);
    const cookie = set!.split(';')[0]!;
    expect((await get('/control/session', { ...page, cookie })).json).toEqual(json);
    expect((await get('/control/units', { ...page, cookie })).status).toBe(200);

    await send(`${url}/control/session`, 'DELETE', undefined, { ...page, cookie });
    expect((await get('/control/units', { ...page, cookie })).status).toBe(401);
  });

  it('lets a manager set another password and go on, and ends all other sessions', async () => {
    const { get, post } = await withPassword();
    const signIn = async (password: string) =>
      (await post('/control/session', { password }, page)).headers['set-cookie']![0]!.split(';')[0]!;
    const [mine, other] = [await signIn(PASSWORD), await signIn(PASSWORD)];
    const change = (body: object) => post('/control/session/password', body, { ...page, cookie: mine });
    const wrong = await change({ old: 'errada', password: 'short' });
    expect([wrong.status, wrong.json.error.fields]).toEqual([400, { old: 'wrong', password: 'tooShort' }]);
    const changed = await change({ old: PASSWORD, password: 'another one 9' });
    expect([changed.status, changed.json.role]).toEqual([200, 'manager']);
    const cookie = changed.headers['set-cookie']![0]!.split(';')[0]!;
    expect((await get('/control/units', { ...page, cookie })).status).toBe(200);
    for (const old of [mine, other])
      expect((await get('/control/units', { ...page, cookie: old })).status).toBe(401);
    expect((await post('/control/session', { password: PASSWORD }, page)).status).toBe(403);
  });

  it('tells the browser again afterwards, so that it is not locked out by who shares its address', async () => {
    const { get, post } = await withPassword();
    const signIn = (password: string, cookie = '') =>
      post('/control/session', { password }, { ...page, cookie });
    const [session, set] = (await signIn(PASSWORD)).headers['set-cookie']!;
    expect(set).toMatch(
      /^tillmark-device=[\w.-]{66}; Max-Age=34560000; Path=\/; .*; HttpOnly; SameSite=Strict$/,
    );
    const device = set!.split(';')[0]!;
    for (let i = 0; i < 5; i++) expect((await signIn(`errada ${i}`)).status).toBe(403);
    expect((await signIn(PASSWORD)).status).toBe(429);
    expect((await signIn(PASSWORD, device)).status).toBe(200);
    // It opens nothing by itself; and a change of the password needs the old one all the same.
    expect((await get('/control/units', { ...page, cookie: device })).status).toBe(401);
    const both = `${session!.split(';')[0]}; ${device}`;
    const wish = { old: PASSWORD, password: 'another one 9' };
    const changed = await post('/control/session/password', wish, { ...page, cookie: both });
    expect(changed.headers['set-cookie']![1]).toMatch(/^tillmark-device=/);
    expect(changed.headers['set-cookie']![1]).not.toContain(device);
  });

  it('opens no window of the browser over the page', async () => {
    const { get } = await withPassword();
    expect((await get('/control/units', page)).headers['www-authenticate']).toBeUndefined();
  });

  it('is not needed by a program of this machine for what belongs to it', async () => {
    const { get, post } = await withPassword();
    expect((await get('/retrieve?last=0')).status).toBe(200);
    expect((await post('/register', sale())).status).toBe(200);
    expect((await get('/retrieve?last=0&password=errada')).status).toBe(403);
  });
});

/** Starts a service on a data root that has these files. */
async function withFiles(files: Record<string, string | Buffer>): Promise<Running> {
  const running = await runService();
  await running.stop();
  for (const [name, content] of Object.entries(files)) {
    await fs.mkdir(path.dirname(path.join(running.dataRoot, name)), { recursive: true });
    await fs.writeFile(path.join(running.dataRoot, name), content);
  }
  return running;
}

const address = Object.values(os.networkInterfaces())
  .flat()
  .find((a) => a && !a.internal && a.family === 'IPv4')?.address;

describe.skipIf(address === undefined)('other machines', () => {
  it('cannot connect until there is a password, and the status page says so', async () => {
    const running = await runService({ host: '0.0.0.0' });
    const url = `http://${address}:${running.port}`;
    const codes = async () =>
      ((await running.get('/control/status')).json.problems as { code: string }[]).map(({ code }) => code);
    await expect(send(`${url}/state`, 'GET')).rejects.toThrow();
    expect(await codes()).toContain('LAN_PASSWORD');

    expect((await running.post('/profile', { Password: PASSWORD })).status).toBe(200);
    expect((await send(`${url}/state`, 'GET')).status).toBe(200);
    expect((await send(`${url}/register`, 'POST', sale())).status).toBe(200);
    expect(await codes()).not.toContain('LAN_PASSWORD');
  });

  it('need the password for what belongs to the machine, whatever their headers say', async () => {
    const running = await runService({ host: '0.0.0.0' });
    expect((await running.post('/profile', { Password: PASSWORD })).status).toBe(200);
    const url = `http://${address}:${running.port}`;
    const lie = { host: `localhost:${running.port}`, 'x-forwarded-for': '127.0.0.1' };
    for (const at of ['/backup', '/retrieve?last=0', '/profile', '/control/units']) {
      expect((await send(url + at, 'GET', undefined, lie)).status).toBe(401);
    }
    expect((await send(`${url}/retrieve?last=0`, 'GET', undefined, basic(PASSWORD))).status).toBe(200);
    expect((await send(`${url}/retrieve?last=0&password=no`, 'GET')).status).toBe(403);
  });
});

describe('with a .htdigest', () => {
  const md5 = (text: string) => createHash('md5').update(text, 'utf8').digest('hex');
  const line = (user: string, realm: string, password: string) =>
    `${user}:${realm}:${md5(`${user}:${realm}:${password}`)}`;

  /** `Authorization` for a challenge. */
  function answerTo(
    challenged: Answer,
    method: string,
    at: string,
    [user, password]: [string, string],
  ): string {
    const challenge = challenged.headers['www-authenticate']!;
    const value = (name: string) => new RegExp(`${name}="([^"]+)"`).exec(challenge)![1]!;
    const [realm, nonce] = [value('realm'), value('nonce')];
    const response = md5(
      [md5(`${user}:${realm}:${password}`), nonce, '00000001', 'x', 'auth', md5(`${method}:${at}`)].join(':'),
    );
    return `Digest username="${user}", realm="${realm}", nonce="${nonce}", uri="${at}", qop=auth, nc=00000001, cnonce="x", response="${response}"`;
  }

  async function login({ url }: Running, method: string, at: string, who: [string, string], body?: object) {
    const challenged = await send(url + at, method, body);
    return send(url + at, method, body, { authorization: answerTo(challenged, method, at, who) });
  }

  it('a user sells on the register of the realm and nowhere else', async () => {
    const text = [line('caixa', 'EFR', 'azul'), line('loja2', 'EFR.r2', 'verde')].join('\n');
    const before = await runService();
    const { Cmp, Loc } = (await before.get('/cfg')).json.Cfg;
    const two = { Cmp, Loc, Trm: { TT: '2' } };
    expect((await before.post('/cfg?RN=r2', { Cfg: two })).status).toBe(200);
    await before.stop();
    await fs.writeFile(path.join(before.dataRoot, 'gbl', '.htdigest'), text);
    const running = await runService({ again: before });

    expect((await running.post('/register', sale())).status).toBe(401);
    expect((await login(running, 'POST', '/register', ['caixa', 'azul'], sale())).status).toBe(200);
    expect((await login(running, 'POST', '/register', ['caixa', 'errada'], sale())).status).toBe(401);
    expect((await login(running, 'POST', '/register?RN=r2', ['loja2', 'verde'], sale())).status).toBe(200);
    expect((await login(running, 'POST', '/register?RN=r2', ['caixa', 'azul'], sale())).status).toBe(401);
    // The body names def's company and terminal: it decides, not the query.
    const toDef = { Tra: { ESR: { ...sale().Tra.ESR, TaxId: Cmp.TaxId, TL: Loc?.TL ?? '1', TT: '1' } } };
    expect((await login(running, 'POST', '/register?RN=r2', ['loja2', 'verde'], toDef)).status).toBe(401);
  });

  it('a user sees by number what the registers of the realm have, and nothing else', async () => {
    const before = await runService();
    const { Cmp, Loc } = (await before.get('/cfg')).json.Cfg;
    expect((await before.post('/cfg?RN=r2', { Cfg: { Cmp, Loc, Trm: { TT: '2' } } })).status).toBe(200);
    expect((await before.post('/register', sale('1.00', { TN: '7' }))).status).toBe(200);
    expect((await before.post('/register?RN=r2', sale('1.00', { TN: '8' }))).status).toBe(200);
    await before.stop();
    const text = [line('caixa', 'EFR', 'azul'), line('loja2', 'EFR.r2', 'verde')].join('\n');
    await fs.writeFile(path.join(before.dataRoot, 'gbl', '.htdigest'), text);
    const running = await runService({ again: before });
    const status = async (at: string, who: [string, string]) => (await login(running, 'GET', at, who)).status;

    expect(await status('/tra?TN=7', ['caixa', 'azul'])).toBe(200);
    expect(await status('/tra?TN=8', ['caixa', 'azul'])).toBe(404);
    expect(await status('/tra?TL=1&TT=2&TN=8', ['caixa', 'azul'])).not.toBe(200);
    expect(await status('/tra?TN=8&RN=r2', ['loja2', 'verde'])).toBe(200);
  });

  it('a user of one register has nothing of the installation, nor of the other registers', async () => {
    const before = await runService();
    const { Cmp, Loc } = (await before.get('/cfg')).json.Cfg;
    expect((await before.post('/cfg?RN=r2', { Cfg: { Cmp, Loc, Trm: { TT: '2' } } })).status).toBe(200);
    await before.stop();
    const text = [line('caixa', 'EFR', 'azul'), line('loja2', 'EFR.r2', 'verde')].join('\n');
    await fs.writeFile(path.join(before.dataRoot, 'gbl', '.htdigest'), text);
    const running = await runService({ again: before });
    const [caixa, loja2] = [
      ['caixa', 'azul'],
      ['loja2', 'verde'],
    ] as [[string, string], [string, string]];
    const status = async (who: [string, string], at: string, body?: object) => {
      // Wrong ones are forgotten.
      running.clock.advance(61 * 60_000);
      return (await login(running, body ? 'POST' : 'GET', at, who, body)).status;
    };

    for (const change of [{ Password: PASSWORD }, { DiskQuota: 4000 }, { Badge: 'x' }])
      expect([change, await status(loja2, '/profile?RN=r2', change)]).toEqual([change, 401]);
    expect(await status(loja2, '/profile?RN=r2', { Attributes: 'FN_series=C' })).toBe(200);
    for (const at of ['/profile', '/log?RN=r2', '/backup/info?RN=r2', '/control/setup?RN=r2'])
      expect([at, await status(loja2, at)]).toEqual([at, 401]);
    for (const at of ['/profile', '/log', '/log?RN=r2', '/control/setup'])
      expect([at, await status(caixa, at)]).toEqual([at, 200]);
    // The second register of the company is closed to those of the realm EFR.
    const company = `/export?type=jou&TaxId=${Cmp.TaxId}`;
    for (const at of ['/control/export?RN=r2', company, '/control/export?from=2026-01-01'])
      for (const who of [caixa, loja2]) expect([at, who, await status(who, at)]).toEqual([at, who, 401]);
    expect(await status(loja2, '/export?type=jou&RN=r2')).toBe(200);
    expect(await status(caixa, '/export?type=jou')).toBe(200);
    expect(await status(caixa, '/profile', { DiskQuota: 4000 })).toBe(200);
  });

  it('finished exports are for those who may use all registers in them', async () => {
    const before = await runService();
    const { Cmp, Loc } = (await before.get('/cfg')).json.Cfg;
    await before.post('/cfg?RN=r2', { Cfg: { Cmp, Loc, Trm: { TT: '2' } } });
    const order = { type: 'saft', from: '2026-05-01', till: '2026-05-31' };
    const ids: Record<string, string> = {};
    for (const [name, rn, whole] of [
      ['own', 'def', false],
      ['closed', 'r2', false],
      ['all', 'def', true],
    ] as const) {
      ids[name] = (await before.post(`/control/exports?RN=${rn}`, { ...order, whole })).json.id as string;
      expect(ids[name]).toEqual(expect.any(String));
      // One after another: two may be under way at a time.
      await vi.waitFor(async () => {
        for (const job of (await before.get(`/control/exports?RN=${rn}`)).json as { state: string }[])
          expect(job.state).toBe('done');
      });
    }
    await before.stop();
    const text = [line('caixa', 'EFR', 'azul'), line('loja2', 'EFR.r2', 'verde')].join('\n');
    await fs.writeFile(path.join(before.dataRoot, 'gbl', '.htdigest'), text);
    const running = await runService({ again: before });
    const asked = (at: string) => {
      running.clock.advance(61 * 60_000);
      return login(running, 'GET', `/control/exports${at}`, ['caixa', 'azul']);
    };

    expect((await asked('')).json.map(({ id }: { id: string }) => id)).toEqual([ids.own]);
    expect((await asked('?RN=r2')).status).toBe(401);
    expect((await asked(`/${ids.own}`)).status).toBe(200);
    for (const name of ['closed', 'all']) expect((await asked(`/${ids[name]}`)).status, name).toBe(401);
    const removed = await login(running, 'DELETE', `/control/exports/${ids.closed}`, ['caixa', 'azul']);
    expect(removed.status).toBe(401);
  });

  it('a client that first asked without a body is told the realm that its body means', async () => {
    const two = 'PT599999993$1_2';
    const before = await runService();
    const { Cmp } = (await before.get('/cfg')).json.Cfg;
    await before.stop();
    await fs.writeFile(
      path.join(before.dataRoot, 'gbl', '.htdigest'),
      [line('caixa', 'EFR', 'azul'), line('loja2', `EFR.${two}`, 'verde')].join('\n'),
    );
    const running = await runService({ again: before });
    const body = sale('1.00', { TaxId: Cmp.TaxId, TL: '1', TT: '2' });
    const first = await running.post('/register', '');
    // More often than wrong passwords are let be.
    for (let n = 0; n < 20; n++) {
      const authorization = answerTo(first, 'POST', '/register', ['loja2', 'verde']);
      const second = await running.post('/register', body, { authorization });
      expect([second.status, second.headers['www-authenticate']]).toEqual([
        401,
        expect.stringMatching(/realm="EFR\.PT599999993\$1_2".*stale=true/),
      ]);
      const right = answerTo(second, 'POST', '/register', ['loja2', 'verde']);
      expect((await running.post('/register', body, { authorization: right })).status).toBe(200);
    }
  });

  it('asks for the user of the register that the body means', async () => {
    const two = 'PT599999993$1_2';
    const text = [line('caixa', 'EFR', 'azul'), line('loja2', `EFR.${two}`, 'verde')].join('\n');
    const before = await runService();
    const { Cmp } = (await before.get('/cfg')).json.Cfg;
    await before.stop();
    await fs.writeFile(path.join(before.dataRoot, 'gbl', '.htdigest'), text);
    const running = await runService({ again: before });
    const of = (TT: string, more: object = {}) => sale('1.00', { TaxId: Cmp.TaxId, TL: '1', TT, ...more });

    for (const [TT, user, password, status] of [
      ['2', 'loja2', 'verde', 200],
      ['2', 'caixa', 'azul', 401],
      ['1', 'caixa', 'azul', 200],
      ['1', 'loja2', 'verde', 401],
      // A new register is for the users of all the others.
      ['7', 'caixa', 'azul', 200],
    ] as const) {
      for (const at of ['/register', `/register?RN=${two}`, '/restart']) {
        expect((await login(running, 'POST', at, [user, password], of(TT))).status).toBe(status);
      }
      // Wrong ones are forgotten.
      running.clock.advance(61 * 60_000);
    }
    const xml = `<Tra><ESR TaxId="${Cmp.TaxId}" TT="2"/></Tra>`;
    const realmOf = async (body: string | Buffer | object, at = '/register', headers = {}) => {
      const { status, headers: answered } = await running.post(at, body, headers);
      expect(status).toBe(401);
      return /realm="([^"]+)"/.exec(answered['www-authenticate']!)![1];
    };
    expect(await realmOf(xml)).toBe(`EFR.${two}`);
    expect(await realmOf(gzipSync(xml), '/register', { 'content-encoding': 'gzip' })).toBe(`EFR.${two}`);
    expect(await realmOf('', `/register/void/last?RN=${two}`)).toBe(`EFR.${two}`);
    // What is too long, or no record, goes by the query.
    const long = of('2', { Opr: 'x'.repeat(70_000) });
    expect(await realmOf(long)).toBe('EFR');
    expect(await realmOf(long, `/register?RN=${two}`)).toBe(`EFR.${two}`);
    expect(await realmOf('{')).toBe('EFR');
    expect(
      await realmOf(gzipSync(Buffer.alloc(9_000_000)), '/register', { 'content-encoding': 'gzip' }),
    ).toBe('EFR');
    // Nobody sets up a register by asking.
    expect(await realmOf(of('8'))).toBe('EFR');
    const { registers } = (await login(running, 'GET', '/control/status', ['caixa', 'azul'])).json;
    expect(JSON.stringify(registers)).not.toContain('1_8');
  });

  it('does not start with a damaged one: everybody would be let in', async () => {
    const stopped = await withFiles({ 'gbl/.htdigest': 'caixa:EFR\n' });
    await expect(runService({ again: stopped })).rejects.toThrow(/line 1 of .htdigest/);
  });
});
