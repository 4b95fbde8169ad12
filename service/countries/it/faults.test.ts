/** A printer in trouble, over the wire: till, journal and fiscal memory agree afterwards, and nothing is printed twice. */
import http from 'node:http';
import { expect, it, vi } from 'vitest';
import { lineTo } from '../../testing/line.ts';
import { runs } from '../../testing/runs.ts';
import { DEVICES, openShop, restarted, SALE, type Device, type ItalianShop } from './testing/shop.ts';

const DEVICE_NAMES = Object.keys(DEVICES) as Device[];
/** Places where a line is cut by day. */
const CUTS = 9;

const problems = async ({ running }: ItalianShop): Promise<string[]> =>
  (await running.get('/control/status')).json.problems.map(({ code }: { code: string }) => code);

/** Numbers in journal and memory. */
const numbers = async ({ running, emulator }: ItalianShop) => {
  const records = (await running.get('/find?sort=asc&_=Tra&limit=9999rows60000ms')).json.Rec as {
    Fis: { FN: string };
  }[];
  const four = (n: number) => String(n).padStart(4, '0');
  return {
    journal: records.map(({ Fis }) => Fis.FN),
    memory: emulator.documents.map(({ z, number }) => `${four(z)}-${four(number)}`),
  };
};

const SECOND = { ...SALE, TP: 'second' };

async function agrees(shop: ItalianShop, count: number): Promise<void> {
  const { journal, memory } = await numbers(shop);
  expect(journal).toEqual(memory);
  expect(memory).toHaveLength(count);
}

it.each([
  ['without paper', '#PRINTER_PAPER', 'IT_PRINTER_OFFLINE', { hasPaper: false }, { hasPaper: true }],
  ['with an open cover', '#PRINTER_COVER', 'IT_PRINTER_OFFLINE', { coverOpen: true }, { coverOpen: false }],
  [
    'whose roll ends in the middle',
    '#PRINTER_PAPER',
    'IT_PRINTER_OFFLINE',
    { paperEndsIn: 2 },
    { hasPaper: true },
  ],
  ['that loses power in the middle', '#IT_NO_ANSWER', null, { powerFailsIn: 3 }, {}],
] as const)(
  'sells nothing on a printer %s, says why, and goes on afterwards',
  async (_how, code, problem, bad, good) => {
    const shop = await openShop();
    const { sell, emulator } = shop;
    await sell();
    Object.assign(emulator.conditions, bad);
    const { status, json } = await sell(SECOND);
    expect(status).toBe(406);
    expect(json.TraC.Result).toMatchObject({ RC: 'NO', ErrorCode: code });
    expect(json.TraC.Result.UserMessage).toMatch(/stampante/i);
    if (problem) expect(await problems(shop)).toContain(problem);
    await agrees(shop, 1);
    Object.assign(emulator.conditions, good);
    expect((await sell(SECOND, '/restart')).json.TraC.Result).toEqual({ RC: 'OK' });
    await agrees(shop, 2);
    expect(await problems(shop)).not.toContain('IT_OPEN');
  },
);

it('says that the printer cannot be reached, that none is named, that it refuses the login', async () => {
  const shop = await openShop('', { auth: 'cassa:segreta' });
  const { sell, emulator, running, set } = shop;
  expect((await sell()).json.TraC.Result).toMatchObject({ RC: 'NO', ErrorCode: '#IT_LOGIN' });
  await set('Device_Auth=cassa:segreta');
  expect((await sell()).json.TraC.Result.RC).toBe('OK');
  await emulator.stop();
  expect((await sell()).json.TraC.Result).toMatchObject({ RC: 'NO', ErrorCode: '#PRINTER_TROUBLE' });
  expect(await problems(shop)).toContain('IT_PRINTER_SILENT');
  await running.post('/profile', { Attributes: '' });
  const { status, json } = await sell();
  expect([status, json.TraC.Result.ErrorCode]).toEqual([406, '#NO_PRINTER']);
  expect(await problems(shop)).toContain('IT_NO_PRINTER');
  expect((await running.records()).filter(({ _ }) => _ === 'Tra')).toHaveLength(1);
});

