/** The audit trail over HTTP: what people and programs do is in it, and no secret. */
import { expect, it } from 'vitest';
import { download } from '../../testing/download.ts';
import { temporaryFolder } from '../../testing/folder.ts';
import { runService, send } from '../../testing/running-service.ts';
import { GENERIC, sale } from '../../testing/sales.ts';
import type { TrailPart } from '../../trail/wire.ts';

const PASSWORD = 'Pastel de nata 7';
const page = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' };

it('tells who has changed what, and from where', async () => {
  const running = await runService({ cfg: GENERIC });
  const { post, get, url } = running;
  await post('/cfg', { Cfg: { Cmp: { ...GENERIC.Cmp, Nam: 'Another name' } } }, { 'user-agent': 'POS 7' });
  await post('/register', sale('2.00'));
  expect((await post('/register/void/last?rsn=typo')).status).toBe(200);
  await post('/control/profile/set', { name: 'Log_length', value: '500' }, page);
  await post('/profile', { Password: PASSWORD });
  expect((await post('/control/session', { password: 'errada' }, page)).status).toBe(403);
  const { headers } = await post('/control/session', { password: PASSWORD }, page);
  const cookie = headers['set-cookie']![0]!.split(';')[0]!;
  const manager = { ...page, cookie };
  await post('/control/profile/set', { name: 'Vault_password', value: 'hush' }, manager);
  await send(`${url}/control/session`, 'DELETE', undefined, manager);

  // Nobody else may read it.
  expect((await get('/control/audit-trail', page)).status).toBe(401);
  const again = await post('/control/session', { password: PASSWORD }, page);
  const signedIn = { ...page, cookie: again.headers['set-cookie']![0]!.split(';')[0]! };
  const answer = await get('/control/audit-trail', signedIn);
  const { entries, damages } = answer.json as TrailPart;
  expect(damages).toEqual([]);
  expect(entries.map(({ what, outcome, who }) => `${what} ${outcome} ${who.kind}`).reverse()).toEqual([
    'cfg done pos',
    'cfg done pos',
    'void done pos',
    'settings done machine',
    'settings done program',
    'signIn refused manager',
    'signIn done manager',
    ...(entries.length > 9 ? ['settings done manager'] : []),
    'signOut done manager',
    'signIn done manager',
  ]);
  expect(entries.every(({ from }) => from.includes('127.0.0.1'))).toBe(true);
  const oldest = entries.toReversed();
  expect(oldest[1]).toMatchObject({
    who: { kind: 'pos', name: 'POS 7' },
    rn: 'def',
    changes: [{ name: 'Cmp.Nam', before: 'Example', after: 'Another name' }],
  });
  expect(oldest[2]!.about).toMatch(/: typo$/);
  expect(oldest[3]).toMatchObject({ about: 'set', changes: [{ name: 'Log_length', after: '500' }] });
  for (const secret of [PASSWORD, 'hush', 'errada']) expect(answer.text).not.toContain(secret);

  const voids = (await get('/control/audit-trail?what=void', signedIn)).json as TrailPart;
  expect(voids.entries).toHaveLength(1);
  expect((await get('/control/audit-trail?from=yesterday', signedIn)).status).toBe(400);
  const csv = await download(`${url}/control/audit-trail/csv?text=POS+7`, signedIn);
  expect(csv.headers['content-disposition']).toBe('attachment; filename="audit-trail.csv"');
  expect(csv.body.toString('utf8').trimEnd().split('\r\n')).toHaveLength(2);
});

it('tells of companies, folders, devices and people that are entered on the control page', async () => {
  const running = await runService({ cfg: GENERIC });
  const { post, get } = running;
  const { version, cfg } = (await get('/control/setup?RN=def', page)).json;
  const Cfg = { ...cfg, Cmp: { ...cfg.Cmp, Nam: 'Another name' }, Loc: { TL: '1' }, Trm: { TT: '1' } };
  expect((await post('/control/setup/check?RN=def', { Cfg }, page)).status).toBe(200);
  expect((await post('/control/setup/save?RN=def', { Cfg, version }, page)).status).toBe(200);
  expect((await post('/control/setup/save?RN=def', { Cfg, version }, page)).status).toBe(409);
  const folder = await temporaryFolder();
  expect((await post('/control/setup/backup?RN=def', { path: folder }, page)).status).toBe(200);
  const printer = { model: 'epson', port: '192.0.2.9:9100', paper: '80', scope: 'all' };
  const used = await post('/control/devices/use?RN=def', printer, page);
  expect([used.status, used.text]).toEqual([200, expect.any(String)]);
  await post('/control/devices/look?RN=def', { port: 'hid:0c2e:0b61' }, page);
  await post('/profile', { Password: PASSWORD });
  const session = await post('/control/session', { password: PASSWORD }, page);
  const manager = { ...page, cookie: session.headers['set-cookie']![0]!.split(';')[0]! };
  const ana = { name: 'Ana', role: 'cashier', pin: '2580' };
  const { id } = (await post('/control/people', ana, manager)).json;
  await post(`/control/people/${id}`, { ...ana, role: 'auditor', pin: '73519' }, manager);

  const { entries } = (await get('/control/audit-trail', manager)).json as TrailPart;
  const done = entries.toReversed().filter(({ who }) => who.kind !== 'pos' && who.kind !== 'program');
  expect(done.map(({ what }) => what)).toEqual([
    ...['cfg', 'backupFolder', 'devices', 'signIn', 'people', 'people'],
  ]);
  expect(done[0]).toMatchObject({ rn: 'def' });
  expect(done[0]!.changes).toContainEqual({ name: 'Cmp.Nam', before: 'Example', after: 'Another name' });
  expect(done[1]).toMatchObject({ about: folder });
  expect(done[1]!.rn).toBeUndefined();
  expect(done[2]).toMatchObject({ rn: 'def', about: 'use' });
  expect(done[2]!.changes?.map(({ name }) => name)).toContain('Printer_Port');
  expect(done[4]).toMatchObject({
    about: 'Ana (cashier)',
    changes: [{ name: 'Person Ana', before: null, after: 'cashier' }],
  });
  expect(done[5]).toMatchObject({ about: 'Ana (auditor)' });
  expect(done[5]!.changes).toContainEqual({ name: 'Person Ana', before: 'cashier', after: 'auditor' });
});
