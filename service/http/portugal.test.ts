/** A Portuguese till over HTTP, from the first start of the shop to its first receipts. */
import { generateKeyPairSync } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { standIn } from '../countries/pt/testing/live-till.ts';
import { startSimulator, type Simulator } from '../emulators/pt-series/emulator.ts';
import { startService } from '../run/service.ts';
import { runService, send, type Running } from '../testing/running-service.ts';
import { sale } from '../testing/sales.ts';
import type { Problem } from '../wire.ts';

const USER = '599999993/1';
const PASSWORD = 'Muito-Secreto-4711';
const KEY = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey.export({
  type: 'pkcs8',
  format: 'pem',
});
const within = { timeout: 10_000 };

interface Shop {
  running: Running;
  simulator: Simulator;
  /** An action of the country's page; its result. */
  act(action: string, body?: object): Promise<unknown>;
  problems(): Promise<string[]>;
}

/** A service with the key of a certified program, before a simulated authority. */
async function openShop(): Promise<Shop> {
  const running = await runService();
  const simulator = await startSimulator({ users: { [USER]: PASSWORD }, clock: running.clock });
  onTestFinished(() => simulator.stop());
  standIn(simulator);
  const pem = { 'content-type': 'application/x-pem-file' };
  expect((await running.post('/control/keys', String(KEY), pem)).status).toBe(200);
  return {
    running,
    simulator,
    async act(action, body = {}) {
      const { status, json } = await running.post(`/control/country/${action}`, body);
      return status === 200 ? json.result : [status, json.error.code];
    },
    problems: async () =>
      (await running.get('/control/status')).json.problems
        .filter(({ severity }: Problem) => severity !== 'info')
        .map(({ code }: Problem) => code),
  };
}

async function enterCertificates({ act, simulator }: Shop): Promise<void> {
  const { clientCertificate: certificate, clientKey: key, authorityCertificate } = simulator;
  expect(await act('client-certificate', { certificate, key })).toBeNull();
  expect(await act('authority-certificate', { certificate: authorityCertificate })).toBeNull();
}

const outcomeOf = async ({ running }: Shop, total = '1.00') => {
  const { status, json } = await running.post('/register', sale(total));
  return [status, json.TraC.Result.ErrorCode ?? json.TraC.ESR.FN];
};

it('a shop is told what is missing, until it can sell', async () => {
  const shop = await openShop();
  const { act, problems, simulator, running } = shop;
  expect(await problems()).toEqual(['SERIES_LOGIN_MISSING']);
  expect((await running.get('/control/status')).json.ready).toBe(false);
  expect(await outcomeOf(shop)).toEqual([406, '#PT_SERIES_LOGIN']);
  await enterCertificates(shop);
  expect(await problems()).toEqual(['SERIES_LOGIN_MISSING']);
  // A slip of the finger: the authority says no, and the page shows it.
  expect(await act('login', { user: USER, password: 'wrong' })).toBeNull();
  await vi.waitFor(async () => expect(await problems()).toContain('SERIES_NOT_OPEN'), within);
  expect(await outcomeOf(shop)).toEqual([406, '#PT_SERIES_REFUSED']);
  const page = (await running.get('/control/country')).json.overview;
  expect(page).toMatchObject({ mode: 'live', login: { user: USER } });
  expect(page.series[0]).toMatchObject({ state: 'pending', error: expect.stringContaining('password') });
  // The right one: everything is opened without another press of a button.
  expect(await act('login', { user: USER, password: PASSWORD })).toBeNull();
  await vi.waitFor(
    () =>
      expect(simulator.series.map((s) => `${s.tipoDoc} ${s.serie}`)).toEqual([
        'FS 1_1.26',
        'FT 1_1.26',
        'NC 1_1.26',
      ]),
    within,
  );
  expect(await problems()).toEqual([]);
  expect((await running.get('/control/status')).json.ready).toBe(true);
  expect(await outcomeOf(shop)).toEqual([200, 'FS 1_1.26/1']);
  expect(simulator.requests.map((r) => r.code)).toEqual([99, 2001, 2001, 2001]);
});

it('the password and the keys stand in no answer, no record and no file but the vault', async () => {
  const shop = await openShop();
  const { act, running, simulator } = shop;
  await enterCertificates(shop);
  await act('login', { user: USER, password: 'wrong-4711-password' });
  await outcomeOf(shop);
  await act('login', { user: USER, password: PASSWORD });
  await outcomeOf(shop);
  // What people do by mistake must not be repeated to everybody either.
  await act('login', { user: PASSWORD, password: PASSWORD });
  await act('code', { series: PASSWORD, code: PASSWORD });
  const texts = [
    ...(await Promise.all(
      ['/control/country', '/control/status', '/state', '/profile', '/find?_=log', '/last'].map(
        async (at) => (await running.get(at)).text,
      ),
    )),
    JSON.stringify(await running.records()),
  ];
  await running.stop();
  for (const file of await fs.readdir(running.dataRoot, { recursive: true, withFileTypes: true })) {
    const name = path.join(file.parentPath, file.name);
    // The vault is encrypted; the simulator's own key lies nowhere else.
    if (file.isFile()) texts.push(`${name}: ${(await fs.readFile(name)).toString('latin1')}`);
  }
  const latin1 = (text: string) => Buffer.from(text, 'utf8').toString('latin1');
  const secrets = [PASSWORD, 'wrong-4711-password', simulator.clientKey.split('\n')[3]!];
  for (const secret of secrets) {
    const found = texts.filter((text) => text.includes(secret) || text.includes(latin1(secret)));
    expect(found.map((text) => text.slice(0, 200))).toEqual([]);
  }
  expect(texts.length).toBeGreaterThan(12);
});

