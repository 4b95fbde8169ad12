/** A printer in trouble, over the wire: till, journal and fiscal memory agree afterwards, and nothing is printed twice. */
import { describe, expect, it, vi } from 'vitest';
import { amountText } from '../../receipt/money.ts';
import { lineTo } from '../../testing/line.ts';
import {
  CUT_TIMEOUT,
  problemsOf,
  sellInterim,
  sellOverCutLine,
  sellToSlow,
} from '../testing/printer-faults.ts';
import { openShop, PROTOCOLS, restarted, SALE, type PolishShop } from './testing/shop.ts';

const SECOND = { ...SALE, TP: 'second' };

/** Journal and memory have the same receipts. */
async function agrees({ running, emulator, protocol }: PolishShop, count: number): Promise<void> {
  const records = (await running.records('def', '_=Tra')) as {
    ESR: { T: string };
    Fis?: { FN: string };
  }[];
  const { documents } = emulator.printer;
  const journal = records.map(({ ESR, Fis }) => [Fis?.FN, ESR.T]);
  const isById = protocol === 'noviapi';
  const memory = documents.map(({ id, number, total }) => [
    String(isById ? id : number),
    amountText(total, 2),
  ]);
  expect(journal).toEqual(memory);
  expect(memory).toHaveLength(count);
}

describe.each(PROTOCOLS)('on %s', (protocol) => {
  it('sells nothing without paper, says why, and goes on afterwards', async () => {
    const shop = await openShop('Fiscal_Timeout=2000', { protocol });
    const { sell, emulator } = shop;
    await sell();
    emulator.printer.conditions.hasPaper = false;
    const { status, json } = await sell(SECOND);
    expect(status).toBe(406);
    expect(json.TraC.Result).toMatchObject({ RC: 'NO', ErrorCode: '#PRINTER_PAPER' });
    expect(json.TraC.Result.UserMessage).toMatch(/papier/);
    expect(await problemsOf(shop)).toContain('PL_PRINTER_OFFLINE');
    await agrees(shop, 1);
    emulator.printer.conditions.hasPaper = true;
    expect((await sell(SECOND, '/restart')).json.TraC.Result.RC).toBe('OK');
    await agrees(shop, 2);
    expect(await problemsOf(shop)).not.toContain('PL_OPEN');
  });

  it('has a receipt once whose answer was lost, also after a crash of the service', async () => {
    for (const where of ['before', 'after'] as const) {
      const shop = await openShop('', { protocol });
      await shop.sell();
      shop.emulator.lose(where);
      const { json } = await shop.sell(SECOND);
      // The memory was asked in the same breath.
      expect(json.TraC.Result.RC).toBe(where === 'after' ? 'OK' : 'NO');
      shop.emulator.lose(null);
      const after = await restarted(shop);
      expect((await after.sell(SECOND, '/restart')).json.TraC.Result.RC).toBe('OK');
      await agrees(after, 2);
      await after.running.stop();
    }
  });

  it(
    'agrees wherever the line is cut: at every byte at night, at some of them else',
    CUT_TIMEOUT,
    async () => {
      const shop = await openShop('', { protocol });
      const { sell, emulator } = shop;
      const count = await sellOverCutLine(shop, () => emulator.printer.documents.length);
      // A till that was cut off in the middle has left numbers behind: totals say what was sold.
      const total = emulator.printer.documents.reduce((sum, document) => sum + document.total, 0);
      expect(total).toBe(count * 2850);
      const { json } = await sell({ NFS: 'Z' });
      expect(json.TraC.Fis.Z.T).toBe(amountText(total, 2));
    },
  );
});

it.each([
  ['with an open cover', '#PRINTER_COVER', { coverOpen: true }],
  ['whose clock is behind', '#PL_CLOCK', { clockOff: -2 * 3_600_000 }],
] as const)('sells nothing on a printer %s', async (_how, code, bad) => {
  const shop = await openShop();
  const { sell, emulator } = shop;
  await sell();
  Object.assign(emulator.printer.conditions, bad);
  expect((await sell(SECOND)).json.TraC.Result).toMatchObject({ RC: 'NO', ErrorCode: code });
  Object.assign(emulator.printer.conditions, { coverOpen: false, clockOff: 0 });
  expect((await sell(SECOND, '/restart')).json.TraC.Result).toEqual({ RC: 'OK' });
  await agrees(shop, 2);
});

