/** A Hungarian printer in trouble, over the wire: till, journal and control unit agree afterwards, and nothing is printed twice. */
import http from 'node:http';
import { expect, it, vi } from 'vitest';
import { lineTo } from '../../testing/line.ts';
import { runs } from '../../testing/runs.ts';
import { openShop, restarted, SALE, type HungarianShop } from './testing/shop.ts';

const problems = async ({ running }: HungarianShop): Promise<string[]> =>
  (await running.get('/control/status')).json.problems.map(({ code }: { code: string }) => code);

const SECOND = { ...SALE, TP: 'second' };

/** Documents of journal and memory are the same; so many. */
async function agrees({ running, emulator }: HungarianShop, count: number): Promise<void> {
  const records = (await running.get('/find?sort=asc&_=Tra&limit=9999rows60000ms')).json.Rec as {
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
  if (problem) await vi.waitFor(async () => expect(await problems(shop)).toContain(problem));
  await agrees(shop, 1);
  Object.assign(emulator.conditions, good);
  expect((await sell(SECOND, '/restart')).json.TraC.Result).toEqual({ RC: 'OK' });
  await agrees(shop, 2);
  expect(await problems(shop)).not.toContain('HU_OPEN');
});

it('says that the day was not closed for more than 24 hours, that the printer cannot be reached, that none is named', async () => {
  const shop = await openShop('', { auth: 'kassza:titok' });
  const { sell, emulator, running, set, clock } = shop;
  expect((await sell()).json.TraC.Result.ErrorCode).toBe('#HU_LOGIN');
  await set('Device_Auth=kassza:titok');
  await sell({ NFS: 'balance', T: '0.00' });
  clock.advance(25 * 3_600_000);
  expect((await sell()).json.TraC.Result).toMatchObject({ RC: 'NO', ErrorCode: '#HU_CLOSING' });
  await vi.waitFor(async () => expect(await problems(shop)).toContain('HU_CLOSING'));
  await set('Device_Auth=kassza:titok Fiscal_ZLaunch');
  expect((await sell()).json.TraC.Result).toEqual({ RC: 'OK' });
  await emulator.stop();
  expect((await sell()).json.TraC.Result).toMatchObject({ RC: 'NO', ErrorCode: '#PRINTER_TROUBLE' });
  expect(await problems(shop)).toContain('HU_PRINTER_SILENT');
  await running.post('/profile', { Attributes: '' });
  const { status, json } = await sell();
  expect([status, json.TraC.Result.ErrorCode]).toEqual([406, '#NO_PRINTER']);
});

it('registers what a printer has printed whose answer was lost, also after a crash, and keeps the till informed', async () => {
  const shop = await openShop('Fiscal_ZLaunch HttpServer_respond102=1');
  const { sell, emulator, running } = shop;
  await sell();
  emulator.conditions.power = 'after';
  // The memory tells at once: the till is answered as if nothing had happened.
  const { json } = await sell(SECOND);
  expect(json.TraC).toMatchObject({ Result: { RC: 'OK' }, Fis: { DN: '2' } });
  await agrees(shop, 2);
  const release = emulator.hold();
  const interim: number[] = [];
  const answer = new Promise<string>((resolve, reject) => {
    const request = http.request(`${running.url}/register`, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' }, agent: false },
    });
    request.on('information', ({ statusCode }) => interim.push(statusCode)).on('error', reject);
    request.on('response', (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () => resolve(text));
    });
    request.end(JSON.stringify({ Tra: { ESR: SALE } }));
  });
  await vi.waitFor(async () => {
    const last = await running.get('/last');
    expect([last.status, last.json.TraC.Result.ErrorCode]).toEqual([423, '#DEVICE_AT_WORK']);
  });
  await vi.waitFor(() => expect(interim).toContain(102));
  release();
  const text = await answer;
  expect((await running.get('/last')).text).toBe(text);
  const after = await restarted(shop);
  expect((await after.sell({ ...SALE, TP: 'next' })).json.TraC.Fis).toMatchObject({ DN: '4' });
  await agrees(after, 4);
});

/** A shop whose printer stands still as soon as it was sent a receipt. */
async function slowShop() {
  const shop = await openShop();
  const line = await lineTo(shop.emulator.port);
  await shop.set('Fiscal_ZLaunch Fiscal_Timeout=300', line.port);
  await shop.sell();
  line.mend();
  const held = Promise.withResolvers<() => void>();
  line.heard = (text) => {
    if (text.includes('printReceipt')) held.resolve(shop.emulator.hold());
  };
  const answer = await shop.sell(SECOND);
  line.heard = () => undefined;
  return { shop, answer, release: await held.promise };
}

it('sells nothing while an outcome is unknown, and asks the memory after a crash of the service', async () => {
  const { shop, answer, release } = await slowShop();
  expect(answer.json.TraC.Result).toMatchObject({ RC: 'NO', ErrorCode: '#HU_NO_ANSWER' });
  expect(await problems(shop)).toContain('HU_OPEN');
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

it(
  'agrees wherever the line is cut: at every byte at night, at some of them else',
  { timeout: runs(1) > 1 ? 3_600_000 : 60_000 },
  async () => {
    const shop = await openShop();
    const { sell, emulator, set } = shop;
    const line = await lineTo(emulator.port);
    await set('Fiscal_ZLaunch', line.port);
    await sell();
    line.mend();
    await sell();
    const whole = line.used;
    let count = 2;
    const step = runs(1) > 1 ? 1 : 911;
    for (let bytes = 1; bytes < whole; bytes += step) {
      for (const isOnce of [true, false]) {
        const esr = { ...SALE, TP: `${bytes} ${String(isOnce)}` };
        line.cutAfter(bytes, isOnce);
        const { json } = await sell(esr);
        line.mend();
        if (json.TraC.Result.RC !== 'OK') {
          expect([bytes, json.TraC.Result.RC]).toEqual([bytes, 'NO']);
          expect([bytes, (await sell(esr, '/restart')).json.TraC.Result.RC]).toEqual([bytes, 'OK']);
        }
        count += 1;
        expect([bytes, emulator.documents.length]).toEqual([bytes, count]);
      }
    }
    await agrees(shop, count);
  },
);
