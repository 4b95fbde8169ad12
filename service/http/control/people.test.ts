/** People of the control page over real connections: roles, PINs, rights that end. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { runService, type Answer, type Headers, type Running } from '../../testing/running-service.ts';
import { sale } from '../../testing/sales.ts';
import type { TrailEntry } from '../../trail/wire.ts';

const PASSWORD = 'Pastel de nata 7';
const PEOPLE = {
  cashier: ['Ana', '2580'],
  auditor: ['Zé Auditor', '73519'],
  manager: ['Rui', '90817'],
} as const;
type Role = keyof typeof PEOPLE;

const ofPage = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' };
const cookieOf = (answer: Answer) =>
  (answer.headers['set-cookie'] ?? []).map((one) => one.split(';')[0]).join('; ');

/** The headers of a page after somebody has signed in. */
async function signIn(running: Running, body: object): Promise<Headers> {
  const answer = await running.post('/control/session', body, ofPage);
  expect(answer.status).toBe(200);
  return { ...ofPage, cookie: cookieOf(answer) };
}
const asPerson = (running: Running, role: Role) => {
  const [name, pin] = PEOPLE[role];
  return signIn(running, { name, pin });
};

/** A service with a password and a person of each role. */
async function shop() {
  const running = await runService();
  expect((await running.post('/profile', { Password: PASSWORD })).status).toBe(200);
  const boss = await signIn(running, { password: PASSWORD });
  const ids: Partial<Record<Role, string>> = {};
  for (const [role, [name, pin]] of Object.entries(PEOPLE)) {
    const { status, json } = await running.post('/control/people', { name, role, pin }, boss);
    expect([status, json]).toEqual([201, expect.objectContaining({ name, role, ended: null })]);
    ids[role as Role] = json.id as string;
  }
  return { running, boss, ids: ids as Record<Role, string> };
}

/** What roles beside managers may do; everything else of the control page they may not. */
const MAY: Readonly<Record<'cashier' | 'auditor', readonly string[]>> = {
  cashier: [
    ...['get /control/day', 'get /control/receipts', 'get /control/receipt', 'get /control/devices'],
    ...['post /control/report'],
  ],
  auditor: [
    ...['get /control/day', 'get /control/receipts', 'get /control/receipt', 'get /control/totals'],
    ...['get /control/export', 'get /control/exports', 'post /control/exports'],
    ...['get /control/exports/{id}', 'delete /control/exports/{id}', 'get /control/export-types'],
    ...['get /control/audit-trail', 'get /control/audit-trail/csv'],
  ],
};
/** Signed in or not: what a page shows to everybody. The last one is an endless stream. */
const FOR_ALL = [
  'get /control/status',
  'get /control/lan',
  'get /control/session',
  'get /control/events',
  'get /control/fiscal.pem',
];

it('lets each role do what is its own, and nobody without one do more than look at the state', async () => {
  const { running } = await shop();
  const api = JSON.parse(await fs.readFile('docs/openapi.json', 'utf8')) as {
    paths: Record<string, Record<string, unknown>>;
  };
  const routes = Object.entries(api.paths)
    .filter(([at]) => at.startsWith('/control/') && at !== '/control/session')
    .flatMap(([at, operations]) => Object.keys(operations).map((method) => `${method} ${at}`))
    .filter((route) => !FOR_ALL.includes(route) && !route.includes('{action}'));
  // Some actions of devices are a cashier's.
  const devices = ['print', 'drawer', 'job', 'set-up'].map((action) => `post /control/devices/${action}`);
  const mayDevices = devices.slice(0, 3);
  for (const role of ['cashier', 'auditor', null] as const) {
    const headers = role ? await asPerson(running, role) : ofPage;
    const may = role ? [...MAY[role], ...(role === 'cashier' ? mayDevices : [])] : [];
    for (const route of [...routes, ...devices]) {
      const [method, at] = route.split(' ') as [string, string];
      const ask =
        method === 'get'
          ? running.get(at, headers)
          : running.send(method.toUpperCase(), at, method === 'post' ? {} : undefined, headers);
      const { status, text } = await ask;
      const isRefused = status === (role ? 403 : 401) && text.includes(role ? '#ROLE' : '#SIGN_IN');
      expect([role, route, isRefused]).toEqual([role, route, !may.includes(route)]);
    }
  }
  const boss = await asPerson(running, 'manager');
  for (const at of ['/control/profile', '/control/people', '/control/day', '/service/config']) {
    expect([at, (await running.get(at, boss)).status]).toEqual([at, 200]);
  }
  // A till is asked for nothing, whoever has signed in on the page, and neither is a program of this machine.
  const cashier = await asPerson(running, 'cashier');
  for (const headers of [{}, cashier]) {
    expect((await running.post('/register', sale('1.00'), headers)).status).toBe(200);
  }
  // Let in: it names no records.
  expect((await running.get('/retrieve')).status).toBe(400);
  expect((await running.get('/retrieve', cashier)).status).toBe(403);
  expect((await running.get('/retrieve', await asPerson(running, 'auditor'))).status).toBe(400);
});

