import { generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testCompany, testLocation } from '../testing/company.ts';
import { testPortal, type TestPortal } from '../testing/portal.ts';
import { testRegister } from '../testing/register.ts';
import { authenticateRegister } from './register-caller.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await testPortal();
});
afterAll(() => portal.stop());

const pemOf = ({ publicKey }: { publicKey: KeyObject }) => publicKey.export({ type: 'spki', format: 'pem' });
const keys = generateKeyPairSync('ed25519');
const request = (badge: string, more: object = {}) => ({
  ...{ badge, taxId: 'PT599999993', instance: randomUUID(), rn: 'def', version: '3.0.0', country: 'pt' },
  publicKey: pemOf(keys),
  ...more,
});
const activate = (body: unknown) => portal.send('POST', '/recorder/v1/activate', body, null);
const badgeOf = async (companyId: number) =>
  (await portal.ask<{ badge: string }>('POST', `/Company/${companyId}/Badge`)).badge;
const authenticate = (secret: string) =>
  authenticateRegister(portal.portal.services, { headers: { authorization: `Bearer ${secret}` } });
const rows = (sql: string) => portal.portal.services.db.select<Record<string, unknown>>(sql);

describe('a badge', () => {
  it('is told once and only known to exist afterwards', async () => {
    const company = await testCompany(portal);
    const place = `/Company/${company}/Badge`;
    expect(await portal.ask('GET', place)).toEqual({ exists: false, createdTimestamp: null });
    const badge = await badgeOf(company);
    const known = await portal.ask('GET', place);
    expect(known).toEqual({ exists: true, createdTimestamp: '2026-11-22T10:00:00.000Z' });
    const kept = JSON.stringify(await rows('SELECT * FROM company_secrets'));
    expect(kept).not.toContain(badge.slice(-20));
  });

  it('that was replaced connects no more registers, but those connected stay', async () => {
    const company = await testCompany(portal);
    const old = await badgeOf(company);
    const register = await testRegister(portal, company, { badge: old });
    await badgeOf(company);
    const refused = await activate(request(old));
    expect(refused.status).toBe(403);
    expect(refused.body.errors[0].field).toBe('badge');
    expect(await authenticate(register.secret)).toMatchObject({ id: register.registerId });
  });

  it('is not made for a deactivated company, and the one it has ends', async () => {
    const company = await testCompany(portal);
    const badge = await badgeOf(company);
    await portal.ask('PUT', `/api/v2/Public/Company/${company}/Deactivate`);
    expect((await portal.send('POST', `/Company/${company}/Badge`)).status).toBe(409);
    expect((await activate(request(badge))).status).toBe(409);
  });
});