it.each(DEVICE_NAMES)(
  'keeps a till informed that waits, polls /last, or wants interim answers: %s',
  async (device) => {
    const shop = await openShop('HttpServer_respond102=1', {}, device);
    const { sell, emulator, running } = shop;
    const before = (await sell()).json;
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
    expect(JSON.parse(text)).toMatchObject({ TraC: { Fis: { FN: '0001-0002' } } });
    expect((await running.get('/last')).text).toBe(text);
    expect(before.TraC.Fis.FN).toBe('0001-0001');
  },
);

/** A shop whose printer stands still as soon as it was sent a receipt. */
async function slowShop() {
  const shop = await openShop();
  const line = await lineTo(shop.emulator.port);
  await shop.set('Fiscal_Timeout=300', line.port);
  await shop.sell();
  line.mend();
  const held = Promise.withResolvers<() => void>();
  line.heard = (text) => {
    if (text.includes('<printerFiscalReceipt>')) held.resolve(shop.emulator.hold());
  };
  const answer = await shop.sell(SECOND);
  line.heard = () => undefined;
  return { shop, answer, release: await held.promise };
}

it('registers what a printer has done that is slower than the till waits, once', async () => {
  const { shop, answer, release } = await slowShop();
  expect(answer.json.TraC.Result).toMatchObject({ RC: 'NO', ErrorCode: '#IT_NO_ANSWER' });
  expect(await problems(shop)).toContain('IT_OPEN');
  // Nothing else is sold meanwhile.
  expect((await shop.sell()).json.TraC.Result.ErrorCode).toBe('#IT_NO_ANSWER');
  release();
  await vi.waitFor(() => expect(shop.emulator.documents).toHaveLength(2));
  const { json } = await shop.sell(SECOND, '/restart');
  expect(json.TraC).toMatchObject({
    Result: { RC: 'OK', ErrorCode: '#DUPLICATE' },
    Fis: { FN: '0001-0002' },
  });
  await agrees(shop, 2);
});

it('asks the memory after a crash of the service, before anything else is printed', async () => {
  const { shop, release } = await slowShop();
  release();
  await vi.waitFor(() => expect(shop.emulator.documents).toHaveLength(2));
  const after = await restarted(shop);
  const other = await after.sell({ ...SALE, TP: 'next' });
  expect(other.json.TraC).toMatchObject({ Result: { RC: 'OK' }, Fis: { FN: '0001-0003' } });
  await agrees(after, 3);
});

it('lets a manager say what became of a receipt where the memory does not tell', async () => {
  for (const isPrinted of [true, false]) {
    const { shop, release } = await slowShop();
    const { running, sell, emulator, set } = shop;
    emulator.exchange('99MEX099999');
    release();
    await set('');
    // Its only number is the one that the other printer had come to.
    await vi.waitFor(() => expect(emulator.documents).toHaveLength(1));
    const next = await sell({ ...SALE, TP: 'next' });
    expect(next.json.TraC.Result).toMatchObject({ RC: 'NO', ErrorCode: '#IT_UNCLEAR' });
    const { page } = (await running.get('/control/country')).json;
    expect(page.sections[0]).toMatchObject({ name: 'open' });
    const said = isPrinted
      ? await running.post('/control/country/printed', {
          number: '0001-0002',
          day: '2026-11-20',
          time: '16:56',
        })
      : await running.post('/control/country/not-printed', {});
    expect([said.status, said.text]).toEqual([200, said.text]);
    const { json } = await sell(SECOND, '/restart');
    expect(json.TraC).toMatchObject(
      isPrinted
        ? {
            Result: { RC: 'OK', ErrorCode: '#DUPLICATE' },
            Fis: { FN: '0001-0002', D: '2026-11-20T16:56:00' },
          }
        : { Result: { RC: 'OK' }, Fis: { FN: '0001-0002', ID: '99MEX099999' } },
    );
    await running.stop();
  }
});

it.each(DEVICE_NAMES)(
  'agrees wherever the line is cut, at every byte at night, at some of them else: %s',
  { timeout: runs(1) > 1 ? 3_600_000 : 60_000 },
  async (device) => {
    const shop = await openShop('', {}, device);
    const { sell, emulator, set } = shop;
    const line = await lineTo(emulator.port);
    await set('', line.port);
    // Its profile being written, its page may ask the printer, too.
    await sell();
    line.mend();
    await sell();
    const whole = line.used;
    let count = 2;
    const step = runs(1) > 1 ? 1 : Math.ceil(whole / CUTS);
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
