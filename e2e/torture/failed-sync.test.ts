import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { readAnswer, type Answer } from './answer.ts';
import { Connection, readJournal } from './client.ts';
import { buildShim, whyNoFaults } from './faults/build.ts';
import { noFaults } from './faults/control.ts';
import { FaultyDisk } from './faults/faulty-disk.ts';
import { companyAt, randomFrom, randomSale, type Sale } from './sales.ts';
import { type RunningService, startService } from './service.ts';

const reason = await whyNoFaults();
if (reason !== null) console.log(`skipped: ${reason}`);

let folder: string;
let library: string;
beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'tillmark-failed-sync-')));
  if (reason === null) library = await buildShim(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const sale: Sale = randomSale(randomFrom(1), 'P1', 'till/1');

/** A register on a disk whose syncs failed once: the sale was refused, the process killed and started again. */
async function afterRefusal() {
  const beside = mkdtempSync(join(folder, 'test-'));
  const dataRoot = join(beside, 'root');
  mkdirSync(dataRoot);
  // A failed sync loses all of its pages.
  const disk = new FaultyDisk(dataRoot, beside, library, () => 0.99);
  const start = (): Promise<RunningService> =>
    startService({ dataRoot, environment: disk.environment, readyWithinMs: 120_000 });
  const die = async (service: RunningService): Promise<void> => {
    await service.kill();
    disk.afterDeath();
  };
  const first = await start();
  onTestFinished(async () => {
    await first.kill();
    disk.close();
  });
  await post(first, '/cfg', 'json', JSON.stringify(companyAt('1')));
  disk.control.faults = { ...noFaults, syncErrors: 1 };
  const refused = await send(first, '/register');
  expect(refused.rc).toBe('NO');
  disk.control.faults = noFaults;
  await die(first);
  const second = await start();
  onTestFinished(() => second.kill());
  return { disk, start, die, second };
}

async function post(
  service: RunningService,
  path: string,
  format: 'json' | 'xml',
  body: string,
): Promise<string> {
  const connection = new Connection(service.url);
  const reply = await connection.post(`${path}?RN=r1`, format, body);
  connection.close();
  return reply.body;
}

async function send(service: RunningService, path: string): Promise<Answer> {
  return readAnswer(sale.format, await post(service, path, sale.format, sale.body));
}

async function isKept(service: RunningService): Promise<boolean> {
  const records = await readJournal(service.url, 'r1');
  return records.some(({ ESR }) => ESR?.Ref === sale.mark);
}

const patient = { timeout: 300_000 };

const withFaults = reason === null ? test : test.skip;

withFaults('what was refused because a sync failed is not kept behind a crash', patient, async () => {
  const { second } = await afterRefusal();
  expect(await isKept(second)).toBe(false);
});

withFaults('what is answered with OK behind a crash survives a power cut', patient, async () => {
  const { disk, start, die, second } = await afterRefusal();
  const answer = await send(second, '/restart');
  expect(answer.rc).toBe('OK');
  await die(second);
  disk.powerCut();
  const third = await start();
  onTestFinished(() => third.kill());
  expect(await isKept(third)).toBe(true);
});
