import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testCompany, testLocation } from '../testing/company.ts';
import { testKey } from '../testing/key.ts';
import { testPrices } from '../testing/prices.ts';
import { testPortal, type TestPortal } from '../testing/portal.ts';
import { testRegister, type TestRegister } from '../testing/register.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await testPortal();
  await testPrices(portal, '2026-11-22');
});
afterAll(() => portal.stop());

const report = (register: TestRegister, ...problems: object[]) =>
  register.send('POST', '/state', {
    ...{ version: '3.0.1', queued: 4, diskUsage: 12.5, problems },
    at: '2026-11-22T10:00:00Z',
  });
const place = (register: TestRegister) => `/Company/${register.companyId}/Register/${register.registerId}`;
const get = (register: TestRegister) => portal.ask('GET', place(register));

describe('a register', () => {
  it('shows what it reported, and whether it is online', async () => {
    const company = await testCompany(portal);
    const register = await testRegister(portal, company, { rn: 'till', tl: 'L1', tt: '7' });
    const [listed] = (await portal.ask<{ registers: unknown[] }>('GET', `/Company/${company}/Registers`))
      .registers;
    expect(listed).toMatchObject({ registerNumber: 'till', tt: '7', online: true, queued: null, nextSq: 1 });
    portal.clock.advance(60_000);
    const answer = await report(register, { code: 'NO_CFG', level: 'error' });
    expect(answer.body).toEqual({
      companyName: 'Padaria Exemplo',
      state: 'Productive',
      cfgTag: expect.any(String),
      serverTime: new Date(portal.clock.now()).toISOString(),
      nextSq: 1,
    });
    portal.clock.advance(15 * 60_000);
    const shown = await get(register);
    expect(shown).toMatchObject({
      online: true,
      version: '3.0.1',
      queued: 4,
      diskUsage: 12.5,
      archivedRecords: 0,
    });
    expect(shown.problems).toMatchObject([{ code: 'NO_CFG', level: 'error' }]);
    portal.clock.advance(1);
    expect((await get(register)).online).toBe(false);
  });

  it('gets a name and a location, both kept when it is activated again', async () => {
    const company = await testCompany(portal);
    const [first, second] = [
      await testLocation(portal, company, 'a'),
      await testLocation(portal, company, 'b'),
    ];
    const keys = generateKeyPairSync('ed25519');
    const register = await testRegister(portal, company, { tl: 'a', keys });
    expect((await get(register)).locationId).toBe(first);
    await portal.ask('PUT', place(register), { name: 'At the door', locationId: second });
    await testRegister(portal, company, { tl: 'a', keys, instance: register.instance });
    expect(await get(register)).toMatchObject({ name: 'At the door', locationId: second });
    await testRegister(portal, company, { tl: 'b', keys, instance: register.instance });
    await testRegister(portal, company, { tl: 'a', keys, instance: register.instance });
    expect((await get(register)).locationId).toBe(first);
  });

  it('cannot be in a location of others, nor in one of another state', async () => {
    const company = await testCompany(portal);
    const foreign = await testLocation(portal, await testCompany(portal), 'x');
    const test = await testLocation(portal, company, 'test', { state: 'Test' });
    const register = await testRegister(portal, company);
    for (const locationId of [foreign, test, company, 2_147_483_647]) {
      const answer = await portal.send('PUT', place(register), { locationId });
      expect([answer.status, answer.body.errors[0].field]).toEqual([400, 'locationId']);
    }
  });

  it('is deactivated with its location or its company, and for ever', async () => {
    const company = await testCompany(portal);
    const location = await testLocation(portal, company, 'a');
    const inside = await testRegister(portal, company, { tl: 'a' });
    const outside = await testRegister(portal, company);
    await portal.ask('PUT', `/api/v2/Public/Location/${location}/Deactivate`);
    expect([(await get(inside)).state, (await get(outside)).state]).toEqual(['Deactivated', 'Productive']);
    await portal.ask('PUT', `/api/v2/Public/Company/${company}/Deactivate`);
    expect((await get(outside)).state).toBe('Deactivated');
    const again = testRegister(portal, company, { badge: 'tmb_2_x' });
    await expect(again).rejects.toThrow('badge');
  });

  it('becomes one for tests with its location', async () => {
    const company = await testCompany(portal);
    const location = await testLocation(portal, company, 'a');
    const inside = await testRegister(portal, company, { tl: 'a' });
    const outside = await testRegister(portal, company);
    const known = await portal.ask('GET', `/api/v2/Public/Location/${location}`);
    await portal.ask('PUT', `/api/v2/Public/Location/${location}`, { ...known, state: 'Test' });
    expect([(await get(inside)).state, (await get(outside)).state]).toEqual(['Test', 'Productive']);
  });

  it('has a problem that only a person can call settled', async () => {
    const company = await testCompany(portal);
    const register = await testRegister(portal, company);
    const line = (text: string) =>
      `{"_":"log","SQ":1,"RN":"def","D":"2026-11-22T10:00:00","Event":"${text}"}\n`;
    const handIn = (text: string) =>
      register.send('POST', '/records', line(text), register.signature(line(text), 1, 1));
    const codes = async () => ((await get(register)).problems as { code: string }[]).map(({ code }) => code);
    expect((await handIn('one')).status).toBe(200);
    expect((await handIn('other')).status).toBe(409);
    await report(register);
    expect(await codes()).toEqual(['ARCHIVE_CONFLICT']);
    expect((await portal.send('DELETE', `${place(register)}/Problem/OFFLINE`)).status).toBe(400);
    expect((await portal.ask('DELETE', `${place(register)}/Problem/ARCHIVE_CONFLICT`)).problems).toEqual([]);
    await handIn('other');
    expect(await codes()).toEqual(['ARCHIVE_CONFLICT']);
  });

  it('is found in its own company only', async () => {
    const register = await testRegister(portal, await testCompany(portal));
    const other = await testCompany(portal);
    const answer = await portal.send('GET', `/Company/${other}/Register/${register.registerId}`);
    expect(answer.status).toBe(404);
  });
});