it('is as before while nobody is set up, and cannot begin without a password', async () => {
  const running = await runService();
  const noPassword = await running.post('/control/people', { name: 'Ana', role: 'cashier', pin: '2580' });
  expect([noPassword.status, noPassword.json.error.fields]).toEqual([400, { name: 'noPassword' }]);
  expect((await running.get('/control/session')).json).toMatchObject({ role: 'manager', hasPeople: false });
  await running.post('/profile', { Password: PASSWORD });
  expect((await running.get('/control/session')).json).toMatchObject({ role: 'cashier', people: null });
  expect((await running.get('/control/day', ofPage)).status).toBe(200);
  const answer = await running.post('/control/session', { name: 'Ana', pin: '2580' }, ofPage);
  expect([answer.status, answer.json.error.code]).toEqual([400, '#PASSWORD']);
});

it('ends at once when the rights end, are others, or the PIN is another', async () => {
  const { running, boss, ids } = await shop();
  const state = async (headers: Headers) => (await running.get('/control/session', headers)).json;
  const change = (role: Role, body: object) => running.post(`/control/people/${ids[role]}`, body, boss);

  const cashier = await asPerson(running, 'cashier');
  expect(await state(cashier)).toMatchObject({ role: 'cashier', name: 'Ana', idleSeconds: 600, ended: null });
  expect((await running.get('/control/day', cashier)).status).toBe(200);
  expect(
    (await running.send('DELETE', `/control/people/${ids.cashier}`, undefined, boss)).json.ended,
  ).not.toBeNull();
  expect((await running.get('/control/day', cashier)).status).toBe(401);
  expect(await state(cashier)).toMatchObject({ role: 'nobody', name: null, ended: 'rights' });
  const again = await running.post('/control/session', { name: 'Ana', pin: '2580' }, ofPage);
  expect([again.status, again.json.error.code]).toEqual([403, '#PERSON']);

  const auditor = await asPerson(running, 'auditor');
  expect((await change('auditor', { role: 'cashier' })).json).toMatchObject({ role: 'cashier' });
  expect((await running.get('/control/totals', auditor)).status).toBe(401);
  const manager = await asPerson(running, 'manager');
  expect((await change('manager', { pin: '46802' })).status).toBe(200);
  expect((await running.get('/control/people', manager)).status).toBe(401);
  expect((await running.post('/control/session', { name: 'rui', pin: '46802' }, ofPage)).status).toBe(200);
});

it('signs a cashier out who does nothing, whatever the page asks by itself', async () => {
  const { running } = await shop();
  const cashier = await asPerson(running, 'cashier');
  running.clock.advance(9 * 60_000);
  expect((await running.get('/control/day', cashier)).status).toBe(200);
  for (let minutes = 0; minutes < 12; minutes += 3) {
    await running.get('/control/status', cashier);
    running.clock.advance(3 * 60_000);
  }
  expect((await running.get('/control/day', cashier)).status).toBe(401);
  expect((await running.get('/control/session', cashier)).json.ended).toBe('idle');
});

