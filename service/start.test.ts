import fs from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import pt from '../resources/locales/register/pt.json' with { type: 'json' };
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ChildService } from './testing/child-service.ts';
import { execute } from './sqlite/testing/execute.ts';
import { temporaryFolder } from './testing/folder.ts';
import { send } from './testing/running-service.ts';
import { PORTUGAL, sale } from './testing/sales.ts';
import { VERSION } from './version.ts';

/** Starts a service on any free port. */
async function start(dataRoot: string, ...args: string[]) {
  const child = new ChildService(['--data-root', dataRoot, '--port', '0', ...args]);
  return { child, url: await child.url() };
}

const configure = (url: string) => send(`${url}/cfg`, 'POST', { Cfg: PORTUGAL });

async function fiscalNumbers(url: string): Promise<string[]> {
  const { Rec } = (await send(`${url}/find?_=Tra&sort=asc`, 'GET')).json;
  return (Rec as { ESR: { FN: string } }[]).map((r) => r.ESR.FN);
}

/** A port that is taken for the time of the test. */
async function takenPort(): Promise<number> {
  const server = net.createServer();
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as net.AddressInfo).port;
}

/** Waits until nobody listens there any more. */
async function refused(url: string): Promise<void> {
  const { hostname, port } = new URL(url);
  await vi.waitFor(
    () =>
      new Promise<void>((resolve, reject) => {
        const socket = net.connect(Number(port), hostname);
        socket.on('error', () => resolve());
        socket.on('connect', () => {
          socket.destroy();
          reject(new Error('still listening'));
        });
      }),
    { timeout: 30_000, interval: 20 },
  );
}

describe('says what it can do', () => {
  it('--help', async () => {
    const { code, stdout } = await new ChildService(['--help']).ended;
    expect(code).toBe(0);
    for (const option of [
      '--data-root',
      '--port',
      '--host',
      '--headless',
      '--demo',
      '--portal-port',
      '--no-portal',
      '--version',
    ]) {
      expect(stdout).toContain(option);
    }
    expect(stdout).toContain('TILLMARK_DATA_ROOT');
  });

  it('--version', async () => {
    expect(await new ChildService(['--version']).ended).toEqual({
      code: 0,
      stdout: `${VERSION}\n`,
      stderr: '',
    });
  });
});

describe('ends with one clear line and its own exit code', () => {
  it.each<[string, string[], number, RegExp]>([
    ['an unknown option', ['--prot', '1'], 2, /--prot/],
    ['a word too many', ['now'], 2, /now/],
    ['a port that is none', ['--port', '70000'], 2, /--port.*70000/],
    ['a port in words', ['--port', 'http'], 2, /--port.*http/],
    ['a demo that does not exist', ['--demo', 'XX'], 2, /PT.*XX/],
    [
      'a data root that cannot be written',
      ['--port', '0', '--data-root', path.join(os.devNull, 'x')],
      4,
      /x cannot be written/,
    ],
  ])('for %s', async (_what, args, code, text) => {
    const end = await new ChildService(args).ended;
    expect(end.code).toBe(code);
    expect(end.stderr).toMatch(/^tillmark: [^\n]+\n$/);
    expect(end.stderr).toMatch(text);
    expect(end.stdout).toBe('');
  });

  it('for a port that is taken, and gives the data root free again', async () => {
    const dataRoot = await temporaryFolder();
    const port = await takenPort();
    const end = await new ChildService(['--data-root', dataRoot, '--port', String(port)]).ended;
    expect([end.code, end.stderr]).toEqual([3, `tillmark: port ${port} is taken by another program\n`]);
    await start(dataRoot);
  });

  it('for an address that this machine does not have', async () => {
    const dataRoot = await temporaryFolder();
    const end = await new ChildService(['--data-root', dataRoot, '--port', '0', '--host', '203.0.113.7'])
      .ended;
    expect(end.code).toBe(2);
    expect(end.stderr).toMatch(/^tillmark: cannot listen on 203\.0\.113\.7 [^\n]+\n$/);
  });

  it('for a data root in use, until its user is gone, even without a good-bye', async () => {
    const dataRoot = await temporaryFolder();
    const first = await start(dataRoot);
    await configure(first.url);
    await send(`${first.url}/register`, 'POST', sale());
    const second = await new ChildService(['--data-root', dataRoot, '--port', '0']).ended;
    expect(second.code).toBe(5);
    expect(second.stderr).toMatch(/^tillmark: [^\n]*in use[^\n]*\n$/);
    expect(second.stderr).toContain(String(first.child.pid));
    expect((await send(`${first.url}/register`, 'POST', sale())).status).toBe(200);

    first.child.kill('SIGKILL');
    await first.child.ended;
    const { url } = await start(dataRoot);
    expect(await fiscalNumbers(url)).toEqual(['FS 1_1.26/1', 'FS 1_1.26/2'].map(thisYear));
  });

  it('for --demo on existing data, which stays as it was', async () => {
    const dataRoot = await temporaryFolder();
    const first = await start(dataRoot);
    await configure(first.url);
    first.child.kill('SIGTERM');
    await first.child.ended;
    const end = await new ChildService(['--data-root', dataRoot, '--port', '0', '--demo', 'PT']).ended;
    expect(end.code).toBe(6);
    expect(end.stderr).toMatch(/^tillmark: [^\n]*--demo[^\n]*\n$/);
    const { url } = await start(dataRoot);
    expect(await fiscalNumbers(url)).toEqual([]);
  });
});

