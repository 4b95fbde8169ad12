/** The rebuild that a manager asks for on the page. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { sale } from '../testing/sales.ts';
import type { RebuildStatus } from '../wire.ts';
import { Shop } from './testing/shop.ts';

const PATIENT = { timeout: 15_000, interval: 50 };

async function problemCodes(shop: Shop): Promise<string[]> {
  const { json } = await shop.send('GET', '/control/status');
  return (json.problems as { code: string }[]).map(({ code }) => code);
}

async function rebuildStatus(shop: Shop): Promise<RebuildStatus> {
  return (await shop.send('GET', '/control/journal/rebuild')).json as RebuildStatus;
}

it('makes a database anew whose log was taken away: every number stays, and none comes again', async () => {
  const shop = await Shop.open({ receipts: 3 });
  await shop.stop();
  const copy = await fs.readFile(shop.file);
  await shop.start();
  for (let i = 0; i < 4; i++) await shop.sells();
  await shop.stop();
  await fs.writeFile(shop.file, copy);
  await shop.start();
  expect((await shop.problem())?.code).toBe('DATABASE_LOST');
  const asked = await shop.send('POST', '/control/journal/rebuild');
  expect([asked.status, asked.json]).toEqual([202, expect.objectContaining({ State: 'running' })]);

  expect(await shop.sellsAgain()).toMatch(/^FS 1_1\.26[A-Z]\/1$/);
  expect((await shop.numbers()).slice(0, 7)).toEqual([1, 2, 3, 4, 5, 6, 7].map((n) => `FS 1_1.26/${n}`));
  expect(await rebuildStatus(shop)).toMatchObject({
    ...{ State: 'done', Records: 8, Kept: `${shop.file}.before-rebuild-1` },
    Missing: expect.stringContaining('fewer records than the files'),
    Registers: [{ RN: 'def', Records: 8, LastFN: 'FS 1_1.26/7' }],
  });
  expect(await problemCodes(shop)).toContain('REBUILT_UNSURE');
  // There is nothing left to mend.
  expect((await shop.send('POST', '/control/journal/rebuild')).status).toBe(409);
});

it('says that nothing is missing where the old database shows it', async () => {
  const shop = await Shop.open({ receipts: 40 });
  const journal = path.join(shop.dataRoot, 'rn', 'def', 'jou', '0000.jou');
  await vi.waitFor(
    async () => expect((await fs.readFile(journal, 'utf8')).split('\n')).toHaveLength(42),
    PATIENT,
  );
  await shop.stop();
  await fs.rm(shop.file);
  await shop.start();
  await shop.send('POST', '/control/journal/rebuild');
  await shop.sellsAgain();
  // Without the old database nothing can show it.
  expect(await problemCodes(shop)).toContain('REBUILT_UNSURE');
  expect((await rebuildStatus(shop)).Kept).toBeNull();
});

it('changes nothing where journal files are missing, and says why', async () => {
  const shop = await Shop.open({ receipts: 3 });
  await shop.stop();
  const folder = path.join(shop.dataRoot, 'rn', 'def', 'jou');
  await fs.rename(path.join(folder, '0000.jou'), path.join(folder, '0001.jou'));
  await fs.rm(shop.file);
  await shop.start();
  await shop.send('POST', '/control/journal/rebuild');
  await vi.waitFor(async () => expect((await rebuildStatus(shop)).State).toBe('failed'), PATIENT);
  expect(await problemCodes(shop)).toEqual(expect.arrayContaining(['DATABASE_LOST', 'REBUILD_FAILED']));
  expect((await shop.send('POST', '/register', sale())).status).toBe(406);
  expect(await fs.readdir(shop.dataRoot)).not.toContain('journal.db.rebuild');
});

it('breaks off when the service is stopped, and leaves everything as it was', async () => {
  const shop = await Shop.open({ receipts: 1500 });
  const journal = path.join(shop.dataRoot, 'rn', 'def', 'jou', '0001.jou');
  await vi.waitFor(
    async () => expect((await fs.readFile(journal, 'utf8')).split('\n')).toHaveLength(503),
    PATIENT,
  );
  await shop.stop();
  await fs.rename(shop.file, `${shop.file}.away`);
  await shop.start();
  await shop.send('POST', '/control/journal/rebuild');
  await shop.stop();
  expect((await fs.readdir(shop.dataRoot)).filter((name) => name.startsWith('journal.db.re'))).toEqual([]);
  await fs.rename(`${shop.file}.away`, shop.file);
  await shop.start();
  expect(await shop.sells()).toBe('FS 1_1.26/1501');
});

it('needs the manager, as soon as there is a password', async () => {
  const shop = await Shop.open();
  await shop.send('POST', '/profile', { Password: 'a long password' });
  await shop.stop();
  await fs.rm(shop.file);
  await shop.start();
  for (const [method, at] of [
    ['POST', '/control/journal/rebuild'],
    ['GET', '/control/journal/rebuild'],
    ['POST', '/control/journal/confirm'],
  ])
    expect((await shop.send(method!, at!)).status).toBe(401);
  expect((await shop.problem())?.code).toBe('DATABASE_LOST');
});