it('waits after wrong PINs for that person alone, and the password stays the way in', async () => {
  const { running, ids } = await shop();
  const tryPin = async (name: string, pin: string) =>
    (await running.post('/control/session', { name, pin }, ofPage)).status;
  for (const pin of ['0001', '1', 'abcd', '00000000000000', '0005'])
    expect(await tryPin('Ana', pin)).toBe(403);
  expect([await tryPin('Ana', '2580'), await tryPin('Rui', '90817')]).toEqual([429, 200]);
  const boss = await signIn(running, { password: PASSWORD });
  running.clock.advance(11_000);
  expect(await tryPin('Ana', '2580')).toBe(200);
  // Nobody who knows a PIN gets at the password by it.
  const rui = await asPerson(running, 'manager');
  const stolen = await running.post('/control/session/password', { old: '', password: 'mine alone 1' }, rui);
  expect(stolen.status).toBe(400);
  const gone = await running.post('/control/session/password', { old: PASSWORD, password: '' }, boss);
  expect(gone.json.error.fields).toEqual({ password: 'people' });
  expect(ids.cashier).toBeDefined();
});

it('takes names and PINs that can be, and keeps no PIN that could be read', async () => {
  const { running, boss, ids } = await shop();
  const add = async (body: object) => (await running.post('/control/people', body, boss)).json.error?.fields;
  const good = { name: 'Eva', role: 'cashier', pin: '8024' };
  expect(await add({})).toEqual({ name: 'missing', role: 'unknown', pin: 'missing' });
  expect(await add({ ...good, name: ' aNA ' })).toEqual({ name: 'taken' });
  expect(await add({ ...good, name: 'x'.repeat(41) })).toEqual({ name: 'tooLong' });
  expect(await add({ ...good, name: 'A\u202ena\u200d' })).toEqual({ name: 'taken' });
  expect(await add({ ...good, name: 'E\u0007va' })).toEqual({ name: 'missing' });
  expect(await add({ ...good, role: 'owner' })).toEqual({ role: 'unknown' });
  for (const pin of ['123', '123456789', 'abcd', 8024, '１２３４'])
    expect(await add({ ...good, pin })).toEqual({ pin: 'notDigits' });
  for (const pin of ['0000', '1234', '87654321'])
    expect(await add({ ...good, pin })).toEqual({ pin: 'tooEasy' });
  expect((await running.post('/control/people/nobody', good, boss)).status).toBe(404);
  const list = await running.get('/control/people', boss);
  expect(list.text).not.toMatch(/scrypt|hash/);
  expect(list.json.people.map(({ name }: { name: string }) => name)).toEqual(['Ana', 'Rui', 'Zé Auditor']);

  await running.send('DELETE', `/control/people/${ids.auditor}`, undefined, boss);
  const read = (file: string) => fs.readFile(path.join(running.dataRoot, ...file.split('/')), 'utf8');
  expect(await read('gbl/vault.json')).not.toMatch(/Ana|2580|scrypt/);
  // After a restart the same people, with the same PINs.
  await running.stop();
  const later = await runService({ again: running });
  await asPerson(later, 'cashier');
  expect((await later.get('/control/session')).json.people).toEqual(['Ana', 'Rui']);
});

describe('who did what', () => {
  it('stands in the journal for people and settings, and in the audit trail', async () => {
    const { running, ids } = await shop();
    const rui = await asPerson(running, 'manager');
    await running.post('/control/profile/quota', { megabytes: 5000 }, rui);
    await running.post(`/control/people/${ids.cashier}`, { pin: '0258', role: 'auditor' }, rui);
    await running.post('/control/session', { name: '2580', pin: '2580' }, ofPage);
    const records = await running.records();
    const changes = records.filter(({ Event }) => Event === 'profile-changed');
    const last = JSON.stringify(changes.at(-1));
    expect(last).toContain('"ChangedBy":"Rui"');
    expect(last).toContain('cashier');
    expect(last).not.toContain('0258');
    const auditor = await signIn(running, { name: 'Zé Auditor', pin: '73519' });
    await running.send('DELETE', '/control/session', undefined, auditor);
    const { entries } = (await running.get('/control/audit-trail', await asPerson(running, 'manager'))).json;
    const tried = entries.slice(1, 4).map(({ who, what, outcome }: TrailEntry) => [who.name, what, outcome]);
    expect(tried).toEqual([
      ['Zé Auditor', 'signOut', 'done'],
      ['Zé Auditor', 'signIn', 'done'],
      ['?', 'signIn', 'refused'],
    ]);
    await running.stop();
    const log = await fs.readFile(path.join(running.dataRoot, 'log', 'service.log'), 'utf8');
    const trail = await fs.readFile(path.join(running.dataRoot, 'gbl', 'audit-trail.jsonl'), 'utf8');
    expect(log + trail).not.toMatch(/2580|0258/);
  });
});
