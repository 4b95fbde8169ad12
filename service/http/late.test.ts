import path from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import type * as countries from '../countries/list.ts';
import { Journal } from '../journal/journal.ts';
import { authority, ONLINE } from '../testing/online-country.ts';
import { runService, type Running } from '../testing/running-service.ts';
import { GENERIC, sale } from '../testing/sales.ts';

vi.mock('../countries/list.ts', async (original) => {
  const { withOnlineCountry } = await import('../testing/online-country.ts');
  return withOnlineCountry(await original<typeof countries>());
});
beforeEach(() => authority.reset());

const FIS = { Tag: [{ Label: 'JIR', Name: 'JIR', Value: 'jir-of-the-authority' }] };

/** A service with two receipts, SQ 2 and 3; late fiscal data of both came before it was started again. */
async function withLateData(): Promise<Running> {
  const before = await runService({ cfg: GENERIC });
  for (const TN of ['1', '2'])
    expect((await before.post('/register', sale('1.00', { TN }))).json.TraC.Result.RC).toBe('OK');
  await before.stop();
  const journal = await Journal.open(path.join(before.dataRoot, 'journal.db'));
  for (const Of of [2, 3]) {
    const record = { _: 'Fis', SQ: Of + 2, RN: 'def', D: '2026-05-04T12:30:00', Of, Fis: FIS };
    await journal.append({ record, sums: null, changes: {} }, 0);
  }
  await journal.close();
  return runService({ cfg: null, again: before });
}

it('are in every answer with the receipt', async () => {
  const { get, post, records } = await withLateData();
  expect((await get('/last')).json.TraC).toMatchObject({ SQ: 3, Fis: FIS });
  expect((await get('/tra?TN=1')).json.Tra).toMatchObject({ SQ: 2, Fis: FIS });
  expect((await get('/find?tn=2')).json.Rec).toMatchObject([{ SQ: 3, Fis: FIS }]);
  expect((await post('/restart', sale('1.00', { TN: '1' }))).json.TraC).toMatchObject({ SQ: 2, Fis: FIS });
  expect((await post('/restart', sale('1.00', { TN: '2' }))).json.TraC).toMatchObject({ SQ: 3, Fis: FIS });
  expect((await get('/render/text')).text).toContain('jir-of-the-authority');
  expect(JSON.stringify((await get('/control/status')).json.last)).toContain('jir-of-the-authority');
  const retrieved = (await get('/retrieve?last=1&_=Tra')).text.trim().split('\n');
  expect(retrieved.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { SQ: 2, Fis: FIS },
    { SQ: 3, Fis: FIS },
  ]);
  // What was printed is noted in a quiet moment.
  const all = (await records()).filter(({ _: type }) => type !== 'log');
  expect(all.map(({ _, SQ, Of }) => [_, SQ, Of])).toEqual([
    ['Cfg', 1, undefined],
    ['Tra', 2, undefined],
    ['Tra', 3, undefined],
    ['Fis', 4, 2],
    ['Fis', 5, 3],
  ]);
  expect((await get('/find?_=Fis')).json.Rec).toHaveLength(2);
  expect((await get('/last?_=Fis')).status).toBe(404);
});

it('leave a receipt to be voided, and what comes next its number', async () => {
  const { get, post } = await withLateData();
  const answer = await post('/register/void', sale('1.00', { TN: '1' }));
  expect(answer.json.TraC).toMatchObject({ SQ: 6, Result: { RC: 'OK' } });
  expect((await get('/tra?TN=3')).json.Tra).toMatchObject({ SQ: 6, ESR: { Void: '1', RTN: '1' } });
});

it('are there as soon as the authority has given them, without a restart', async () => {
  const { get, post, clock } = await runService({ cfg: ONLINE });
  authority.manners = ['is-silent'];
  const early = (await post('/register', sale('1.00', { TN: '1' }))).json.TraC;
  expect(early.Fis).toEqual({ Code: 'code of 1' });
  expect((await get('/tra?TN=1')).json.Tra.Fis).toEqual({ Code: 'code of 1' });
  // Somebody answers again: what waits is told, too.
  authority.manners = ['accepts'];
  // However busy the machine is.
  authority.patience = 10_000;
  clock.advance(60_000);
  const { Fis } = (await post('/register', sale('1.00', { TN: '2' }))).json.TraC;
  expect((await get('/last')).json.TraC).toMatchObject({ ESR: { TN: '2' }, Fis });
  await expect.poll(() => authority.numbers.size).toBe(2);
  const given = (TN: string) => ({ Code: `code of ${TN}`, Number: authority.numbers.get(TN) });
  expect(Fis).toMatchObject(given('2'));
  await expect.poll(async () => (await get('/tra?TN=1')).json.Tra.Fis).toMatchObject(given('1'));
  const found = (await get('/find?_=Tra&sort=asc')).json.Rec as { Fis: object }[];
  expect(found.map((record) => record.Fis)).toMatchObject([given('1'), given('2')]);
});
