import fs from 'node:fs/promises';
import { expect, it } from 'vitest';
import { Journal } from '../journal/journal.ts';
import path from 'node:path';
import type { TestPortal } from '../portal/testing/portal.ts';
import { activeAlerts } from '../portal/testing/records.ts';
import { caughtUp, companyWithBadge, connect, connectedService, portalOfTest } from '../testing/connected.ts';
import { runService, type Running } from '../testing/running-service.ts';
import { sale } from '../testing/sales.ts';

/** Lines of the archive by register, oldest register first. */
async function rows(portal: TestPortal): Promise<{ id: number; lines: string[] }[]> {
  const found = await portal.portal.services.db.select<{ id: number; line: string }>(
    'SELECT register_id AS id, line FROM records ORDER BY register_id, sq',
  );
  return [...new Set(found.map(({ id }) => id))].map((id) => ({
    id,
    lines: found.filter((row) => row.id === id).map(({ line }) => line),
  }));
}

/** The journal of a service that has stopped. */
async function journalOf({ dataRoot }: Running): Promise<string[]> {
  const journal = await Journal.open(path.join(dataRoot, 'journal.db'));
  const lines: string[] = [];
  for await (const page of journal.linesBetween('def', 0, await journal.lastSq('def')))
    lines.push(...page.map(({ text }) => text));
  await journal.close();
  return lines;
}

/** A register that was put back to a copy from before its last three sales, and what it had handed in. */
async function putBack(salesSince: number) {
  const portal = await portalOfTest();
  const { companyId, badge } = await companyWithBadge(portal);
  const first = await connectedService(portal, badge);
  await first.post('/register', sale('1.00'));
  await caughtUp(first);
  await first.stop();
  const common = await journalOf(first);
  await fs.cp(first.dataRoot, `${first.dataRoot}.older`, { recursive: true });
  const second = await runService({ again: first });
  for (const price of ['2.00', '3.00', '4.00']) await second.post('/register', sale(price));
  await caughtUp(second);
  await second.stop();
  const handedIn = await journalOf(second);
  await fs.rm(first.dataRoot, { recursive: true });
  await fs.rename(`${first.dataRoot}.older`, first.dataRoot);
  first.clock.advance(3_600_000);
  const service = await runService({ again: first });
  for (let n = 0; n < salesSince; n++)
    expect((await service.post('/register', sale('5.00'))).status).toBe(200);
  return { portal, companyId, service, common, handedIn };
}

const problem = async (service: Running) =>
  ((await service.get('/control/status')).json.problems as { code: string; params: object }[]).find(
    ({ code }) => code === 'RECORDER_CONFLICT',
  );

/** Waits until a person can read what differs. */
async function named(service: Running, expected: object): Promise<void> {
  await expect.poll(() => problem(service), { timeout: 15_000 }).toMatchObject({ params: expected });
}

/** The sequence number that a line says of itself. */
const sqOf = (line: string) => (JSON.parse(line) as { SQ: number }).SQ;

it.each([0, 9])(
  'names on both sides the first record that differs, when it has sold %i times since it was put back',
  async (sales) => {
    const { portal, companyId, service, common, handedIn } = await putBack(sales);
    const records = handedIn.length - common.length;
    await named(service, { sq: common.length + 1, records });
    expect((await service.post('/register', sale('6.00'))).status).toBe(200);
    await expect.poll(() => activeAlerts(portal, companyId)).toContain('RECORDER_CONFLICT');
    expect((await rows(portal)).map(({ lines }) => lines)).toEqual([handedIn]);
    // A handle would open none of its receipts.
    expect((await service.get('/recorder/lastdh')).status).toBe(406);
  },
);

