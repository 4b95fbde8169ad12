/** A Hungarian printer in trouble, over the wire: till, journal and control unit agree afterwards, and nothing is printed twice. */
import { expect, it, vi } from 'vitest';
import {
  CUT_TIMEOUT,
  problemsOf,
  sellInterim,
  sellOverCutLine,
  sellToSlow,
} from '../testing/printer-faults.ts';
import { openShop, restarted, SALE, type HungarianShop } from './testing/shop.ts';

const SECOND = { ...SALE, TP: 'second' };

/** Documents of journal and memory are the same; so many. */
async function agrees({ running, emulator }: HungarianShop, count: number): Promise<void> {
  const records = (await running.records('def', '_=Tra')) as {
    Fis?: { FN?: string };
  }[];
  const short = (name: string) => name.replace(/\/\d{8}\//, '/');
  const journal = records.flatMap(({ Fis }) => (Fis?.FN === undefined ? [] : [short(Fis.FN)]));
  expect(journal).toEqual(emulator.documents.map(({ name }) => short(name)));
  expect(journal).toHaveLength(count);
}

it.each([
  ['without paper', '#PRINTER_PAPER', 'HU_PRINTER_OFFLINE', { hasPaper: false }],
  ['with an open cover', '#PRINTER_COVER', 'HU_PRINTER_OFFLINE', { coverOpen: true }],
  ['whose memory is full', '#HU_MEMORY', 'HU_MEMORY_FULL', { memoryFull: true }],
  ['whose clock is wrong', '#HU_CLOCK', 'HU_CLOCK', { clockWrong: true }],
  ['that loses power before it has stored', '#HU_NO_ANSWER', null, { power: 'before' as const }],
])('sells nothing on a printer %s, says why, and goes on afterwards', async (_how, code, problem, bad) => {
  const shop = await openShop();
  const { sell, emulator } = shop;
  await sell();
  const good = { ...emulator.conditions };
  Object.assign(emulator.conditions, bad);
  const { status, json } = await sell(SECOND);
  expect(status).toBe(406);
  expect(json.TraC.Result).toMatchObject({ RC: 'NO', ErrorCode: code });
  expect(json.TraC.Result.UserMessage).toMatch(/nyomtató/i);
  if (problem) await vi.waitFor(async () => expect(await problemsOf(shop)).toContain(problem));
  await agrees(shop, 1);
  Object.assign(emulator.conditions, good);
  expect((await sell(SECOND, '/restart')).json.TraC.Result).toEqual({ RC: 'OK' });
  await agrees(shop, 2);
  expect(await problemsOf(shop)).not.toContain('HU_OPEN');
});

it('says that the day was not closed for more than 24 hours, that the printer cannot be reached, that none is named', async () => {
  const shop = await openShop('', { auth: 'kassza:titok' });
  const { sell, emulator, running, set, clock } = shop;
  expect((await sell()).json.TraC.Result.ErrorCode).toBe('#HU_LOGIN');
  await set('Device_Auth=kassza:titok');
  await sell({ NFS: 'balance', T: '0.00' });
  clock.advance(25 * 3_600_000);
  expect((await sell()).json.TraC.Result).toMatchObject({ RC: 'NO', ErrorCode: '#HU_CLOSING' });
  await vi.waitFor(async () => expect(await problemsOf(shop)).toContain('HU_CLOSING'));
  await set('Device_Auth=kassza:titok Fiscal_ZLaunch');
  expect((await sell()).json.TraC.Result).toEqual({ RC: 'OK' });
  await emulator.stop();
  expect((await sell()).json.TraC.Result).toMatchObject({ RC: 'NO', ErrorCode: '#PRINTER_TROUBLE' });
  expect(await problemsOf(shop)).toContain('HU_PRINTER_SILENT');
  await running.post('/profile', { Attributes: '' });
  const { status, json } = await sell();
  expect([status, json.TraC.Result.ErrorCode]).toEqual([406, '#NO_PRINTER']);
});

it('registers what a printer has printed whose answer was lost, also after a crash, and keeps the till informed', async () => {
  const shop = await openShop('Fiscal_ZLaunch HttpServer_respond102=1');
  const { sell, emulator } = shop;
  await sell();
  emulator.conditions.power = 'after';
  // The memory tells at once: the till is answered as if nothing had happened.
  const { json } = await sell(SECOND);
  expect(json.TraC).toMatchObject({ Result: { RC: 'OK' }, Fis: { DN: '2' } });
  await agrees(shop, 2);
  await sellInterim(shop, SALE);
  const after = await restarted(shop);
  expect((await after.sell({ ...SALE, TP: 'next' })).json.TraC.Fis).toMatchObject({ DN: '4' });
  await agrees(after, 4);
});

/** A shop whose printer stands still as soon as it was sent a receipt. */
async function slowShop() {
  const shop = await openShop();
  return { shop, ...(await sellToSlow(shop, SECOND, 'printReceipt', 'Fiscal_ZLaunch')) };
}

it('sells nothing while an outcome is unknown, and asks the memory after a crash of the service', async () => {
  const { shop, answer, release } = await slowShop();
  expect(answer.json.TraC.Result).toMatchObject({ RC: 'NO', ErrorCode: '#HU_NO_ANSWER' });
  expect(await problemsOf(shop)).toContain('HU_OPEN');
  release();
  await vi.waitFor(() => expect(shop.emulator.documents).toHaveLength(2));
  const after = await restarted(shop);
  const { json } = await after.sell(SECOND, '/restart');
  expect(json.TraC).toMatchObject({ Result: { RC: 'OK', ErrorCode: '#DUPLICATE' }, Fis: { DN: '2' } });
  await agrees(after, 2);
});

it('lets a manager say what became of a receipt where the memory does not tell', async () => {
  for (const isPrinted of [true, false]) {
    const { shop, release } = await slowShop();
    const { running, sell, emulator, set } = shop;
    emulator.exchange('B00000001');
    release();
    await set('Fiscal_ZLaunch');
    const next = await sell({ ...SALE, TP: 'next' });
    expect(next.json.TraC.Result).toMatchObject({ RC: 'NO', ErrorCode: '#HU_UNCLEAR' });
    const { page } = (await running.get('/control/country')).json;
    expect(page.sections[0]).toMatchObject({ name: 'open' });
    const number = 'NY-A12345678/12345676/0001/00002';
    const said = isPrinted
      ? await running.post('/control/country/printed', { number, day: '2026-11-20', time: '16:56' })
      : await running.post('/control/country/not-printed', {});
    expect([said.status, said.text]).toEqual([200, said.text]);
    const { json } = await sell(SECOND, '/restart');
    expect(json.TraC).toMatchObject(
      isPrinted
        ? { Result: { RC: 'OK', ErrorCode: '#DUPLICATE' }, Fis: { FN: number, D: '2026-11-20T16:56:00' } }
        : { Result: { RC: 'OK' }, Fis: { ID: 'B00000001', DN: '1' } },
    );
    await running.stop();
  }
});

it('agrees where the answer of the opening, of a closing or of cash in was lost', async () => {
  const shop = await openShop('');
  const { sell, emulator } = shop;
  const orders = [
    { NFS: 'balance', T: '500.00' },
    { NFS: 'payin', Rsn: '1', PayA: [{ _: 'Pay', Dsc: 'x', PayG: 'cash', Amt: '1000.00' }] },
    { NFS: 'Z' },
  ];
  for (const power of ['before', 'after'] as const) {
    for (const order of orders) {
      emulator.conditions.power = power;
      const { json } = await sell(order);
      if (json.TraC.Result.RC !== 'OK') {
        expect(json.TraC.Result.ErrorCode).toBe('#HU_NO_ANSWER');
        expect((await sell(order, '/restart')).json.TraC.Result.RC).toBe('OK');
      }
    }
  }
  expect(emulator.texts.map((text) => text.split(' ')[0])).toEqual([
    ...['NAPNYITÁS', 'BEFIZETÉS', 'NAPI', 'NAPNYITÁS', 'BEFIZETÉS', 'NAPI'],
  ]);
});

it('agrees wherever the line is cut: at every byte at night, at some of them else', CUT_TIMEOUT, async () => {
  const shop = await openShop();
  const count = await sellOverCutLine(shop, () => shop.emulator.documents.length, 'Fiscal_ZLaunch');
  await agrees(shop, count);
});
