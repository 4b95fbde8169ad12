import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testCompany } from '../testing/company.ts';
import { testPortal, type TestPortal } from '../testing/portal.ts';
import { activeAlerts, handIn, saleLine, saleLines } from '../testing/records.ts';
import { testRegister } from '../testing/register.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await testPortal();
});
afterAll(() => portal.stop());

interface Told {
  follows: unknown;
  state: string;
  name: string | null;
  archivedRecords: number;
}
const told = (companyId: number, registerId: number) =>
  portal.ask<Told>('GET', `/Company/${companyId}/Register/${registerId}`);

/** All that a search finds, as `register/SQ`. */
async function found(companyId: number, query = ''): Promise<string[]> {
  const { Rec } = await portal.ask<{ Rec: { registerId: number; SQ: number }[] }>(
    'GET',
    `/Company/${companyId}/Records?limit=100${query}`,
  );
  return Rec.map(({ registerId, SQ }) => `${registerId}/${SQ}`).sort();
}

it('keeps both histories of a register that was put back, and counts once what they have in common', async () => {
  const companyId = await testCompany(portal, { name: 'Two histories' });
  const keys = generateKeyPairSync('ed25519');
  const former = await testRegister(portal, companyId, { keys, tl: '1', tt: '1' });
  await handIn(former, 1, saleLines(1, 5));
  await portal.ask('PUT', `/Company/${companyId}/Register/${former.registerId}`, { name: 'Balcão' });
  await handIn(former, 4, [saleLine(4, { esr: { T: '9.00' } })]);
  expect(await activeAlerts(portal, companyId)).toEqual(['ARCHIVE_CONFLICT']);

  const again = { keys, tl: '1', tt: '1', instance: `${former.instance}/b`, follows: former.registerId };
  const register = await testRegister(portal, companyId, again);
  const id = register.registerId;
  expect(id).not.toBe(former.registerId);
  expect(await activeAlerts(portal, companyId)).toEqual(['ARCHIVE_FOLLOWS']);
  // In batches that end before, at and behind the record where they part.
  expect((await handIn(register, 1, saleLines(1, 2))).status).toBe(200);
  expect(await told(companyId, id)).toMatchObject({
    follows: { registerId: former.registerId, fromSq: 3 },
    name: 'Balcão',
  });
  const own = [saleLine(3), saleLine(4, { esr: { T: '9.00' } }), saleLine(5), saleLine(6)];
  expect((await handIn(register, 3, own)).status).toBe(200);
  expect(await told(companyId, id)).toMatchObject({ follows: { fromSq: 4 }, archivedRecords: 6 });
  expect(await told(companyId, former.registerId)).toMatchObject({ follows: null, archivedRecords: 5 });
  await handIn(register, 7, saleLines(7, 1));
  expect(await told(companyId, id)).toMatchObject({ follows: { fromSq: 4 } });

  const first = [1, 2, 3, 4, 5].map((sq) => `${former.registerId}/${sq}`);
  const second = [4, 5, 6, 7].map((sq) => `${id}/${sq}`);
  expect(await found(companyId)).toEqual([...first, ...second].sort());
  // Whoever looks at the register sees all that it has handed in.
  expect(await found(companyId, `&registerId=${id}`)).toHaveLength(7);
});

it('finds it again when it activates again, and another history behind that one', async () => {
  const companyId = await testCompany(portal, { name: 'Three histories' });
  const keys = generateKeyPairSync('ed25519');
  const first = await testRegister(portal, companyId, { keys });
  await handIn(first, 1, saleLines(1, 6));
  const choices = { keys, instance: `${first.instance}/b`, follows: first.registerId };
  const second = await testRegister(portal, companyId, choices);
  expect(await testRegister(portal, companyId, choices)).toMatchObject({ registerId: second.registerId });
  const other = saleLine(3, { esr: { T: '2.00' } });
  const lastSecret = await testRegister(portal, companyId, choices);
  await handIn(lastSecret, 1, [...saleLines(1, 2), other]);

  // The data of before come back once more, with a copy that knows of the second one.
  const third = await testRegister(portal, companyId, {
    ...{ keys, instance: `${first.instance}/c`, follows: second.registerId },
  });
  await handIn(third, 1, saleLines(1, 8));
  expect(await told(companyId, third.registerId)).toMatchObject({
    follows: { registerId: second.registerId, fromSq: 7 },
  });
  expect(await found(companyId)).toHaveLength(6 + 1 + 2);
});

it('begins by itself behind a register that is none of the company, or has another name', async () => {
  const companyId = await testCompany(portal, { name: 'By itself' });
  const elsewhere = await testRegister(portal, await testCompany(portal, { name: 'Elsewhere' }));
  const register = await testRegister(portal, companyId, { follows: elsewhere.registerId });
  const named = await testRegister(portal, companyId, { rn: 'bar', follows: register.registerId });
  for (const { registerId } of [register, named])
    expect(await told(companyId, registerId)).toMatchObject({ follows: null });
});

it('stays deactivated, with its records handed in', async () => {
  const companyId = await testCompany(portal, { name: 'Deactivated' });
  const keys = generateKeyPairSync('ed25519');
  const former = await testRegister(portal, companyId, { keys });
  await portal.ask('PUT', `/Company/${companyId}/Register/${former.registerId}/Deactivate`);
  const choices = { keys, instance: `${former.instance}/b`, follows: former.registerId };
  await testRegister(portal, companyId, choices);
  const register = await testRegister(portal, companyId, choices);
  expect(await told(companyId, register.registerId)).toMatchObject({ state: 'Deactivated' });
  expect((await handIn(register, 1, saleLines(1, 2))).status).toBe(200);
});

it('tells a register what its records are', async () => {
  const register = await testRegister(portal, await testCompany(portal, { name: 'Compared' }));
  const { body } = await handIn(register, 1, saleLines(1, 2));
  const { lastLine } = body as { lastLine: string };
  expect((await register.send('GET', '/records/2')).body).toEqual({
    ...{ sq: 2, line: lastLine, at: '2026-11-22T10:00:00' },
  });
  for (const sq of ['3', '0', 'x', '99999999999'])
    expect((await register.send('GET', `/records/${sq}`)).status).toBe(404);
});
