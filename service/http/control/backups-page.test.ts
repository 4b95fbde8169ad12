/** The page for backups over HTTP: the folder is looked at, backups are made, and a drill says whether they are worth anything. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import type { BackupsOverview, StorageCheck } from '../../backup/wire.ts';
import { writeZip } from '../../exports/archive.ts';
import { temporaryFolder } from '../../testing/folder.ts';
import { expectWell, runService, send, type Running } from '../../testing/running-service.ts';
import { GENERIC, sale } from '../../testing/sales.ts';
import { unzip } from '../../testing/unzip.ts';

const within = { timeout: 15_000 };

const overview = async ({ get }: Running) => (await get('/control/backups')).json as BackupsOverview;

/** Backs up, and waits for the end. */
async function backUp(running: Running): Promise<void> {
  expect((await running.post('/control/backups/run')).status).toBe(202);
  await vi.waitFor(async () => expect((await overview(running)).running).toBeNull(), within);
}

/** Drills the register `def`, and waits for the result. */
async function drill(running: Running, place?: string) {
  const begun = await running.post('/control/backups/drill', {
    rn: 'def',
    ...(place !== undefined && { path: place }),
  });
  expect([begun.status, begun.text]).toEqual([202, begun.text]);
  return vi.waitFor(async () => {
    const { drill: progress, registers } = await overview(running);
    expect(progress).toBeNull();
    return registers[0]!.drill!;
  }, within);
}

it('looks at a folder before it is taken', async () => {
  const { post, dataRoot } = await runService({ cfg: GENERIC });
  const check = async (folder: string) =>
    (await post('/control/backups/check', { path: folder })).json as StorageCheck;
  const folder = await temporaryFolder();
  expect(await check(folder)).toMatchObject({ problem: null, sameDisk: true, free: expect.any(Number) });
  expect((await check(path.join(folder, 'nowhere'))).problem).toBe('missing');
  expect((await check('backups')).problem).toBe('notFull');
  expect((await check(dataRoot)).problem).toBe('inside');
  expect((await post('/control/backups/check', {})).status).toBe(400);
  expect((await post('/control/backups/run')).status).toBe(400);
  expect((await post('/control/backups/drill', { rn: 'def' })).status).toBe(400);
  expect((await post('/control/backups/drill', { rn: '../x', path: folder })).status).toBe(400);
});

it('drills a backup: sound with its figures, unsound when a record was changed, and changes nothing', async () => {
  const running = await runService({ cfg: GENERIC });
  const { post, dataRoot } = running;
  const storage = await temporaryFolder();
  await post('/register', sale('2.00'));
  await post('/register', sale('3.50'));
  expect((await post('/service/config', { Path: storage })).status).toBe(200);
  await backUp(running);
  await post('/register', sale('1.00'));

  const before = await running.records();
  const sound = await drill(running);
  expect(sound.findings).toEqual([]);
  expect(sound).toMatchObject({ outcome: 'sound', newer: 1, archives: 1, unknownSigner: 0, findingCount: 0 });
  expect(sound.backup).toMatchObject({ receipts: 2, voids: 0, total: '5.5' });
  expect(sound.register).toEqual(sound.backup);
  expect(await running.records()).toEqual(before);
  expect(await fs.readdir(dataRoot)).not.toContain('drill');
  const { registers, check, next } = await overview(running);
  expect(registers[0]).toMatchObject({ rn: 'def', error: null, archiveCount: 1 });
  expect([check?.problem, next]).toEqual([null, expect.stringMatching(/T04:00:00/)]);
  const chosen = await post('/control/backups/hour', { hour: '22' });
  expect(chosen.json).toMatchObject({ hour: 22, next: expect.stringMatching(/T22:00:00/) as string });
  for (const hour of ['24', '-1', '1.5', '', 'x', null])
    expect((await post('/control/backups/hour', { hour })).status).toBe(400);

  // What nobody could notice by looking at one archive: it was written anew with another amount.
  const [file] = await zips(storage);
  await tamper(file!, (text) => text.replaceAll('3.50', '9.50'));
  const bad = await drill(running, storage);
  expect(bad.outcome).not.toBe('sound');
  expect(bad.findingCount).toBeGreaterThan(0);
  await expectWell(running);
  // A folder without backups is a failure in words, not a defect.
  const none = await drill(running, await temporaryFolder());
  expect(none).toMatchObject({
    outcome: 'failed',
    backup: null,
    findings: [expect.stringMatching(/no backups/)],
  });
});

it('stops a drill by hand and keeps the result before', async () => {
  const running = await runService({ cfg: GENERIC });
  const storage = await temporaryFolder();
  await running.post('/service/config', { Path: storage });
  await backUp(running);
  expect((await running.post('/control/backups/drill', { rn: 'def' })).status).toBe(202);
  expect((await running.post('/control/backups/drill', { rn: 'def' })).status).toBe(409);
  const { status, json } = await send(`${running.url}/control/backups/drill`, 'DELETE');
  expect([status, json.drill, json.registers[0].drill]).toEqual([200, null, null]);
  expect(await fs.readdir(running.dataRoot)).not.toContain('drill');
});

async function zips(storage: string): Promise<string[]> {
  const names = await fs.readdir(storage, { recursive: true });
  return names.filter((name) => name.endsWith('.zip')).map((name) => path.join(storage, name));
}

async function tamper(file: string, change: (text: string) => string): Promise<void> {
  const files = Object.entries(await unzip(await fs.readFile(file)));
  const { createWriteStream } = await import('node:fs');
  const entries = async function* () {
    for (const [name, bytes] of files)
      yield {
        name,
        content: (async function* () {
          yield name.endsWith('.jou') ? Buffer.from(change(bytes.toString())) : bytes;
        })(),
      };
  };
  await writeZip(entries(), createWriteStream(file), new Date(0), new AbortController().signal);
}
