/** Made-up terminals: the portal knows each till that gets tokens, and a company can keep others out. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { askToken, askWithSecret, type CloudCredentials } from '../testing/cloud-tills.ts';
import { testCompany } from '../testing/company.ts';
import { testKey } from '../testing/key.ts';
import { testPortal, type TestPortal } from '../testing/portal.ts';
import { MOST_TERMINALS } from './terminals.ts';

let portal: TestPortal;
let company: number;
let credentials: CloudCredentials;

beforeAll(async () => {
  portal = await testPortal();
});
afterAll(() => portal.stop());
beforeEach(async () => {
  company = await testCompany(portal);
  credentials = await portal.ask('POST', `/Company/${company}/CloudCredentials`);
});

const path = (query = '') => `/Company/${company}/CloudTerminals${query}`;

const ask = (TT: string, more: Record<string, string>) => askToken(portal, credentials, TT, more);
const withSecret = (TT: string) => askWithSecret(portal, credentials, TT);
const withRefresh = (TT: string, refresh_token: string) =>
  ask(TT, { grant_type: 'refresh_token', refresh_token });
const listed = async () =>
  (await portal.ask<{ terminals: { TT: string; tokenTimestamp: string | null }[] }>('GET', path())).terminals;

const OUTSIDE = { status: 400, body: { error: 'invalid_scope' } };

it('writes each till down that gets tokens', async () => {
  expect((await withSecret('2')).status).toBe(200);
  expect((await withSecret('1')).status).toBe(200);
  expect((await withSecret('1')).status).toBe(200);
  const tokenTimestamp = new Date(portal.clock.now()).toISOString();
  expect(await listed()).toMatchObject([
    { TL: 'C1', TT: '1', tokenTimestamp },
    { TL: 'C1', TT: '2', tokenTimestamp },
  ]);
});

it('gives no tokens to made-up tills of a company that has closed its list', async () => {
  const known = await withSecret('1');
  await portal.ask('PUT', path(), { closed: true });
  expect(await withSecret('2')).toMatchObject(OUTSIDE);
  expect((await withSecret('1')).status).toBe(200);
  expect((await withRefresh('1', known.body.refresh_token!)).status).toBe(200);
  await portal.ask('POST', path(), { TL: 'C1', TT: '2' });
  expect(await listed()).toMatchObject([{ TT: '1' }, { TT: '2', tokenTimestamp: null }]);
  expect((await withSecret('2')).status).toBe(200);
  await portal.ask('PUT', path(), { closed: false });
  expect((await withSecret('3')).status).toBe(200);
});

it('ends the tokens of a till that is removed, and of no other one', async () => {
  const [gone, stays] = [(await withSecret('1')).body, (await withSecret('2')).body];
  await portal.ask('PUT', path(), { closed: true });
  await portal.ask('DELETE', path('?TL=C1&TT=1'));
  expect(await withRefresh('1', gone.refresh_token!)).toMatchObject({ status: 400 });
  expect(await withSecret('1')).toMatchObject(OUTSIDE);
  expect((await withRefresh('2', stays.refresh_token!)).status).toBe(200);
  await portal.ask('PUT', path(), { closed: false });
  expect(await withRefresh('1', gone.refresh_token!)).toMatchObject({ status: 401 });
  expect((await portal.send('DELETE', path('?TL=C1&TT=9'))).status).toBe(404);
});

it('writes down a thousand tills of a company at most', async () => {
  await withSecret('1');
  await portal.portal.services.db.write(async (db) => {
    for (let i = 1; i < MOST_TERMINALS; i++) {
      const bind = { company, tt: `x${i}`, now: portal.clock.now() };
      await db.run(`INSERT INTO cloud_terminals VALUES ($company, 'C1', $tt, $now, $now)`, bind);
    }
  });
  expect(await withSecret('2')).toMatchObject(OUTSIDE);
  expect((await portal.send('POST', path(), { TL: 'C1', TT: '2' })).body.errors[0].code).toBe('tooMany');
  expect((await withSecret('1')).status).toBe(200);
  await portal.ask('DELETE', path('?TL=C1&TT=x1'));
  expect((await withSecret('2')).status).toBe(200);
});

it('leaves the tills of other companies alone', async () => {
  await withSecret('1');
  const other = await testCompany(portal, { taxId: 'PT509876544' });
  const key = await testKey(portal, other, 'ADMIN');
  for (const [method, at, body] of [
    ['GET', path()],
    ['PUT', path(), { closed: true }],
    ['POST', path(), { TL: 'C1', TT: '2' }],
    ['DELETE', path('?TL=C1&TT=1')],
  ] as const) {
    expect((await portal.send(method, at, body, key)).status).toBe(404);
  }
  expect(await listed()).toHaveLength(1);
});