describe('permissions', () => {
  it('are those of the role', async () => {
    const company = await testCompany(portal);
    const register = await testRegister(portal, company);
    const requests: [string, string, unknown, string][] = [
      ['GET', `/Company/${company}/Registers`, undefined, 'ReadRegister'],
      ['GET', place(register), undefined, 'ReadRegister'],
      ['PUT', place(register), { name: 'x' }, 'ManageRegister'],
      ['GET', `/Company/${company}/Badge`, undefined, 'ReadRegister'],
      ['POST', `/Company/${company}/Badge`, undefined, 'ManageRegister'],
      ['GET', `/Company/${company}/Notifications`, undefined, 'ReadCompany'],
      ['GET', `/Company/${company}/BaseData`, undefined, 'ReadCompany'],
      ['PUT', `/Company/${company}/BaseData`, {}, 'ManageCompany'],
      ['GET', `/Company/${company}/Licenses`, undefined, 'ReadRegister'],
      ['POST', '/Purchase', { companyId: company, items: [{ id: 1, amount: 1 }] }, 'Purchase'],
    ];
    for (const role of ['ADMIN', 'EDITOR', 'DATAFISCAL', 'VIEWER'] as const) {
      const key = await testKey(portal, company, role);
      for (const [method, path, body, permission] of requests) {
        const { status } = await portal.send(method, path, body, key);
        expect([role, method, path, status]).toEqual([
          role,
          method,
          path,
          MAY[role].includes(permission) ? 200 : 403,
        ]);
      }
    }
    const stranger = await testKey(portal, await testCompany(portal), 'ADMIN');
    for (const [method, path, body] of requests) {
      expect((await portal.send(method, path, body, stranger)).status).toBe(404);
    }
  });
});

/** What roles may do, as the specification has it. */
const MAY = {
  ADMIN: ['ReadCompany', 'ManageCompany', 'ManageRegister', 'Purchase', 'ReadRegister'],
  EDITOR: ['ReadCompany', 'ManageCompany', 'ManageRegister', 'ReadRegister'],
  DATAFISCAL: ['ReadCompany', 'ManageCompany', 'ReadRegister'],
  VIEWER: ['ReadCompany', 'ReadRegister'],
};
