import { describe, expect, it } from 'vitest';
import {
  archived,
  caughtUp,
  companyWithBadge,
  connect,
  connectedService,
  portalOfFile,
  portalOfTest,
} from '../testing/connected.ts';
import { runService, type Running } from '../testing/running-service.ts';
import { testPrices } from '../portal/testing/prices.ts';
import { sale } from '../testing/sales.ts';

const portalOf = portalOfFile();

/** A company of the test's own. */
async function company() {
  const portal = portalOf();
  return { portal, ...(await companyWithBadge(portal)) };
}

/** Sequence numbers and types of what the portal has, without what only says that it spoke. */
async function same(service: Running, lines: readonly string[]): Promise<void> {
  const sqs = lines.map((line) => (JSON.parse(line) as { SQ: number }).SQ);
  expect(sqs).toEqual(sqs.map((_, i) => i + 1));
  const records = await service.records();
  expect(lines.map((line) => (JSON.parse(line) as { SQ: number; _: string })._)).toEqual(
    records.map(({ _: type }: { _: string }) => type),
  );
}

describe('a register with the badge of its company', () => {
  it('is online at once and hands in what it has and what it registers', async () => {
    const { portal, companyId, badge } = await company();
    const service = await runService();
    await service.post('/register', sale('1.00'));
    expect((await service.get('/state')).json).toMatchObject({
      Online: false,
      Recorder: 'offline',
      RecQueued: 0,
    });

    await connect(service, portal.url, badge);
    await caughtUp(service);
    await service.post('/register', sale('2.00'));
    await caughtUp(service);

    const state = (await service.get('/state')).json;
    const lines = await archived(portal, companyId);
    expect(state).toMatchObject({ Recorder: 'online', RecSent: lines.length });
    await same(service, lines);
    const control = (await service.get('/control/status')).json;
    expect(control).toMatchObject({ portal: { state: 'online' }, queues: { recorder: 0 } });
    // Handles need no portal once it has given what they are made with.
    const { status, json } = await service.get('/recorder/lastdh');
    expect([status, json]).toEqual([200, expect.objectContaining({ Dh: expect.anything() })]);
    expect(json.Dh.Link).toBe(`${portal.url}/r#${json.Dh.Handle}`);
  });

  it('refuses a wrong badge, and another company once it is connected', async () => {
    const { portal, badge } = await company();
    const service = await runService();
    await service.post('/profile', { Attributes: `Recorder_url="${portal.url}"` });
    const wrong = await service.post('/profile', {
      Badge: badge.slice(0, -1) + (badge.endsWith('A') ? 'B' : 'A'),
    });
    expect(wrong.status).toBe(400);
    expect(wrong.json.ProfileC.Result).toMatchObject({ ErrorCode: '#PROFILE' });
    expect((await service.get('/control/status')).json.portal.state).toBe('alone');

    expect((await service.post('/profile', { Badge: badge })).status).toBe(200);
    const other = await companyWithBadge(portal, 'PT509876544');
    const noRegister = /TaxId: no register of this installation sells under PT509876544/;
    for (const [change, why] of [
      [{ Badge: other.badge }, /TaxId: the badge belongs to a company with another tax id/],
      [{ TaxId: 'PT509876544' }, noRegister],
      [{ Badge: badge, TaxId: 'PT509876544' }, noRegister],
    ] as const) {
      const refused = await service.post('/profile', change);
      expect([refused.status, String(refused.json.ProfileC.Result.Warning)]).toEqual([
        400,
        expect.stringMatching(why),
      ]);
    }
    expect((await service.post('/profile', { Badge: badge, TaxId: ' 599 999 993' })).status).toBe(200);
    const removed = await service.post('/profile', { Badge: null });
    expect(removed.status).toBe(400);
    expect((await service.get('/control/status')).json.portal.register).not.toBeNull();
  });

  it('sells on without the portal, knows what waits after a restart, and makes up for it', async () => {
    const { portal, companyId, badge } = await company();
    const service = await connectedService(portal, badge);
    await caughtUp(service);
    const sent = (await service.get('/state')).json.RecSent as number;
    await service.post('/profile', { Attributes: 'Recorder_url="http://127.0.0.1:9" Recorder_init=0' });
    for (const price of ['1.00', '2.00', '3.00']) await service.post('/register', sale(price));
    await service.stop();

    const again = await runService({ again: service });
    const state = (await again.get('/state')).json;
    expect(state).toMatchObject({ Online: false, RecSent: sent });
    expect(state.RecQueued).toBeGreaterThanOrEqual(3);
    await again.post('/profile', { Attributes: `Recorder_url="${portal.url}" Recorder_init=0` });
    await caughtUp(again);
    await same(again, await archived(portal, companyId));
  });

  it('sends again from where a portal is that was put back', async () => {
    const { portal, companyId, badge } = await company();
    const service = await connectedService(portal, badge);
    await service.post('/register', sale('1.00'));
    await caughtUp(service);
    const before = await archived(portal, companyId);
    await portal.portal.services.db.write(async (db) => {
      const its = { companyId };
      await db.run('DELETE FROM records WHERE sq > 1 AND company_id = $companyId', its);
      await db.run('DELETE FROM record_batches WHERE company_id = $companyId', its);
      await db.run('UPDATE registers SET next_sq = 2, head = NULL WHERE company_id = $companyId', its);
    });
    await service.post('/register', sale('2.00'));
    await caughtUp(service);
    const after = await archived(portal, companyId);
    expect(after.slice(0, before.length)).toEqual(before);
    await same(service, after);
  });

  it('tells the portal what is the matter with it, until that is over', async () => {
    // Of its own: its clock is put.
    const portal = await portalOfTest();
    const { companyId, badge } = await companyWithBadge(portal);
    const service = await connectedService(portal, badge);
    const told = async () => {
      const path = `/Company/${companyId}/Notifications`;
      const { notifications } = await portal.ask<{ notifications: { EventCode: string }[] }>('GET', path);
      return notifications.map(({ EventCode }) => EventCode);
    };
    const shown = async () =>
      ((await service.get('/control/status')).json.problems as { code: string }[]).map(({ code }) => code);
    const patience = { timeout: 15_000 };
    const set = (more: string) =>
      service.post('/profile', { Attributes: `Recorder_url="${portal.url}" Recorder_init=0 ${more}` });
    // The portal of the test lives on another day.
    await expect.poll(told, patience).toContain('CLOCK_OFF');
    expect(await shown()).toContain('CLOCK_OFF');
    portal.clock.set(service.clock.now());
    await set('TEST_RC=OK');
    await expect.poll(told, patience).toContain('TEST_RC_OK');
    await expect.poll(told, patience).not.toContain('CLOCK_OFF');
    await set('');
    await expect.poll(told, patience).not.toContain('TEST_RC_OK');
    expect(await shown()).not.toContain('CLOCK_OFF');
  });

  it('keeps trials apart: what the portal has, and the secret that it gave', async () => {
    const { portal, companyId, badge } = await company();
    const service = await connectedService(portal, badge);
    await caughtUp(service);
    const sent = (await service.get('/state')).json.RecSent as number;
    const profile = `Recorder_url="${portal.url}" Recorder_init=0`;
    const trials = `${profile} Recorder_staging Recorder_stagingUrl=http://127.0.0.1:9`;
    await service.post('/profile', { Attributes: trials });
    await caughtUp(service);
    await service.stop();

    const trying = await runService({ again: service });
    const before = await archived(portal, companyId);
    await trying.post('/register', sale('1.00'));
    const state = (await trying.get('/state')).json;
    expect(state).toMatchObject({ Online: false, RecSent: 0 });
    expect(state.RecQueued).toBeGreaterThan(sent);
    expect((await trying.get('/recorder/lastdh')).json.TraC.Result.ErrorCode).toBe('#OFFLINE');
    const { problems } = (await trying.get('/control/status')).json;
    expect(problems).toContainEqual({ code: 'RECORDER_STAGING', severity: 'warning' });
    expect(await archived(portal, companyId)).toEqual(before);
    await trying.post('/profile', { Attributes: profile });
    await trying.stop();

    const back = await runService({ again: trying });
    await caughtUp(back);
    await same(back, await archived(portal, companyId));
  });

  it('tells the portal the provider of the till software', async () => {
    const { portal, companyId, badge } = await company();
    const service = await connectedService(portal, badge);
    const attributes = `Recorder_url="${portal.url}" Recorder_init=0 SoftwareProvider="Caixa Exemplo"`;
    await service.post('/profile', { Attributes: attributes });
    const told = async () => {
      const { registers } = await portal.ask<{ registers: { softwareProvider: string | null }[] }>(
        'GET',
        `/Company/${companyId}/Registers`,
      );
      return registers.map(({ softwareProvider }) => softwareProvider);
    };
    await expect.poll(told, { timeout: 10_000 }).toEqual(['Caixa Exemplo']);
  });

  it('activates licences of its company, once, and keeps their keys to itself', async () => {
    const { portal, companyId, badge } = await company();
    const service = await connectedService(portal, badge);
    await caughtUp(service);
    await testPrices(portal, '2026-11-22');
    const { licenses } = await portal.ask<{ licenses: { licenseKey: string }[] }>('POST', '/Purchase', {
      ...{ companyId, items: [{ id: 1, amount: 1 }] },
    });
    const { licenseKey } = licenses[0]!;
    const activate = async (key: string) => {
      const { status, json } = await service.post(`/lic?key=${key}`, undefined);
      return [status, json.LicC.Result.RC, json.LicC.Result.ErrorCode];
    };
    const before = (await service.records()).length;
    expect(await activate(licenseKey)).toEqual([200, 'OK', undefined]);
    const [noted] = (await service.records()).slice(before);
    expect(noted).toMatchObject({ Event: 'license-activated', Product: '1' });
    expect(await activate('AAAA-BBBB-CCCC-DDDD')).toEqual([400, 'BAD', '#LICENSE_KEY']);
    expect(JSON.stringify(await service.records())).not.toContain(licenseKey);
  });

  it('takes base data of the portal, journaled, and keeps what its till says afterwards', async () => {
    const { portal, companyId, badge } = await company();
    const service = await connectedService(portal, badge);
    await caughtUp(service);
    expect((await service.get('/cfg')).json.Cfg.Cmp).toMatchObject({ Nam: 'Padaria Exemplo' });
    const events = (await service.records()).filter(({ _: type }: { _: string }) => type === 'log');
    expect(JSON.stringify(events)).toContain('base-data-taken');
    expect(JSON.stringify(events)).toContain('portal-state');

    const own = (await service.get('/cfg')).json.Cfg;
    await service.post('/cfg', { Cfg: { ...own, Cmp: { ...own.Cmp, Nam: 'Nome da caixa' } } });
    await caughtUp(service);
    expect((await service.get('/cfg')).json.Cfg.Cmp.Nam).toBe('Nome da caixa');
    expect((await archived(portal, companyId)).at(-1)).toContain('Nome da caixa');
  });
});
