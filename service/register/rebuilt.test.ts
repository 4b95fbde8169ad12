import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { auditJournal } from '../audit/journal.ts';
import { keysOf } from '../audit/public-keys.ts';
import { markIn } from '../journal/rebuild/mark.ts';
import { rebuild } from '../journal/rebuild/rebuild.ts';
import { Journal } from '../journal/journal.ts';
import type { Entry } from '../journal/row.ts';
import { countryServices } from '../testing/country-services.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import { runService, type Running } from '../testing/running-service.ts';
import { GENERIC, sale } from '../testing/sales.ts';
import { settleRebuild } from './rebuilt.ts';

const database = ({ dataRoot }: Running) => path.join(dataRoot, 'journal.db');

async function sell(running: Running, rn = 'def'): Promise<string> {
  const answer = await running.post(`/register?RN=${rn}`, sale('1.00'));
  expect(answer.json.TraC.Result.RC).toBe('OK');
  return answer.json.TraC.ESR.FN as string;
}

/** Stops a service, and makes its database anew from files that lack so many of the last lines of `def`. */
async function rebuiltWithout(running: Running, lines: number, damaged = true): Promise<void> {
  const { dataRoot } = running;
  const file = path.join(dataRoot, 'rn', 'def', 'jou', '0000.jou');
  const { length } = await running.records();
  const text = () => fs.readFile(file, 'utf8');
  await vi.waitFor(async () => expect((await text()).split('\n')).toHaveLength(length + 1), 10_000);
  await running.stop();
  const left = (await text()).split('\n').slice(0, -1 - lines);
  await fs.writeFile(file, left.map((line) => `${line}\n`).join(''));
  if (damaged) await fs.truncate(database(running), 20_000);
  await rebuild({
    journalFile: database(running),
    registers: path.join(dataRoot, 'rn'),
    digitsOf: () => 2,
    progress: () => undefined,
  });
}

it('never gives a number again that was in the lost database alone', async () => {
  const first = await runService();
  await first.post('/cfg?RN=bar', { Cfg: GENERIC });
  const given = [await sell(first), await sell(first), await sell(first)];
  expect(given).toStrictEqual(['FS 1_1.26/1', 'FS 1_1.26/2', 'FS 1_1.26/3']);
  await rebuiltWithout(first, 2);

  const second = await runService({ again: first });
  const log = (await second.records()).at(-1);
  expect(log).toMatchObject({ _: 'log', SQ: 3, Event: 'rebuilt', LastSQ: '2', Letter: 'A' });
  expect((await second.records('bar')).at(-1)).toMatchObject({ _: 'log', Event: 'rebuilt', LastSQ: '1' });
  expect(await markIn(database(second)).read()).toBeNull();
  expect(await sell(second)).toBe('FS 1_1.26A/1');

  // The same again, right behind it.
  await rebuiltWithout(second, 1);
  const third = await runService({ again: second });
  expect(await sell(third)).toBe('FS 1_1.26B/1');
  await third.stop();

  // And once only.
  const fourth = await runService({ again: third });
  expect(await sell(fourth)).toBe('FS 1_1.26B/2');
  const events = (await fourth.records()).filter((record) => record.Event === 'rebuilt');
  expect(events).toHaveLength(2);
  const report = await auditJournal(database(fourth), {
    publicKeys: await keysOf(path.join(fourth.dataRoot, 'cer')),
    rn: undefined,
    progress: () => undefined,
  });
  expect(report.registers.flatMap(({ findings }) => findings)).toStrictEqual([]);
});

it('goes on as before when the old database shows that nothing is missing', async () => {
  const first = await runService();
  await sell(first);
  await sell(first);
  await rebuiltWithout(first, 1, false);
  const second = await runService({ again: first });
  expect(await sell(second)).toBe('FS 1_1.26/3');
});

it('is done for every register, whatever crashes between them', async () => {
  const first = await runService({ cfg: GENERIC });
  for (const rn of ['a', 'b']) await first.post(`/cfg?RN=${rn}`, { Cfg: GENERIC });
  await rebuiltWithout(first, 0);
  const file = database(first);
  const mark = await markIn(file).read();
  for (const crash of [1, 2]) {
    const journal = await Journal.open(file);
    let appended = 0;
    const failing = Object.assign(Object.create(journal) as Journal, {
      append: (entry: Entry, generation: number) =>
        ++appended > 1 ? Promise.reject(new Error('the power went')) : journal.append(entry, generation),
    });
    const services = { ...countryServices(new ManualClock()), key: () => null };
    const settled = settleRebuild(markIn(file), failing, services, () => Promise.resolve());
    await expect(settled, `crash ${crash}`).rejects.toThrow('the power went');
    expect(await markIn(file).read()).toBe(mark);
    await journal.close();
  }
  const second = await runService({ again: first });
  expect(await markIn(file).read()).toBeNull();
  for (const rn of ['def', 'a', 'b']) {
    expect((await second.records(rn)).map((record) => record.Event ?? record._)).toStrictEqual([
      'Cfg',
      'rebuilt',
    ]);
  }
});