it('login and series are there again after a restart, and nothing is asked twice', async () => {
  const shop = await openShop();
  const { act, problems, running, simulator } = shop;
  await enterCertificates(shop);
  await act('login', { user: USER, password: PASSWORD });
  await vi.waitFor(() => expect(simulator.series).toHaveLength(3), within);
  await vi.waitFor(async () => expect(await problems()).toEqual([]), within);
  await outcomeOf(shop);
  const requests = simulator.requests.length;
  await running.stop();
  const options = { dataRoot: running.dataRoot, port: 0, host: undefined, demo: undefined };
  const service = await startService(options, path.dirname(running.dataRoot), running.clock);
  onTestFinished(() => service.stop());
  const url = `http://127.0.0.1:${service.port}`;
  const page = (await send(`${url}/control/country`, 'GET')).json.overview;
  expect(page).toMatchObject({ login: { user: USER }, mode: 'live' });
  const answer = (await send(`${url}/register`, 'POST', sale())).json.TraC;
  expect(answer.ESR.FN).toBe('FS 1_1.26/2');
  expect(answer.Fis.Tag.at(-1).Value).toBe(`${simulator.series[0]!.codValidacaoSerie}-2`);
  // A series that is new makes a request, so the others must have been known.
  expect((await send(`${url}/register`, 'POST', sale('1.00', { DT: 'FR' }))).json.TraC.Result.RC).toBe('OK');
  expect(simulator.requests.slice(requests).map((r) => r.fields.tipoDoc)).toEqual(['FR']);
});

it('while the authority is away the till sells what it can, and asks again by itself', async () => {
  const shop = await openShop();
  const { act, problems, running, simulator } = shop;
  simulator.down();
  await enterCertificates(shop);
  await act('login', { user: USER, password: PASSWORD });
  await vi.waitFor(async () => expect(await problems()).toContain('SERIES_NOT_OPEN'), within);
  expect(await outcomeOf(shop)).toEqual([406, '#PT_SERIES_OFFLINE']);
  expect(await act('code', { series: 'FS 1_1.26', code: 'AAJFJ2K6' })).toBeNull();
  expect(await outcomeOf(shop)).toEqual([200, 'FS 1_1.26/1']);
  expect(await act('open', { type: 'FT' })).toEqual([406, '#PT_SERIES_OFFLINE']);
  simulator.up();
  expect(await act('open', { type: 'FT' })).toMatchObject({ id: 'FT 1_1.26' });
  await vi.waitFor(async () => expect(await problems()).toEqual([]), within);
  expect((await running.get('/control/status')).json.ready).toBe(true);
});

it('a real key that replaces the test key begins real series, without a word to the authority about the others', async () => {
  const { get, post, records } = await runService();
  const first = (await post('/register', sale())).json.TraC;
  expect(first.ESR.FN).toBe('FS 1_1.26/1');
  expect(first.Fis.Tag.at(-1).Value).toMatch(/^TEST/);
  await post('/control/keys', String(KEY), { 'content-type': 'application/x-pem-file' });
  expect((await post('/control/country/code', { series: 'FS 1_1.26A', code: 'AAJFJ2K6' })).status).toBe(200);
  const second = (await post('/register', sale())).json.TraC;
  expect([second.ESR.FN, second.Fis.PT_Test]).toEqual(['FS 1_1.26A/1', undefined]);
  expect((await get('/control/country')).json.overview.mode).toBe('live');
  expect((await records()).filter((r) => r._ === 'log')).toHaveLength(1);
});

it('tests are not switched on without the manager’s password while documents count', async () => {
  const { running } = await openShop();
  const { post, get } = running;
  const ask = async (Attributes: string, query = '') => {
    const { status, json } = await post(`/profile${query}`, { Attributes });
    return [status, json.ProfileC.Result.ErrorCode];
  };
  const practises = async () => (await get('/state')).json.Practice;
  // Nobody has a password yet: being on this machine is not enough.
  for (const wish of ['Fiscal_Test', 'Reg_test', 'PT_SeriesServer=https://series.example', 'Fiscal_ApiKey=x'])
    expect(await ask(wish)).toEqual([400, '#PASSWORD']);
  const page = await post('/control/profile/set', { name: 'fiscal_test', value: '1' });
  expect([page.status, page.json.error.fields]).toEqual([403, { Fiscal_Test: 'password' }]);
  expect(await ask('Log_debug')).toEqual([200, undefined]);
  expect((await post('/profile', { Password: PASSWORD })).status).toBe(200);
  expect(await ask('Fiscal_Test')).toEqual([400, '#PASSWORD']);
  expect(await practises()).toBe(false);
  expect(await ask('Fiscal_Test', `?password=${PASSWORD}`)).toEqual([200, undefined]);
  expect(await practises()).toBe(true);
  expect((await get('/control/status')).json).toMatchObject({ ready: true, practice: true });
  // The way back is open to everybody who may change the profile.
  expect(await ask('')).toEqual([200, undefined]);
  expect(await practises()).toBe(false);
});
