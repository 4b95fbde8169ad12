import { generateKeyPairSync } from 'node:crypto';
import fs from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { execute } from '../../sqlite/testing/execute.ts';
import { download } from '../../testing/download.ts';
import { runService, type Running } from '../../testing/running-service.ts';
import { GENERIC, PORTUGAL, sale } from '../../testing/sales.ts';
import { unzip } from '../../testing/unzip.ts';
import type { ControlStatus } from '../../wire.ts';

/** Listens to the events of a service; gives the states received so far, oldest first. */
async function listenTo(running: Running, query = ''): Promise<ControlStatus[]> {
  const states: ControlStatus[] = [];
  let text = '';
  const request = http.get(`${running.url}/control/events${query}`, { agent: false });
  onTestFinished(() => void request.destroy());
  const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
    request.on('response', resolve).on('error', reject);
  });
  expect(response.headers['content-type']).toMatch(/^text\/event-stream/);
  request.on('error', () => undefined);
  response.on('error', () => undefined);
  response.setEncoding('utf8').on('data', (chunk: string) => {
    const events = (text + chunk).split('\n\n');
    text = events.pop()!;
    for (const event of events) {
      const data = /^event: status\ndata: (.*)$/.exec(event)?.[1];
      if (data) states.push(JSON.parse(data) as ControlStatus);
    }
  });
  await vi.waitFor(() => expect(states.length).toBeGreaterThan(0));
  return states;
}

const within = { timeout: 5000 };

describe('status', () => {
  it('says that selling may not begin before the configuration, and why', async () => {
    const { get } = await runService({ cfg: null });
    expect((await get('/control/status')).json).toMatchObject({
      rn: 'def',
      ready: false,
      problems: [{ code: 'NO_CFG', severity: 'stop' }],
      country: null,
      company: null,
      last: null,
      today: { count: 0, turnover: '0.00' },
    });
  });

  it('shows company, key, today and the last receipt', async () => {
    const { get, post } = await runService();
    await post('/register', sale('3.20'));
    await post('/register', sale('1.80'));
    const { json } = await get('/control/status?RN=def');
    expect(json).toMatchObject({
      ready: true,
      country: 'PT',
      company: { name: 'Padaria Exemplo', taxId: 'PT599999993' },
      location: { tl: '1' },
      terminal: '1',
      registers: [{ rn: 'def', ready: true, company: 'Padaria Exemplo', country: 'PT' }],
      key: { version: 1, test: true },
      today: { count: 2, turnover: '5.00', currency: 'EUR' },
      last: { number: 'FS 1_1.26/2', total: '1,80' },
    });
    expect(json.problems.map((p: { code: string }) => p.code)).toContain('TEST_KEY');
    expect(JSON.stringify(json)).not.toContain('PRIVATE');
  });

  it('counts neither yesterday nor training, and returns negative', async () => {
    const { get, post, clock } = await runService({ cfg: GENERIC });
    clock.set('2026-05-03T20:00:00');
    await post('/register', sale('9.00'));
    clock.set('2026-05-04T08:00:00');
    await post('/register', sale('3.00'));
    await post('/register', sale('-1.00'));
    await post('/register', sale('5.00', { Test: '1' }));
    expect((await get('/control/status')).json.today).toMatchObject({ count: 2, turnover: '2.00' });
  });

  it('warns of a clock that went back', async () => {
    const { get, post, clock } = await runService({ cfg: GENERIC });
    await post('/register', sale('1.00'));
    clock.set('2026-05-04T11:00:00');
    const { json } = await get('/control/status');
    expect(json.problems.map((p: { code: string }) => p.code)).toContain('CLOCK_BEHIND');
  });

  it('says that the terminal of a new register is taken, before its first sale is refused', async () => {
    const { get, post } = await runService();
    await post('/register', sale('3.20'));
    const { json: cfg } = await post('/cfg?RN=second', { Cfg: PORTUGAL });
    expect(cfg.CfgC.Result.Warning.join()).toContain('#TERMINAL_TAKEN');
    const taken = { code: 'TERMINAL_TAKEN', params: { register: 'def', terminal: '1/1' } };
    const shown = async (rn: string) => {
      const { ready, problems } = (await get(`/control/status?RN=${rn}`)).json as ControlStatus;
      return [ready, problems.filter(({ code }) => code === taken.code)];
    };
    expect(await shown('second')).toEqual([false, [{ ...taken, severity: 'stop' }]]);
    expect((await get('/state?RN=second')).json).toMatchObject({ Ready: false, Problem: 'TERMINAL_TAKEN' });
    // A till that names another terminal with its sales goes on.
    expect((await post('/register?RN=second', sale('3.20', { TT: '2' }))).status).toBe(200);
    expect(await shown('second')).toEqual([true, [{ ...taken, severity: 'warning' }]]);
    expect(await shown('def')).toEqual([true, []]);
  });

  it('warns while receipts are not synced to the disk, and goes on selling', async () => {
    const { get, post } = await runService();
    await post('/profile', { Attributes: 'IO_nosync' });
    expect((await post('/register', sale('1.00'))).json.TraC.Result.RC).toBe('OK');
    const codes = async () =>
      (await get('/control/status')).json.problems.map((p: { code: string }) => p.code) as string[];
    expect(await codes()).toContain('IO_NOSYNC');
    await post('/profile', { Attributes: '' });
    expect((await post('/register', sale('1.00'))).json.TraC.Result.RC).toBe('OK');
    expect(await codes()).not.toContain('IO_NOSYNC');
  });

  it('is 404 for a register that does not exist', async () => {
    const { get } = await runService();
    expect((await get('/control/status?rn=nobody')).status).toBe(404);
    expect((await get('/control/status?rn=../x')).status).toBe(404);
  });
});