it('starts with a journal of a newer version, and sells nothing', async () => {
  const dataRoot = await temporaryFolder();
  const first = await start(dataRoot);
  await configure(first.url);
  first.child.kill('SIGTERM');
  await first.child.ended;
  const change = (sql: string) => execute(path.join(dataRoot, 'journal.db'), sql);
  change(`INSERT INTO SequelizeMeta VALUES ('9999-future')`);
  const { url, child } = await start(dataRoot);
  const refused = await send(`${url}/register`, 'POST', sale());
  expect([refused.status, refused.json.TraC.Result]).toEqual([
    406,
    expect.objectContaining({ RC: 'NO', ErrorCode: '#JOURNAL_UNAVAILABLE', UserMessage: pt.outage.newer }),
  ]);
  const { problems } = (await send(`${url}/control/status`, 'GET')).json;
  expect(problems[0]).toMatchObject({ code: 'DATABASE_NEWER', severity: 'stop' });

  change(`DELETE FROM SequelizeMeta WHERE name = '9999-future'`);
  await vi.waitFor(async () => expect((await send(`${url}/register`, 'POST', sale())).status).toBe(200), {
    timeout: 15_000,
    interval: 100,
  });
  child.kill('SIGTERM');
  const end = await child.ended;
  expect(end.code).toBe(0);
  expect(end.stderr).toMatch(/out of order, nothing can be sold: [^\n]*9999-future[^\n]*\n$/);
});

/** Fiscal numbers carry the year, and the process has the clock of the machine. */
function thisYear(fn: string): string {
  return fn.replace('.26/', `.${String(new Date().getFullYear()).slice(2)}/`);
}

it('shows a made-up company with receipts', async () => {
  const { url, child } = await start(path.join(await temporaryFolder(), 'new'), '--demo', 'pt');
  expect((await fiscalNumbers(url)).length).toBeGreaterThanOrEqual(5);
  const status = (await send(`${url}/control/status`, 'GET')).json;
  expect(status).toMatchObject({ ready: true, country: 'PT', key: { test: true } });
  expect(status.today.count).toBeGreaterThanOrEqual(5);
  child.kill('SIGINT');
  expect((await child.ended).code).toBe(0);
});

it('shows an Austrian company with a start receipt and signed sales', async () => {
  const { url } = await start(path.join(await temporaryFolder(), 'new'), '--demo', 'at');
  const status = (await send(`${url}/control/status`, 'GET')).json;
  expect(status).toMatchObject({ ready: true, country: 'AT' });
  expect(status.today.count).toBeGreaterThanOrEqual(5);
  const { Rec } = (await send(`${url}/find?_=Tra&sort=asc`, 'GET')).json;
  const found = Rec as { Own?: string; Fis: { Code: string } }[];
  expect(found[0]).toMatchObject({ Own: 'start' });
  for (const { Fis } of found) expect(Fis.Code).toMatch(/^_R1-AT9_GRAZ1\/1_/);
});

it('shows a Croatian café whose sales have the answer of an authority, as tests', async () => {
  const { url, child } = await start(path.join(await temporaryFolder(), 'new'), '--demo', 'hr');
  const status = (await send(`${url}/control/status`, 'GET')).json;
  expect(status).toMatchObject({ ready: true, country: 'HR', practice: true });
  const { Rec } = (await send(`${url}/find?_=Tra&sort=asc`, 'GET')).json;
  const found = Rec as { ESR: { NFS?: string }; Fis?: { Code: string; HR_Test: string } }[];
  const sales = found.filter(({ ESR }) => ESR.NFS === undefined);
  expect(sales).toHaveLength(5);
  for (const { Fis } of sales)
    expect(Fis).toMatchObject({ HR_Test: '1', Code: expect.stringContaining('?jir=') });
  child.kill('SIGINT');
  expect((await child.ended).code).toBe(0);
});

