import { afterEach, beforeEach, expect, it } from 'vitest';
import { testPortal, type TestPortal } from '../testing/portal.ts';

let portal: TestPortal;
beforeEach(async () => {
  portal = await testPortal();
});
afterEach(() => portal.stop());

interface MadeKey {
  keyId: number;
  apiKey: string;
}

const make = (entityId: number, role: string, more = {}, key?: string) =>
  portal.ask<MadeKey>('POST', `/Entity/${entityId}/ApiKeys`, { name: `${role} key`, role, ...more }, key);
const active = async (key: string) => (await portal.send('GET', '/User/Active', undefined, key)).status;

async function organization(name: string, parentEntityId = 2): Promise<number> {
  const body = { parentEntityId, name };
  const made = await portal.ask<{ organizationId: number }>('POST', '/api/v2/Public/Organization', body);
  return made.organizationId;
}

it('makes a key that is told once and kept as a digest', async () => {
  const { apiKey, ...told } = await make(2, 'VIEWER');
  expect(told).toMatchObject({
    ...{ entityId: 2, name: 'VIEWER key', role: 'VIEWER', state: 'active', createdBy: 'first key' },
    ...{ expiresTimestamp: null, revokedTimestamp: null, usedTimestamp: null },
  });
  expect(await active(apiKey)).toBe(200);
  const list = await portal.ask<{ apiKeys: unknown[] }>('GET', '/Entity/2/ApiKeys');
  expect(list.apiKeys).toMatchObject([{ name: 'VIEWER key' }, { name: 'first key', role: 'ADMIN' }]);
  const { db } = portal.portal.services;
  const kept = [list, await db.select('SELECT * FROM api_keys'), await db.select('SELECT * FROM audit_log')];
  expect(JSON.stringify(kept)).not.toContain(apiKey.slice(4));
});

it('revokes a key at once', async () => {
  const { keyId, apiKey } = await make(2, 'ADMIN');
  const other = await make(2, 'VIEWER', {}, apiKey);
  await portal.ask('DELETE', `/ApiKey/${keyId}`);
  expect(await active(apiKey)).toBe(403);
  expect((await portal.send('DELETE', `/ApiKey/${other.keyId}`, undefined, apiKey)).status).toBe(403);
  expect(await active(other.apiKey)).toBe(200);
  const { apiKeys } = await portal.ask<{ apiKeys: object[] }>('GET', '/Entity/2/ApiKeys');
  expect(apiKeys[1]).toMatchObject({ keyId, state: 'revoked', revokedTimestamp: '2026-11-22T10:00:00.000Z' });
  await portal.ask('DELETE', `/ApiKey/${keyId}`);
});

it('ends a key when its time is over', async () => {
  const { apiKey } = await make(2, 'VIEWER', { expiresTimestamp: '2026-11-22T13:00:00+01:00' });
  portal.clock.set('2026-11-22T11:59:59.999Z');
  expect(await active(apiKey)).toBe(200);
  portal.clock.set('2026-11-22T12:00:00Z');
  expect(await active(apiKey)).toBe(403);
  const { apiKeys } = await portal.ask<{ apiKeys: object[] }>('GET', '/Entity/2/ApiKeys');
  expect(apiKeys[0]).toMatchObject({ state: 'expired' });
});

it.each([
  [{ expiresTimestamp: '2026-11-22T10:00:00Z' }, 'expiresTimestamp', 'past'],
  [{ expiresTimestamp: 'tomorrow' }, 'expiresTimestamp', 'format'],
  [{ role: 'KING' }, 'role', 'value'],
  [{ name: '' }, 'name', 'required'],
  [{ name: 'a\nb' }, 'name', 'format'],
])('refuses a key with %j', async (field, name, code) => {
  const answer = await portal.send('POST', '/Entity/2/ApiKeys', { name: 'x', role: 'VIEWER', ...field });
  expect(answer.status).toBe(400);
  expect(answer.body.errors[0]).toMatchObject({ field: name, code });
});

it('makes no key that may more than its maker', async () => {
  const below = await organization('Below');
  const aside = await organization('Aside');
  const editor = (await make(below, 'EDITOR')).apiKey;
  const attempt = async (entityId: number, role: string) =>
    (await portal.send('POST', `/Entity/${entityId}/ApiKeys`, { name: 'x', role }, editor)).status;
  expect(await attempt(below, 'ADMIN')).toBe(403);
  expect(await attempt(below, 'EDITOR')).toBe(200);
  expect(await attempt(2, 'VIEWER')).toBe(404);
  expect(await attempt(aside, 'VIEWER')).toBe(404);
});

it('lets nobody revoke keys of others, or of those who may more', async () => {
  const below = await organization('Below');
  const aside = await organization('Aside');
  const editor = (await make(below, 'EDITOR')).apiKey;
  const viewer = (await make(2, 'VIEWER')).apiKey;
  const admin = await make(below, 'ADMIN');
  const strange = await make(aside, 'VIEWER');
  const revoke = async (keyId: number, key: string) =>
    (await portal.send('DELETE', `/ApiKey/${keyId}`, undefined, key)).status;
  expect(await revoke(admin.keyId, editor)).toBe(403);
  expect(await revoke(strange.keyId, editor)).toBe(404);
  expect(await revoke(strange.keyId, viewer)).toBe(403);
  expect(await revoke(999_999, editor)).toBe(404);
  expect([await active(admin.apiKey), await active(strange.apiKey)]).toEqual([200, 200]);
});