describe('events', () => {
  it('tell the status at once and after each receipt', async () => {
    const running = await runService();
    const states = await listenTo(running);
    expect(states[0]).toMatchObject({ rn: 'def', ready: true, last: null, today: { count: 0 } });
    await running.post('/register', sale('3.20'));
    await vi.waitFor(() => expect(states.at(-1)).toMatchObject({ last: { number: 'FS 1_1.26/1' } }), within);
    await running.post('/register', sale('1.00'));
    await vi.waitFor(
      () => expect(states.at(-1)?.today).toMatchObject({ count: 2, turnover: '4.20' }),
      within,
    );
  });

  it('tell of a first configuration, to several pages, each about its register', async () => {
    const running = await runService({ cfg: null });
    const [one, two] = [await listenTo(running), await listenTo(running)];
    expect(one[0]?.ready).toBe(false);
    await running.post('/cfg', { Cfg: PORTUGAL });
    await running.post('/cfg?rn=till', { Cfg: GENERIC });
    const till = await listenTo(running, '?RN=till');
    await running.post('/register?rn=till', sale('7.00'));
    await vi.waitFor(() => {
      expect(one.at(-1)).toMatchObject({ rn: 'def', ready: true, today: { count: 0 } });
      expect(two.at(-1)).toMatchObject({ rn: 'def', ready: true });
      expect(till.at(-1)).toMatchObject({ rn: 'till', today: { count: 1, turnover: '7.00' } });
    }, within);
  });

  it('join the receipts of a burst', async () => {
    const running = await runService();
    const states = await listenTo(running);
    await Promise.all(Array.from({ length: 30 }, () => running.post('/register', sale('1.00'))));
    await vi.waitFor(() => expect(states.at(-1)?.today?.count).toBe(30), within);
    expect(states.length).toBeLessThan(15);
  });

  it('tell at once when the disk takes no more receipts, and when it does again; so does the shell', async () => {
    const running = await runService();
    const states = await listenTo(running);
    const shell: boolean[] = [];
    running.onStatus((ready) => shell.push(ready));
    await vi.waitFor(() => expect(shell).toEqual([true]), within);

    const run = (sql: string) => execute(path.join(running.dataRoot, 'journal.db'), sql);
    run(`CREATE TRIGGER full BEFORE INSERT ON records BEGIN SELECT RAISE(ABORT, 'disk full'); END`);
    const failed = await running.post('/register', sale('1.00'));
    expect([failed.status, failed.json.TraC.Result.ErrorCode]).toEqual([406, '#JOURNAL_FAILED']);
    await vi.waitFor(() => {
      expect(states.at(-1)).toMatchObject({
        ready: false,
        problems: [{ code: 'JOURNAL_FAILED', severity: 'stop' }, { code: 'TEST_KEY' }, { severity: 'info' }],
      });
      expect(shell).toEqual([true, false]);
    }, within);

    run('DROP TRIGGER full');
    expect((await running.post('/register', sale('1.00'))).json.TraC).toMatchObject({
      SQ: 2,
      ESR: { TN: '1' },
    });
    await vi.waitFor(() => {
      expect(states.at(-1)).toMatchObject({ ready: true, today: { count: 1 } });
      expect(shell).toEqual([true, false, true]);
    }, within);
  });

  it('end when the service stops', async () => {
    const running = await runService();
    const request = http.get(`${running.url}/control/events`, { agent: false });
    const ended = new Promise<void>((resolve) => {
      request.on('response', (response) => response.resume().on('close', () => resolve()));
    });
    await new Promise((resolve) => request.on('response', resolve));
    await running.stop();
    await ended;
  });
});