it('shows an Italian bar whose sales a fiscal printer has printed', async () => {
  const { url, child } = await start(path.join(await temporaryFolder(), 'new'), '--demo', 'it');
  const status = (await send(`${url}/control/status`, 'GET')).json;
  expect(status).toMatchObject({ ready: true, country: 'IT', printer: { state: 'set', model: 'Epson FP' } });
  const { Rec } = (await send(`${url}/find?_=Tra&sort=asc`, 'GET')).json;
  expect((Rec as { Fis: { FN: string } }[]).map(({ Fis }) => Fis.FN)).toEqual(
    [1, 2, 3, 4, 5].map((number) => `0001-000${number}`),
  );
  child.kill('SIGINT');
  expect((await child.ended).code).toBe(0);
});

it('takes its options from the environment, the command line first', async () => {
  const root = await temporaryFolder();
  const env = { TILLMARK_DATA_ROOT: path.join(root, 'env'), TILLMARK_PORT: '0', TILLMARK_HOST: '127.0.0.1' };
  const child = new ChildService([], env);
  await child.url();
  expect(await fs.readdir(env.TILLMARK_DATA_ROOT)).toContain('journal.db');
  const other = new ChildService(['--data-root', path.join(root, 'line')], env);
  await other.url();
  expect(await fs.readdir(path.join(root, 'line'))).toEqual(
    expect.arrayContaining(['cer', 'gbl', 'log', 'rn', 'journal.db']),
  );
});

describe('when it is asked to stop', () => {
  it('answers a request in flight, ends with 0, and has the receipt after the next start', async () => {
    const dataRoot = await temporaryFolder();
    const { child, url } = await start(dataRoot);
    await configure(url);
    const body = JSON.stringify(sale());
    const socket = net.connect(Number(new URL(url).port), '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    let answer = '';
    socket.on('data', (chunk) => (answer += chunk.toString()));
    const closed = new Promise<void>((resolve) =>
      socket.on('close', () => resolve()).on('error', () => undefined),
    );
    await new Promise<void>((resolve) => socket.on('connect', resolve));
    // The service has the first half of the request when it is told to stop.
    socket.write(
      `POST /register HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nexpect: 100-continue\r\n\r\n`,
    );
    await vi.waitFor(() => expect(answer).toContain('100 Continue'));
    const asked = performance.now();
    child.kill('SIGTERM');
    await refused(url);
    socket.write(body);
    await closed;
    // Not only because Node gives up idle connections after five seconds.
    expect(performance.now() - asked).toBeLessThan(2500);
    expect(answer).toContain('HTTP/1.1 200 OK');
    expect(answer).toContain(thisYear('FS 1_1.26/1'));
    expect(await child.ended).toMatchObject({ code: 0, stderr: '' });
    expect(performance.now() - asked).toBeLessThan(5000);

    const next = await start(dataRoot);
    expect(await fiscalNumbers(next.url)).toEqual([thisYear('FS 1_1.26/1')]);
  });

  it('keeps every receipt it answered, under load and with pages that listen', async () => {
    const dataRoot = await temporaryFolder();
    const { child, url } = await start(dataRoot);
    await configure(url);
    const answered: string[] = [];
    const refusals: string[] = [];
    const page = send(`${url}/control/events`, 'GET').catch(() => undefined);
    const till = async () => {
      for (;;) {
        try {
          const answer = await send(`${url}/register`, 'POST', sale());
          if (answer.status === 200) answered.push(answer.json.TraC.ESR.FN);
          else refusals.push(answer.text);
        } catch {
          return; // nobody listens any more
        }
      }
    };
    const tills = Array.from({ length: 8 }, till);
    await vi.waitFor(() => expect(answered.length).toBeGreaterThan(50), { timeout: 10_000 });
    const asked = performance.now();
    child.kill('SIGTERM');
    expect(await child.ended).toMatchObject({ code: 0, stderr: '' });
    expect(performance.now() - asked).toBeLessThan(5000);
    await Promise.all([...tills, page]);
    expect(refusals).toEqual([]);

    const next = await start(dataRoot);
    const stored = await fiscalNumbers(next.url);
    expect(stored).toEqual(stored.map((_, i) => thisYear(`FS 1_1.26/${i + 1}`)));
    expect(answered.filter((fn) => !stored.includes(fn))).toEqual([]);
    expect(new Set(answered).size).toBe(answered.length);
  });
});
