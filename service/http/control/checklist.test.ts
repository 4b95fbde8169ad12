import { expect, it, vi } from 'vitest';
import { runService, send, type Running } from '../../testing/running-service.ts';
import { PORTUGAL, sale } from '../../testing/sales.ts';

const shown = async ({ get }: Running, rn = 'def') =>
  ((await get(`/control/checklist?RN=${rn}`)).json.items as { item: string; shown: string | null }[]).flatMap(
    (row) => (row.shown === null ? [] : [row.item]),
  );

it('ticks itself as a POS shows each case, and not by what is tried on the page', async () => {
  const running = await runService();
  const { get, post } = running;
  await post('/control/try/send', sale());
  await vi.waitFor(async () => expect(await shown(running)).toEqual(['cfg']));
  await post('/restart', sale('2.00', { TN: '20' }));
  await post('/register', sale('3.00', { TN: '21' }));
  await post('/restart', sale('3.00', { TN: '21' }));
  await post('/register/void/last');
  await post('/register', sale('1.00', { PosA: [{ Dsc: 'x', TaxG: 'Q9', Amt: '1.00' }] }));
  const all = ['cfg', 'sale', 'void', 'refused', 'lost', 'start'];
  await vi.waitFor(async () => expect(await shown(running)).toEqual(all));
  expect(
    (await get('/control/checklist?RN=other')).json.items.every((row: { shown: null }) => !row.shown),
  ).toBe(true);

  expect((await post('/control/checklist/tick', { item: 'tags', shown: true })).status).toBe(200);
  expect((await post('/control/checklist/tick', { item: 'sale', shown: true })).status).toBe(400);
  expect((await post('/control/checklist/tick?RN=nobody', { item: 'tags', shown: true })).status).toBe(404);
  expect(await shown(running)).toEqual([...all, 'tags']);
  await running.stop();
  const again = await runService({ again: running });
  expect(await shown(again)).toEqual([...all, 'tags']);
  await send(`${again.url}/control/checklist`, 'DELETE');
  expect(await shown(again)).toEqual([]);
});

it('keeps nothing of registers that there are not', async () => {
  const running = await runService();
  expect((await running.post('/register?RN=stranger', '{"ESR":')).status).toBe(400);
  expect((await running.post('/register?RN=stranger', sale())).status).toBe(406);
  await running.post('/register', '{"ESR":');
  await running.post('/register', sale());
  await vi.waitFor(async () => expect(await shown(running)).toContain('sale'));
  expect(await shown(running, 'stranger')).toEqual([]);
});

it('ticks for the register that sold', async () => {
  const running = await runService();
  await running.post('/cfg?RN=bar', { Cfg: { ...PORTUGAL, Trm: { TT: '2' } } });
  await running.post(
    '/register?RN=bar',
    `<Tra><ESR TL="1" TT="2"><PosA><Pos Dsc="a" TaxG="B" Amt="1"/></PosA><PayA><Pay Dsc="c" Amt="1"/></PayA></ESR></Tra>`,
  );
  await vi.waitFor(async () => expect(await shown(running, 'bar')).toEqual(['cfg', 'sale']));
  expect(await shown(running)).toEqual(['cfg']);
});
