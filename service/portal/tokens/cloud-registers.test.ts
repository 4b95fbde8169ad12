/** Tills of a company on several cloud registers: spread evenly, each stays, and none is one too many. */
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { askToken, askWithSecret, type CloudCredentials } from '../testing/cloud-tills.ts';
import { testCompany } from '../testing/company.ts';
import { testKey } from '../testing/key.ts';
import { testPortal, type TestPortal } from '../testing/portal.ts';
import { MOST_OF_REGISTER } from './cloud-registers.ts';

const [A, B, C] = ['https://a.example', 'https://b.example', 'https://c.example/two'];

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

const registers = (more = '') => `/Company/${company}/CloudRegisters${more}`;
const terminals = (more = '') => `/Company/${company}/CloudTerminals${more}`;
const add = async (url: string) =>
  (await portal.ask<{ number: number }>('POST', registers(), { url })).number;
const tills = async () =>
  (await portal.ask<{ cloudRegisters: { tills: number }[] }>('GET', registers())).cloudRegisters.map(
    (register) => register.tills,
  );

const ask = (TT: string, more: Record<string, string>) => askToken(portal, credentials, TT, more);
const withSecret = (TT: string) => askWithSecret(portal, credentials, TT);
const placeOf = async (TT: string) => (await withSecret(TT)).body.register_url;

/** So many tills that have their tokens, and their places. */
async function fill(count: number, number: number): Promise<void> {
  await portal.portal.services.db.write(async (db) => {
    for (let i = 0; i < count; i++) {
      const bind = { company, tt: `x${number}-${i}`, now: portal.clock.now() };
      await db.run(`INSERT INTO cloud_terminals VALUES ($company, 'C1', $tt, $now, $now)`, bind);
      const place = { company, tt: bind.tt, number };
      await db.run(`INSERT INTO cloud_places VALUES ($company, 'C1', $tt, $number)`, place);
    }
  });
}

it('says nothing of a cloud register where the portal knows of none', async () => {
  const { status, body } = await withSecret('1');
  expect([status, body.register_url, decodeJwt(body.access_token!).register_url]).toEqual([
    200,
    undefined,
    undefined,
  ]);
});

it('spreads tills evenly, names the place in answer and token, and keeps it', async () => {
  for (const url of [A, B, `${C}/`]) await add(url);
  const places = new Map<string, string>();
  for (let i = 1; i <= 9; i++) {
    const { body } = await withSecret(String(i));
    expect(decodeJwt(body.access_token!).register_url).toBe(body.register_url);
    places.set(String(i), body.register_url!);
  }
  expect(await tills()).toEqual([3, 3, 3]);
  expect(new Set(places.values())).toEqual(new Set([A, B, C]));
  for (const [TT, url] of places) {
    const { body } = await withSecret(TT);
    expect(body.register_url).toBe(url);
    const refreshed = await ask(TT, { grant_type: 'refresh_token', refresh_token: body.refresh_token! });
    expect(refreshed.body.register_url).toBe(url);
  }
});

it('gives many tills that ask at once different places, and none twice', async () => {
  for (const url of [A, B]) await add(url);
  const all = await Promise.all(Array.from({ length: 20 }, (_, i) => withSecret(String(i))));
  expect(all.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
  expect(await tills()).toEqual([10, 10]);
});

it('leaves tills where they have sold: on the first that is added, whatever is added or closed later', async () => {
  await withSecret('1');
  await withSecret('2');
  const first = await add(A);
  await add(B);
  expect([await placeOf('1'), await placeOf('2')]).toEqual([A, A]);
  expect([await placeOf('3'), await placeOf('4'), await placeOf('5')]).toEqual([B, B, A]);
  await portal.ask('PUT', registers(`/${first}`), { closed: true });
  expect([await placeOf('6'), await placeOf('7'), await placeOf('1')]).toEqual([B, B, A]);
  // A till that was removed and comes back has its numbers where they were.
  await portal.ask('DELETE', terminals('?TL=C1&TT=2'));
  expect(await tills()).toEqual([2, 4]);
  expect(await placeOf('2')).toBe(A);
});

it('refuses the one that is too many, until there is another cloud register or a place', async () => {
  const first = await add(A);
  await fill(MOST_OF_REGISTER - 1, first);
  // Many at once for the last place.
  const all = await Promise.all(Array.from({ length: 5 }, (_, i) => withSecret(String(i))));
  expect(all.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
  const refused = all.findIndex(({ status }) => status === 400);
  expect(all[refused]!.body).toMatchObject({
    error: 'invalid_scope',
    error_description: expect.stringContaining('add another one'),
  });
  expect((await portal.send('POST', terminals(), { TL: 'C1', TT: 'new' })).body.errors[0].code).toBe(
    'tooMany',
  );
  const served = all.findIndex(({ status }) => status === 200);
  expect(await placeOf(String(served))).toBe(A);
  // A till that was there before cannot go elsewhere.
  await portal.ask('DELETE', terminals(`?TL=C1&TT=x${first}-0`));
  expect(await placeOf(String(refused))).toBe(A);
  await add(B);
  expect((await withSecret(`x${first}-0`)).status).toBe(400);
  expect(await placeOf('new')).toBe(B);
});

it('moves a till only where somebody says so, and removes no cloud register that has tills', async () => {
  const [first, second] = [await add(A), await add(B)];
  expect(await placeOf('1')).toBe(A);
  expect((await portal.send('DELETE', registers(`/${first}`))).status).toBe(409);
  await portal.ask('DELETE', terminals('?TL=C1&TT=1'));
  expect(
    (await portal.send('POST', terminals(), { TL: 'C1', TT: '1', cloudRegister: 9 })).body.errors[0].code,
  ).toBe('unknown');
  await portal.ask('POST', terminals(), { TL: 'C1', TT: '1', cloudRegister: second });
  expect(await placeOf('1')).toBe(B);
  await portal.ask('DELETE', registers(`/${first}`));
  expect(await tills()).toEqual([1]);
  expect((await portal.send('DELETE', registers(`/${first}`))).status).toBe(404);
});

it('follows a cloud register that has another address, and takes none twice', async () => {
  const first = await add(A);
  expect(await placeOf('1')).toBe(A);
  await portal.ask('PUT', registers(`/${first}`), { url: B });
  expect(await placeOf('1')).toBe(B);
  const codes = [];
  for (const url of [
    B,
    'http://a.example',
    'https://me:secret@a.example',
    'https://a.example/?q=1',
    'a.example',
  ]) {
    codes.push((await portal.send('POST', registers(), { url })).body.errors[0].code);
  }
  expect(codes).toEqual(['taken', 'wrong', 'wrong', 'wrong', 'wrong']);
});

it('lets only who runs the portal say which there are', async () => {
  await add(A);
  const key = await testKey(portal, company, 'ADMIN');
  expect(await portal.send('GET', registers(), undefined, key)).toMatchObject({
    status: 200,
    body: { mayChange: false, cloudRegisters: [{ url: A, closed: false }] },
  });
  for (const [method, path, body] of [
    ['POST', registers(), { url: B }],
    ['PUT', registers('/1'), { closed: true }],
    ['DELETE', registers('/1'), undefined],
  ] as const)
    expect((await portal.send(method, path, body, key)).status).toBe(403);
  const other = await testCompany(portal, { taxId: 'PT509876544' });
  const stranger = await testKey(portal, other, 'ADMIN');
  expect((await portal.send('GET', registers(), undefined, stranger)).status).toBe(404);
});
