/** A printer in trouble, over the wire: till, journal and fiscal memory agree afterwards, and nothing is printed twice. */
import { expect, it, vi } from 'vitest';
import {
  CUT_TIMEOUT,
  problemsOf,
  sellInterim,
  sellOverCutLine,
  sellToSlow,
} from '../testing/printer-faults.ts';
import { DEVICES, openShop, restarted, SALE, type Device, type ItalianShop } from './testing/shop.ts';

const DEVICE_NAMES = Object.keys(DEVICES) as Device[];

/** Numbers in journal and memory. */
const numbers = async ({ running, emulator }: ItalianShop) => {
  const records = (await running.records('def', '_=Tra')) as {
    Fis: { FN?: string };
  }[];
  const four = (n: number) => String(n).padStart(4, '0');
  return {
    journal: records.flatMap(({ Fis }) => (Fis.FN === undefined ? [] : [Fis.FN])),
    memory: emulator.documents.map(({ z, number }) => `${four(z)}-${four(number)}`),
  };
};

/** Numbers of a day have four digits. */
const OF_A_DAY = 9000;

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
    if (problem) expect(await problemsOf(shop)).toContain(problem);
    await agrees(shop, 1);
    Object.assign(emulator.conditions, good);
    expect((await sell(SECOND, '/restart')).json.TraC.Result).toEqual({ RC: 'OK' });
    await agrees(shop, 2);
    expect(await problemsOf(shop)).not.toContain('IT_OPEN');
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
  expect(await problemsOf(shop)).toContain('IT_PRINTER_SILENT');
  await running.post('/profile', { Attributes: '' });
  const { status, json } = await sell();
  expect([status, json.TraC.Result.ErrorCode]).toEqual([406, '#NO_PRINTER']);
  expect(await problemsOf(shop)).toContain('IT_NO_PRINTER');
  expect((await running.records()).filter(({ _ }) => _ === 'Tra')).toHaveLength(1);
});

it.each(DEVICE_NAMES)(
  'keeps a till informed that waits, polls /last, or wants interim answers: %s',
  async (device) => {
    const shop = await openShop('HttpServer_respond102=1', {}, device);
    const before = (await shop.sell()).json;
    const text = await sellInterim(shop, SALE);
    expect(JSON.parse(text)).toMatchObject({ TraC: { Fis: { FN: '0001-0002' } } });
    expect(before.TraC.Fis.FN).toBe('0001-0001');
  },
);

/** A shop whose printer stands still as soon as it was sent a receipt. */
async function slowShop() {
  const shop = await openShop();
  return { shop, ...(await sellToSlow(shop, SECOND, '<printerFiscalReceipt>')) };
}

it('registers what a printer has done that is slower than the till waits, once', async () => {
  const { shop, answer, release } = await slowShop();
  expect(answer.json.TraC.Result).toMatchObject({ RC: 'NO', ErrorCode: '#IT_NO_ANSWER' });
  expect(await problemsOf(shop)).toContain('IT_OPEN');
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
  CUT_TIMEOUT,
  async (device) => {
    const shop = await openShop('', {}, device);
    await agrees(shop, await sellOverCutLine(shop, () => shop.emulator.documents.length, '', OF_A_DAY));
  },
);
