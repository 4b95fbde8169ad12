import fs from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { startATrust } from '../../emulators/at-signatures/a-trust.ts';
import type { Emulator } from '../../emulators/at-signatures/server.ts';
import { KEYS } from '../../devices/at-signature/testing/remote.ts';
import { receiptInput } from '../../devices/at-signature/testing/units.ts';
import { runService, type Running } from '../../testing/running-service.ts';
import { sale } from '../../testing/sales.ts';

const USER = { user: 'u123456789', password: 'geheim!' };
const basic = (password: string) => ({
  authorization: `Basic ${Buffer.from(`till:${password}`).toString('base64')}`,
});

let emulator: Emulator | null = null;
afterEach(async () => {
  await emulator?.stop();
  emulator = null;
});

async function withATrust(): Promise<{ running: Running; started: Emulator }> {
  const users = { [USER.user]: USER.password };
  const started = await startATrust({ keys: KEYS, users, now: () => Date.now() });
  emulator = started;
  const running = await runService();
  const { url, ca } = started;
  const { status, json } = await running.post('/control/units/add', { type: 'a-trust', url, ca, ...USER });
  expect([status, json]).toEqual([200, { result: { id: 'a-trust-1' } }]);
  return { running, started };
}
const unit = async ({ get }: Running, id: string) =>
  (await get('/control/units')).json.units.find((row: { id: string }) => row.id === id);
const profile = (running: Running, Attributes: string) => running.post('/profile', { Attributes });

describe('the page of signature units', () => {
  it('begins with cards alone, and says why there are none', async () => {
    const running = await runService();
    const { json } = await running.get('/control/units');
    expect(json).toMatchObject({
      units: [{ id: 'cards', type: 'cards', used: true, hasPin: false, cards: [] }],
      server: { enabled: false, hasPassword: false },
      registers: true,
      problems: [{ code: 'NO_UNIT' }],
    });
  });

  it('adds a unit, tests it, shows its failure, and its return', async () => {
    const { running, started } = await withATrust();
    const tested = await running.post('/control/units/test', { id: 'a-trust-1' });
    expect(tested.json).toMatchObject({ result: { zda: 'AT1' } });
    expect(await unit(running, 'a-trust-1')).toMatchObject({
      state: 'ready',
      failure: null,
      certificate: {
        zda: 'AT1',
        subject: 'UID ATU12345678',
        expires: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      },
      fields: { user: USER.user, sessions: false, ca: true },
    });
    started.down();
    const failed = await running.post('/control/units/test', { id: 'a-trust-1' });
    expect([failed.status, failed.json.error.kind]).toEqual([406, 'unreachable']);
    expect(await unit(running, 'a-trust-1')).toMatchObject({
      state: 'failed',
      failure: { kind: 'unreachable' },
      nextTry: expect.any(String),
    });
    started.up();
    await running.post('/control/units/test', { id: 'a-trust-1' });
    const back = await unit(running, 'a-trust-1');
    expect(back).toMatchObject({ state: 'ready', nextTry: null, failure: { kind: 'unreachable' } });
  });

  it('never shows a secret', async () => {
    const { running } = await withATrust();
    await profile(running, 'Sign_debug');
    await running.post('/control/units/test', { id: 'a-trust-1' });
    await running.post('/control/units/server', { password: 'Geheimnis der Filiale' });
    const shown = (await running.get('/control/units')).text + (await running.get('/log')).text;
    expect(shown).toContain('a-trust-1: POST localhost');
    for (const secret of [USER.password, 'Geheimnis']) expect(shown).not.toContain(secret);
    const file = await fs.readFile(path.join(running.dataRoot, 'gbl', 'signature-units.json'), 'utf8');
    expect(file).not.toContain(USER.password);
  });

  it('says by field what is wrong', async () => {
    const running = await runService();
    const { status, json } = await running.post('/control/units/add', { type: 'a-trust', url: 'x' });
    expect(status).toBe(400);
    expect(json.error.fields).toEqual({ url: 'address', user: 'missing', password: 'missing' });
    expect((await running.post('/control/units/add', { type: 'cards' })).status).toBe(400);
    expect((await running.post('/control/units/test', { id: 'toString' })).status).toBe(404);
    expect((await running.post('/control/units/toString', {})).status).toBe(404);
    const key = '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----';
    const closed = { type: 'closed-system', keyId: 'U:ATU12345678-K1', key };
    expect((await running.post('/control/units/add', closed)).json.error.fields).toEqual({ key: 'key' });
  });

  it('changes, moves and removes a unit', async () => {
    const { running, started } = await withATrust();
    const before = { id: 'a-trust-1', url: started.url, user: USER.user };
    // Neither password nor certificate is told again.
    expect((await running.post('/control/units/change', { ...before, sessions: true })).status).toBe(200);
    expect((await running.post('/control/units/test', { id: 'a-trust-1' })).status).toBe(200);
    await running.post('/control/units/add', { type: 'test', company: 'UID ATU12345678' });
    await running.post('/control/units/move', { id: 'test-2', direction: 'up' });
    const ids = async () =>
      (await running.get('/control/units')).json.units.map((row: { id: string }) => row.id);
    expect(await ids()).toEqual(['cards', 'test-2', 'a-trust-1']);
    await vi.waitFor(async () =>
      expect((await running.get('/control/units')).json.problems).toEqual([
        { code: 'TEST_UNIT', severity: 'warning', params: { unit: 'test-2' } },
      ]),
    );
    expect((await running.post('/control/units/remove', { id: 'a-trust-1' })).status).toBe(200);
    expect(await ids()).toEqual(['cards', 'test-2']);
  });
});

