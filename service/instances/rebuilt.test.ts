/** An instance whose database was lost goes on with one that was made anew from its journal files. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { rebuildOnPostgres } from '../journal/postgres/rebuild.ts';
import { urlOf } from '../journal/testing/stores.ts';
import { temporaryFolder } from '../testing/folder.ts';
import { runService, type Running } from '../testing/running-service.ts';
import { PORTUGAL, sale } from '../testing/sales.ts';

const sell = async (running: Running): Promise<string> => {
  const { json } = await running.post('/register', sale('1.00'));
  expect(json.TraC.Result.RC).toBe('OK');
  return json.TraC.ESR.FN as string;
};

async function journal() {
  const url = await urlOf(path.join(await temporaryFolder(), 'journal.db'));
  const place = { host: '127.0.0.1', port: 0 };
  return { url, secret: 'a secret of the instances, long enough', place };
}

it('sells on, in new series, with its settings, and once only', async () => {
  const stateDir = path.join(await temporaryFolder(), 'state');
  const first = await runService({ journal: await journal(), stateDir, cfg: PORTUGAL });
  expect([await sell(first), await sell(first)]).toEqual(['FS 1_1.26/1', 'FS 1_1.26/2']);
  const file = path.join(first.dataRoot, 'rn', 'def', 'jou', '0000.jou');
  await expect
    .poll(async () => (await fs.readFile(file, 'utf8')).split('\n').length, { timeout: 30_000 })
    .toBe(4);
  await first.stop();

  const anew = await journal();
  const registers = path.join(first.dataRoot, 'rn');
  const rebuilt = await rebuildOnPostgres(anew.url, {
    registers,
    digitsOf: () => 2,
    progress: () => undefined,
  });
  expect(rebuilt.registers).toMatchObject([{ rn: 'def', records: 3, lastFN: 'FS 1_1.26/2' }]);
  const second = await runService({ again: first, journal: anew, stateDir, cfg: null });
  expect(await sell(second)).toBe('FS 1_1.26A/1');
  await second.stop();
  const third = await runService({ again: second, journal: anew, stateDir, cfg: null });
  expect(await sell(third)).toBe('FS 1_1.26A/2');
  expect((await third.records()).filter(({ Event }) => Event === 'rebuilt')).toHaveLength(1);
});
