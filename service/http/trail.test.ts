/** The audit trail over HTTP: what people and programs do is in it, and no secret. */
import { expect, it } from 'vitest';
import { download } from '../testing/download.ts';
import { runService, send } from '../testing/running-service.ts';
import { GENERIC, sale } from '../testing/sales.ts';
import type { TrailPart } from '../trail/wire.ts';

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