describe('the sign server', () => {
  it('is none unless the profile says so', async () => {
    const running = await runService();
    expect((await running.get('/sign/unit', basic('x'))).status).toBe(404);
    await profile(running, 'SignServer UdpServer_disable');
    expect((await running.get('/sign/unit', basic('x'))).status).toBe(404);
  });

  it('signs for another till that has its password', async () => {
    const { running } = await withATrust();
    await profile(running, 'SignServer');
    expect((await running.get('/sign/unit', basic(''))).status).toBe(403);
    await running.post('/control/units/server', { password: 'Filiale 12' });
    const { json: named } = await running.get('/sign/unit', basic('Filiale 12'));
    expect(named.zda).toBe('AT1');
    const input = receiptInput(named);
    const { status, json } = await running.post('/sign', { input }, basic('Filiale 12'));
    expect([status, Buffer.from(json.signature, 'base64url').length]).toEqual([200, 64]);
    expect((await running.post('/sign', { input }, {})).status).toBe(401);
  });

  it('is used by another till, and borrowed units are left out with UdpServer_disable', async () => {
    const { running } = await withATrust();
    await profile(running, 'SignServer');
    await running.post('/control/units/server', { password: 'Filiale 12' });
    const till = await runService();
    await till.post('/control/units/add', { type: 'till', url: running.url, password: 'Filiale 12' });
    expect((await till.post('/control/units/test', { id: 'till-1' })).json).toMatchObject({
      result: { zda: 'AT1' },
    });
    await profile(till, 'UdpServer_disable');
    expect(await unit(till, 'till-1')).toMatchObject({ state: 'off' });
  });

  it('lets who guesses wait', async () => {
    const running = await runService();
    await profile(running, 'SignServer');
    await running.post('/control/units/server', { password: 'Filiale 12' });
    const statuses = [];
    for (let n = 0; n < 6; n += 1)
      statuses.push((await running.get('/sign/unit', basic(`guess ${n}`))).status);
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429]);
    expect((await running.get('/sign/unit', basic('Filiale 12'))).status).toBe(429);
    expect((await running.post('/control/units/server', { password: 'kurz' })).json.error.fields).toEqual({
      password: 'tooShort',
    });
  });
});

describe('Register_disable', () => {
  it('registers nothing, and says so', async () => {
    const running = await runService();
    expect((await running.post('/register', sale('1.00'))).status).toBe(200);
    await profile(running, 'Register_disable SignServer');
    const { status, json } = await running.post('/register', sale('2.00'));
    expect([status, json.TraC.Result.RC, json.TraC.Result.ErrorCode]).toEqual([
      406,
      'NO',
      '#REGISTER_DISABLED',
    ]);
    expect((await running.post('/register/void/last', '')).json.TraC.Result.ErrorCode).toBe(
      '#REGISTER_DISABLED',
    );
    const { json: page } = await running.get('/control/status');
    expect(page).toMatchObject({
      ready: false,
      usesUnits: true,
      problems: [{ code: 'REGISTER_DISABLED' }, { code: 'NO_UNIT' }],
    });
    await profile(running, '');
    expect((await running.post('/register', sale('3.00'))).status).toBe(200);
  });
});