it('says that the daily report is due, and that the memory is full', async () => {
  const shop = await openShop();
  const { sell, emulator, clock } = shop;
  await sell();
  clock.advance(25 * 3_600_000);
  const { json } = await sell(SECOND);
  expect(json.TraC.Result).toMatchObject({ RC: 'NO', ErrorCode: '#PL_CLOSING' });
  expect(json.TraC.Result.UserMessage).toMatch(/raportu dobowego/);
  await sell({ NFS: 'Z' });
  emulator.printer.contents.closed = 1830;
  expect((await sell(SECOND)).json.TraC.Result).toMatchObject({ RC: 'NO', ErrorCode: '#PL_MEMORY' });
  expect(await problemsOf(shop)).toContain('PL_MEMORY_FULL');
});

it('says that the printer cannot be reached, and that none is named', async () => {
  const shop = await openShop();
  const { sell, emulator, running } = shop;
  await emulator.stop();
  expect((await sell()).json.TraC.Result).toMatchObject({ RC: 'NO', ErrorCode: '#PRINTER_TROUBLE' });
  expect(await problemsOf(shop)).toContain('PL_PRINTER_SILENT');
  await running.post('/profile', { Attributes: '' });
  expect((await sell()).json.TraC.Result).toMatchObject({ RC: 'NO', ErrorCode: '#NO_PRINTER' });
  expect(await problemsOf(shop)).toContain('PL_NO_PRINTER');
});

it('keeps a till informed that waits, polls /last, or wants interim answers', async () => {
  const shop = await openShop('HttpServer_respond102=1');
  const before = (await shop.sell()).json;
  const text = await sellInterim(shop, SECOND);
  expect(JSON.parse(text)).toMatchObject({ TraC: { Fis: { FN: '2' } } });
  expect(before.TraC.Fis.FN).toBe('1');
});

it('registers what comes out of a printer that is slower than the till waits, once', async () => {
  const shop = await openShop();
  const { sell, emulator } = shop;
  const { answer, release } = await sellToSlow(shop, SECOND, 'trpayment');
  expect(answer.json.TraC.Result).toMatchObject({ RC: 'NO', ErrorCode: '#PL_NO_ANSWER' });
  expect(await problemsOf(shop)).toContain('PL_OPEN');
  release();
  await vi.waitFor(async () => {
    expect((await sell(SECOND, '/restart')).json.TraC.Result.RC).toBe('OK');
  });
  expect(emulator.printer.documents).toHaveLength(2);
});

it('lets a manager say what became of a receipt where the memory does not tell', async () => {
  for (const isPrinted of [true, false]) {
    const shop = await openShop('Fiscal_Timeout=300');
    const { running, sell, emulator, set } = shop;
    await sell();
    // The line breaks with the answer, and another printer stands there afterwards.
    const line = await lineTo(emulator.port);
    await set('Fiscal_Timeout=300', line.port);
    line.heard = (text) => {
      if (text.includes('trend')) line.cutAfter(1);
    };
    await sell(SECOND);
    line.heard = () => undefined;
    emulator.printer.exchange('ZBF 9999999999');
    line.mend();
    await set('');
    expect((await sell({ ...SALE, TP: 'next' })).json.TraC.Result).toMatchObject({
      RC: 'NO',
      ErrorCode: '#PL_UNCLEAR',
    });
    const { page } = (await running.get('/control/country')).json;
    expect(page.sections[0]).toMatchObject({ name: 'open' });
    const said = isPrinted
      ? await running.post('/control/country/printed', { number: '2', day: '2026-11-20', time: '16:56' })
      : await running.post('/control/country/not-printed', {});
    expect([said.status, said.text]).toEqual([200, said.text]);
    const { json } = await sell(SECOND, '/restart');
    expect(json.TraC).toMatchObject(
      isPrinted
        ? {
            Result: { RC: 'OK', ErrorCode: '#DUPLICATE' },
            ESR: { FN: '1/2' },
            Fis: { D: '2026-11-20T16:56:00' },
          }
        : { Result: { RC: 'OK' }, Fis: { FN: '1', ID: 'ZBF 9999999999' } },
    );
    await running.stop();
  }
});
