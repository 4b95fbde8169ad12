/** An older database is put back, or its log taken away: no number is given a second time. */
import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { built } from '../../build/scripts/programs.ts';
import { runService, type Running } from '../testing/running-service.ts';
import { sale } from '../testing/sales.ts';

async function sell(running: Running, count: number, amount = '1.00'): Promise<string[]> {
  const numbers: string[] = [];
  for (let i = 0; i < count; i++) {
    const { json } = await running.post('/register', sale(amount));
    numbers.push(json.TraC.ESR.FN);
  }
  return numbers;
}

/** A stopped register of five sales whose database knows two. */
async function older(): Promise<{ stopped: Running; numbers: string[] }> {
  const running = await runService();
  const numbers = await sell(running, 2);
  await running.stop();
  const file = path.join(running.dataRoot, 'journal.db');
  const copy = await fs.readFile(file);
  const again = await runService({ again: running });
  numbers.push(...(await sell(again, 3)));
  await again.stop();
  await fs.rm(`${file}-wal`, { force: true });
  await fs.rm(`${file}-shm`, { force: true });
  await fs.writeFile(file, copy);
  return { stopped: running, numbers };
}

function command(program: 'verify' | 'rebuild', { dataRoot }: Running) {
  return new Promise<{ code: number; said: string }>((resolve) => {
    execFile(process.execPath, [built(program), '--data-root', dataRoot], (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), said: stdout + stderr });
    });
  });
}

it('sells nothing on a database that is older than its journal files, and again after a rebuild', async () => {
  const { stopped, numbers } = await older();
  const running = await runService({ again: stopped });
  const refused = await running.post('/register', sale('1.00'));
  expect(refused.json.TraC.Result).toMatchObject({ RC: 'NO', ErrorCode: '#JOURNAL_UNAVAILABLE' });
  const { problems } = (await running.get('/control/status')).json;
  expect(problems).toContainEqual(
    expect.objectContaining({
      severity: 'stop',
      params: expect.objectContaining({
        reason: expect.stringMatching(
          /ends with SQ 3 of register def, but .*0000\.jou goes on with SQ 4.*npm run rebuild/,
        ),
      }),
    }),
  );
  await running.stop();
  // Nothing was kept aside or cut off: the rebuild has all of it.
  expect(await fs.readdir(path.join(stopped.dataRoot, 'rn', 'def', 'jou'))).toEqual(['0000.jou']);

  expect(await command('verify', stopped)).toMatchObject({ code: 1 });
  expect(await command('rebuild', stopped)).toMatchObject({ code: 0 });
  const again = await runService({ again: stopped });
  const next = await sell(again, 1);
  expect(numbers).not.toContain(next[0]);
  const records = (await again.records()).flatMap(({ ESR }) => ESR?.FN ?? []) as string[];
  expect(records).toEqual([...numbers, ...next]);
});

it('knows of registers that the older database does not have at all', async () => {
  const first = await runService();
  await sell(first, 1);
  await first.stop();
  const file = path.join(first.dataRoot, 'journal.db');
  const copy = await fs.readFile(file);
  const second = await runService({ again: first });
  const cfg = {
    Cmp: { Nam: 'Padaria Exemplo', Ctry: 'PT', TaxId: 'PT599999993' },
    Loc: { TL: '1' },
    Trm: { TT: '2' },
  };
  expect((await second.post('/cfg?RN=till2', { Cfg: cfg })).status).toBe(200);
  await second.stop();
  await fs.writeFile(file, copy);
  const running = await runService({ again: first });
  const { text } = await running.post('/register', sale('1.00'));
  expect(text).toContain('#JOURNAL_UNAVAILABLE');
});

it('an audit tells of records that only a file kept aside has', async () => {
  const { stopped } = await older();
  const folder = path.join(stopped.dataRoot, 'rn', 'def', 'jou');
  // As versions before this one did, which then gave the numbers again.
  await fs.rename(path.join(folder, '0000.jou'), path.join(folder, '0000.jou.damaged-1'));
  const running = await runService({ again: stopped });
  await sell(running, 2, '2.00');
  await running.stop();
  const { code, said } = await command('verify', stopped);
  expect(code).toBe(1);
  expect(said).toContain('0000.jou.damaged-1, kept aside, has a record that the database does not have');
  expect(said).toContain('0000.jou.damaged-1, kept aside, has another record of this number');
});

it('leaves files alone that continue nothing', async () => {
  const running = await runService();
  await sell(running, 2);
  await running.stop();
  const file = path.join(running.dataRoot, 'rn', 'def', 'jou', '0000.jou');
  const text = await fs.readFile(file, 'utf8');
  const lines = text.trimEnd().split('\n');
  // Somebody else's records, and what is none.
  for (const foreign of [lines.at(-1)!.replace('"SQ":3', '"SQ":5'), '{"SQ":4}', 'x']) {
    await fs.writeFile(file, `${text}${foreign}\n`);
    const again = await runService({ again: running });
    expect((await again.post('/register', sale('1.00'))).status).toBe(200);
    await again.stop();
    await fs.rm(file, { force: true });
    await (await runService({ again: running })).stop();
  }
});