describe('activation', () => {
  it('makes a register known and tells its secret, which is not kept', async () => {
    const company = await testCompany(portal, { name: 'Mercearia' });
    const location = await testLocation(portal, company, 'L1');
    const badge = await badgeOf(company);
    const answer = await activate(request(badge, { rn: 'till', tl: 'L1', tt: '7' }));
    expect(answer.body).toMatchObject({
      companyId: company,
      companyName: 'Mercearia',
      companyState: 'Productive',
    });
    const row = await authenticate(answer.body.secret);
    expect(row).toMatchObject({
      company_id: company,
      location_id: location,
      rn: 'till',
      tt: '7',
      next_sq: 1,
    });
    expect(JSON.stringify(row)).not.toContain(answer.body.secret);
  });

  it('is refused for the tax id of another company, however it is written', async () => {
    const badge = await badgeOf(await testCompany(portal));
    const other = await activate(request(badge, { taxId: 'PT509876544' }));
    expect([other.status, other.body.errors[0].field]).toEqual([400, 'taxId']);
    expect((await activate(request(badge, { taxId: '599 999 993' }))).status).toBe(200);
  });

  it('takes no names that would be more than one line of a list', async () => {
    const badge = await badgeOf(await testCompany(portal));
    const name = 'def (3) is in ES\nregister x';
    for (const field of ['rn', 'instance', 'tl', 'tt']) {
      const { status, body } = await activate(request(badge, { [field]: name }));
      expect([status, body.errors]).toMatchObject([400, [{ field, code: 'format' }]]);
    }
  });

  it('of the same installation keeps the identity and ends the old secret', async () => {
    const company = await testCompany(portal);
    const register = await testRegister(portal, company, { keys });
    const again = await testRegister(portal, company, { keys, instance: register.instance });
    expect(again.registerId).toBe(register.registerId);
    expect(await authenticate(again.secret)).toMatchObject({ id: register.registerId });
    await expect(authenticate(register.secret)).rejects.toMatchObject({ status: 401 });
  });

  it('of the same installation twice at once makes one register', async () => {
    const company = await testCompany(portal);
    const badge = await badgeOf(company);
    const body = request(badge, { instance: 'twice' });
    const answers = await Promise.all([activate(body), activate(body), activate(body)]);
    expect(new Set(answers.map(({ body: { registerId } }) => registerId)).size).toBe(1);
    expect(await rows("SELECT id FROM registers WHERE instance = 'twice'")).toHaveLength(1);
  });

  it('with another key or for another company is refused', async () => {
    const company = await testCompany(portal);
    const { instance } = await testRegister(portal, company, { keys });
    const badge = await badgeOf(company);
    const otherKey = pemOf(generateKeyPairSync('ed25519'));
    const replaced = await activate(request(badge, { instance, publicKey: otherKey }));
    expect([replaced.status, replaced.body.errors[0].field]).toEqual([409, 'publicKey']);
    const otherBadge = await badgeOf(await testCompany(portal));
    expect((await activate(request(otherBadge, { instance }))).status).toBe(409);
    // Another register of the same installation may serve another company.
    expect((await activate(request(otherBadge, { instance, rn: 'PT599999993$2_1' }))).status).toBe(200);
  });

  it('needs a location that is not deactivated, and follows its state', async () => {
    const company = await testCompany(portal);
    const ended = await testLocation(portal, company, 'old');
    await testLocation(portal, company, 'test', { state: 'Test' });
    await portal.ask('PUT', `/api/v2/Public/Location/${ended}/Deactivate`);
    const badge = await badgeOf(company);
    expect((await activate(request(badge, { tl: 'old' }))).status).toBe(409);
    const { secret } = await testRegister(portal, company, { tl: 'test' });
    expect(await authenticate(secret)).toMatchObject({ state: 9 });
  });

  it('takes only public Ed25519 keys', async () => {
    const badge = await badgeOf(await testCompany(portal));
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const wrong = [
      keys.privateKey.export({ type: 'pkcs8', format: 'pem' }),
      rsa.publicKey.export({ type: 'spki', format: 'pem' }),
      'AAAA',
    ];
    for (const publicKey of wrong) {
      const answer = await activate(request(badge, { publicKey }));
      expect([answer.status, answer.body.errors[0].field]).toEqual([400, 'publicKey']);
    }
  });

  it('names every wrong field', async () => {
    const answer = await activate({ badge: '', taxId: 'x', rn: 1, country: 'PRT' });
    expect(answer.status).toBe(400);
    const named = new Set(answer.body.errors.map(({ field }: { field: string }) => field));
    expect([...named].sort()).toEqual('badge country instance publicKey rn taxId version'.split(' '));
  });

  it('is written into the audit log without the secret', async () => {
    const company = await testCompany(portal);
    const register = await testRegister(portal, company);
    const [line] = await rows(
      `SELECT * FROM audit_log WHERE action = 'register activated' AND entity_id = ${company}`,
    );
    expect(line!.detail).toContain(register.instance);
    expect(line!.detail).not.toContain('tmr_');
  });
});

describe('wrong secrets and badges', () => {
  it('are answered with 401 and what is asked for', async () => {
    const register = await testRegister(portal, await testCompany(portal));
    const wrong = [
      '',
      'tmr_2_2_',
      register.secret.slice(0, -1),
      `${register.secret.slice(0, -1)}~`,
      register.secret.replace(/^tmr_\d+_/, 'tmr_9999999999_'),
      register.secret.replace(/^(tmr_\d+_)\d+/, '$12147483647'),
    ];
    for (const secret of wrong) {
      await expect(authenticate(secret)).rejects.toMatchObject({
        status: 401,
        challenge: 'Bearer realm="recorder"',
      });
    }
  });

  it('make the address wait when there are too many of them, but never who has the right one', async () => {
    const own = await testPortal();
    try {
      const company = await testCompany(own);
      const { badge } = await own.ask<{ badge: string }>('POST', `/Company/${company}/Badge`);
      const send = (text: string) => own.send('POST', '/recorder/v1/activate', request(text), null);
      const wrong = `tmb_${company}_${'A'.repeat(43)}`;
      const answers = [];
      for (let i = 0; i < 6; i++) answers.push((await send(wrong)).status);
      expect(answers).toEqual([403, 403, 403, 403, 403, 429]);
      expect(Number((await send(wrong)).headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await send(badge)).status).toBe(200);
    } finally {
      await own.stop();
    }
  });
});