it('begins anew at the portal when a manager says so: both have everything, and no number comes again', async () => {
  const { portal, companyId, service, common, handedIn } = await putBack(2);
  await named(service, { sq: common.length + 1 });
  const row = () => service.post('/control/recorder/row?RN=def');
  expect((await row()).status).toBe(200);
  const answer = await service.post('/register', sale('7.00'));
  expect(answer.json.TraC.ESR.FN).toMatch(/A\/1$/);
  await caughtUp(service);
  expect(await problem(service)).toBeUndefined();
  await expect.poll(async () => (await service.get('/recorder/lastdh')).status).toBe(200);
  expect((await row()).status).toBe(409);
  await service.post('/register', sale('8.00'));
  await caughtUp(service);
  await service.stop();

  const journal = await journalOf(service);
  const [former, later] = await rows(portal);
  expect(former!.lines).toEqual(handedIn);
  expect(later!.lines).toEqual(journal);
  expect(journal.filter((line) => line.includes('"Event":"portal-row-begun"'))).toHaveLength(1);
  const { follows } = await portal.ask<{ follows: object }>(
    'GET',
    `/Company/${companyId}/Register/${later!.id}`,
  );
  expect(follows).toEqual({ registerId: former!.id, fromSq: sqOf(handedIn[common.length]!) });
  expect(await activeAlerts(portal, companyId)).toContain('ARCHIVE_FOLLOWS');
  expect(await activeAlerts(portal, companyId)).not.toContain('RECORDER_CONFLICT');
  // It stays the same register after a restart.
  const again = await runService({ again: service });
  await again.post('/register', sale('9.00'));
  await caughtUp(again);
  expect(await rows(portal)).toHaveLength(2);
});

it('tells a portal that was put back everything again that it has told before', async () => {
  const portal = await portalOfTest();
  const { badge } = await companyWithBadge(portal);
  const service = await connectedService(portal, badge);
  await service.post('/register', sale('1.00'));
  await caughtUp(service);
  const installations = () =>
    portal.portal.services.db.select<{ data: string }>('SELECT data FROM register_installations');
  const before = await installations();
  await portal.portal.services.db.write(async (db) => {
    for (const table of ['records', 'record_batches', 'register_state', 'register_installations'])
      await db.run(`DELETE FROM ${table}`, {});
    await db.run('UPDATE registers SET next_sq = 1, head = NULL', {});
  });
  // It comes back after it was gone for a while.
  await service.post('/profile', { Attributes: 'Recorder_url="http://127.0.0.1:9" Recorder_init=0' });
  await service.post('/profile', { Attributes: `Recorder_url="${portal.url}" Recorder_init=0` });
  await expect.poll(installations, { timeout: 15_000 }).toEqual(before);
});

it('is known again by the portal when it is restored on a new installation', async () => {
  const portal = await portalOfTest();
  const { companyId, badge } = await companyWithBadge(portal);
  const first = await connectedService(portal, badge);
  await first.post('/register', sale('1.00'));
  await caughtUp(first);
  await first.stop();
  const before = await journalOf(first);
  // Another installation has other keys, and nothing but the journal.
  await fs.rm(path.join(first.dataRoot, 'gbl'), { recursive: true });
  const service = await runService({ again: first });
  await connect(service, portal.url, badge);
  await caughtUp(service);
  await service.stop();
  const journal = await journalOf(service);
  const [former, later] = await rows(portal);
  expect([former!.lines, later!.lines]).toEqual([before, journal]);
  const { follows } = await portal.ask<{ follows: object }>(
    'GET',
    `/Company/${companyId}/Register/${later!.id}`,
  );
  expect(follows).toEqual({ registerId: former!.id, fromSq: before.length + 1 });
});

it('sells on and hands in what it sells when it is deactivated in the portal', async () => {
  const portal = await portalOfTest();
  const { companyId, badge } = await companyWithBadge(portal);
  const service = await connectedService(portal, badge);
  await caughtUp(service);
  const { registers } = await portal.ask<{ registers: { registerId: number }[] }>(
    'GET',
    `/Company/${companyId}/Registers`,
  );
  await portal.ask('PUT', `/Company/${companyId}/Register/${registers[0]!.registerId}/Deactivate`);
  await service.post('/profile', { Attributes: `Recorder_url="${portal.url}" Recorder_init=1` });
  await expect
    .poll(async () => (await service.get('/control/status')).json.problems, { timeout: 15_000 })
    .toContainEqual({ code: 'RECORDER_DEACTIVATED', severity: 'warning' });
  expect((await service.post('/register', sale('2.00'))).status).toBe(200);
  await caughtUp(service);
  await service.stop();
  expect((await rows(portal))[0]!.lines).toEqual(await journalOf(service));
});