describe('key import', () => {
  const key = generateKeyPairSync('rsa', { modulusLength: 1024 });
  const pem = key.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const type = { 'content-type': 'application/x-pem-file' };

  it('takes over a key, signs with it and shows its public part', async () => {
    const running = await runService();
    const states = await listenTo(running);
    const answer = await running.post('/control/keys', pem, type);
    expect([answer.status, answer.json.version]).toEqual([200, 2]);
    expect(answer.text).not.toContain('PRIVATE');
    const published = await running.get(`/cer/${answer.json.serial}`);
    expect(published.text).toBe(key.publicKey.export({ type: 'spki', format: 'pem' }));
    // A real key signs in real series only: the tax authority has to know them.
    const early = await running.post('/register', sale());
    expect([early.status, early.json.TraC.Result.ErrorCode]).toEqual([406, '#PT_SERIES_LOGIN']);
    for (const type of ['FS', 'FT', 'NC']) {
      const body = { series: `${type} 1_1.26`, code: 'AAJFJ2K6' };
      expect((await running.post('/control/country/code', body)).status).toBe(200);
    }
    const { TraC } = (await running.post('/register', sale())).json;
    expect(TraC.Fis.PT_HashControl).toBe('2');
    expect(TraC.Fis.Tag.at(-1).Value).toBe('AAJFJ2K6-1');
    await vi.waitFor(() => expect(states.at(-1)?.key).toMatchObject({ version: 2, test: false }), within);
    await vi.waitFor(
      () => expect(states.at(-1)?.problems).toEqual([{ code: 'BACKUP_NOT_SET', severity: 'info' }]),
      within,
    );
  });

  it('leaves it where no backup, log, page or copy of the data root without vault.key shows it', async () => {
    const running = await runService();
    expect((await running.post('/control/keys', pem, type)).status).toBe(200);
    const traces = pem.split('\n').filter((line) => line.length > 40 && !line.startsWith('-'));
    const bundles = ['/backup', '/backup/log'].map(async (at) => {
      const { body } = await download(`${running.url}${at}`);
      return Object.values(await unzip(body)).map(String);
    });
    const pages = ['/log', '/profile', '/control/status', '/disk/dir', '/lic'].map(async (at) => {
      return (await running.get(at)).text;
    });
    const entries = await fs.readdir(running.dataRoot, { recursive: true, withFileTypes: true });
    const files = entries
      .filter((entry) => entry.isFile())
      .map((entry) => fs.readFile(path.join(entry.parentPath, entry.name), 'latin1'));
    const texts = (await Promise.all([...bundles, ...pages, ...files])).flat();
    expect(texts.length).toBeGreaterThan(10);
    for (const text of texts) {
      expect(text).not.toContain('PRIVATE KEY');
      for (const trace of traces) expect(text).not.toContain(trace);
    }
  });

  const refuse = async (running: Running, headers: Record<string, string>, status: number, body = pem) => {
    const answer = await running.post('/control/keys', body, headers);
    expect(answer.status).toBe(status);
    expect((await running.get('/control/status')).json.key.version).toBe(1);
  };

  it.each<[string, Record<string, string>]>([
    ['a page of another site', { origin: 'https://evil.example' }],
    ['a page on another port of this machine', { origin: 'http://localhost:1' }],
    ['a page without an origin of its own', { origin: 'null' }],
    ['a foreign name that points to this machine', { host: 'evil.example' }],
    ['a foreign name that looks local', { host: 'localhost.evil.example' }],
    ['a foreign name with a matching origin', { host: 'evil.example', origin: 'http://evil.example' }],
  ])('refuses %s', async (_what, headers) => {
    await refuse(await runService(), { ...type, ...headers }, 403);
  });

  it('takes it from the page of the service itself', async () => {
    const running = await runService();
    const headers = { ...type, origin: running.url };
    expect((await running.post('/control/keys', pem, headers)).status).toBe(200);
  });

  it('refuses what a form of any page could send, and what is no key', async () => {
    const running = await runService();
    await refuse(running, { 'content-type': 'text/plain' }, 415);
    await refuse(running, { 'content-type': 'application/x-www-form-urlencoded' }, 415);
    await refuse(running, {}, 415);
    await refuse(running, type, 400, 'no key');
    await refuse(running, type, 413, 'x'.repeat(30_000));
  });
});
