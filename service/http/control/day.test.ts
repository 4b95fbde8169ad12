/** The day on the control page, and its reports. */
import { expect, it } from 'vitest';
import type { DayOverview } from '../../register/wire.ts';
import { PORTUGAL, sale } from '../../testing/sales.ts';
import { runService, type Running } from '../../testing/running-service.ts';

const day = async (running: Running, query = '') =>
  (await running.get(`/control/day?RN=def${query}`)).json as DayOverview;

async function shop(): Promise<Running> {
  const running = await runService();
  await running.post('/cfg', { Cfg: PORTUGAL });
  return running;
}

it('has sales, credits and voids apart, by hour, and everything that comes while somebody looks', async () => {
  const running = await shop();
  expect(await day(running)).toMatchObject({ currency: 'EUR', total: '0.00', sales: { count: 0 } });
  const hour = Number((await running.get('/control/status')).json.now.slice(11, 13));
  await running.post('/register', sale('10.00'));
  await running.post('/register', sale('-2.00', { RFN: 'FS 1_1.26/1', Rsn: 'Troca' }));
  await running.post('/register', sale('5.00'));
  await running.post('/register', sale('99.00', { Test: '1' }));
  const before = await day(running);
  expect(before).toMatchObject({ total: '13.00', trainings: 1, voids: { count: 0, amount: '0.00' } });
  await running.post('/register/void', { Tra: { ESR: { FN: 'FS 1_1.26/2' } } });
  running.clock.advance(3_600_000);
  await running.post('/register', sale('1.00'));
  const { hours, ...after } = await day(running);
  expect(after).toMatchObject({
    total: '9.00',
    sales: { count: 3, amount: '16.00' },
    credits: { count: 1, amount: '-2.00' },
    voids: { count: 1, amount: '-5.00' },
    taxes: [{ rate: '23', gross: '9.00' }],
    payments: [{ group: 'cash', amount: '9.00' }],
  });
  expect(hours).toHaveLength(24);
  expect(hours[(hour + 1) % 24]).toEqual({ count: 1, amount: '1.00' });
  expect(await day(running, '&d=2001-01-01')).toMatchObject({ total: '0.00' });
  expect((await running.get('/control/day?d=2026-02-30')).json.error.warnings[0]).toContain('d');
  expect((await running.get('/control/day?RN=none')).status).toBe(404);
});

it('names a group of payments with several names in the language of the page', async () => {
  const running = await shop();
  for (const Dsc of ['Visa', 'Mastercard'])
    await running.post(
      '/register',
      sale('1.00', { PayA: [{ _: 'Pay', Dsc, PayG: 'creditcard', Amt: '1.00' }] }),
    );
  const names = async (language: string) =>
    (
      (await running.get('/control/day?RN=def', { 'accept-language': language })).json as DayOverview
    ).payments.map(({ name, amount }) => [name, amount]);
  expect(await names('pt')).toEqual([['Cartão de crédito', '2.00']]);
  expect(await names('de')).toEqual([['Kreditkarte', '2.00']]);
});

it('is looked at by X and closed by Z with the cash that was counted, which is printed', async () => {
  const running = await shop();
  await running.post('/register', sale('10.00'));
  const report = (body: object) => running.post('/control/report?RN=def', body);
  for (const wrong of [{}, { kind: 'Y' }, { kind: 'Z', counted: 'much' }])
    expect((await report(wrong)).status).toBe(400);
  expect((await report({ kind: 'X' })).json).toMatchObject({ number: null, total: '10.00', cash: '10.00' });
  const closed = (await report({ kind: 'Z', counted: '9.50' })).json;
  expect(closed).toMatchObject({ number: 1, total: '10.00', cash: '10.00' });
  expect((await running.get(`/control/receipt?RN=def&SQ=${closed.sq}`)).json.paper).toMatchObject({
    lines: expect.arrayContaining([
      expect.objectContaining({ text: 'Numerário contado', amount: '9,50' }),
      expect.objectContaining({ text: 'Diferença', amount: '-0,50' }),
    ]) as unknown,
  });
  // By the country's own name for cash.
  const PayA = [{ _: 'Pay', Dsc: 'Numerário', PayG: 'NU', Amt: '1.00' }];
  expect((await running.post('/register', sale('1.00', { PayA }))).status).toBe(200);
  const pieces = [
    { value: '5.00', count: 2 },
    { value: '0.20', count: 5 },
    { value: '100.00', count: 0 },
  ];
  for (const wrong of [{ start: '-1' }, { pieces: [{ value: '0', count: 1 }] }, { pieces, counted: '11.01' }])
    expect((await report({ kind: 'Z', ...wrong })).status).toBe(400);
  const counted = (await report({ kind: 'Z', start: '10.00', pieces })).json;
  expect(counted).toMatchObject({ number: 2, total: '1.00', cash: '1.00', difference: '0.00' });
  // It stands in the journal, with what should have been there.
  expect((await running.records()).find(({ Number }) => Number === 2)).toMatchObject({
    ...{ CashStart: '10.00', CashCounted: '11.00', CashExpected: '11.00', CashDifference: '0.00' },
    CashPieces: '5.00x2 0.20x5',
  });
  expect((await report({ kind: 'X' })).json).toMatchObject({ number: null, difference: null });
});
