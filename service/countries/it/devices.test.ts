/** A till over the wire with each of the devices of Italy: the same receipts, the same figures. */
import { expect, it } from 'vitest';
import type { Tree } from '../../receipt/tree.ts';
import { DEVICES, openShop, pay, pos, SALE, type Device, type ItalianShop } from './testing/shop.ts';

const NAMES = Object.keys(DEVICES) as Device[];
const REFUND = { PosA: [pos('Pane', 'D', '-1.00')], PayA: [pay('refund', '-1.00')] };

const codes = async ({ running }: ItalianShop): Promise<string[]> =>
  (await running.get('/control/status')).json.problems.map(({ code }: { code: string }) => code);

const result = async ({ sell }: ItalianShop, esr?: Tree) => (await sell(esr)).json.TraC.Result;

it.each(NAMES)('sells, takes back, annuls and closes the day: %s', async (device) => {
  const shop = await openShop('', {}, device);
  const { sell, emulator, running } = shop;
  const { json } = await sell();
  const { ID } = json.TraC.Fis;
  expect(json.TraC).toMatchObject({
    Result: { RC: 'OK' },
    ESR: { FN: '0001-0001' },
    Fis: { D: '2026-11-20T16:55:00', FN: '0001-0001', DN: '1', ZI: '1' },
  });
  expect(ID).toMatch(/^[\dA-Z]{11}$/);
  // What no printer prints the till has to.
  const tags = device === 'custom-rts' ? ['IT_ServerRT', 'IT_Sigillo'] : undefined;
  expect(json.TraC.Fis.Tag?.map(({ Name }: { Name: string }) => Name)).toEqual(tags);
  await sell({ PosA: [pos('Vino', 'A', '12.20')], PayA: [pay('open', '12.20')] });
  expect((await sell({ ...REFUND, RFN: '0001-0001' })).json.TraC.Fis.FN).toBe('0001-0003');
  const { Tag = [] } = (await running.get('/last')).json.TraC.Fis;
  expect(Tag.map(({ Value }: { Value: string }) => Value).slice(0, 1)).toEqual(
    tags ? ['N. 0001-0001 del 20-11-2026'] : [],
  );
  const last = { Tra: { ESR: { TL: 'MI1', TT: '1', TN: '2', D: '2026-11-20T16:55:00' } } };
  expect((await running.post('/register/void', last)).json.TraC.Fis.FN).toBe('0001-0004');
  expect(await result(shop, { ...SALE, Ctm: { IT_CodiceLotteria: 'YYWLR30G' } })).toEqual({ RC: 'OK' });
  expect(await result(shop, { ...SALE, Ctm: { TaxId: 'RCCMNL83S18D969H' } })).toEqual({ RC: 'OK' });
  expect(emulator.documents.map(({ kind, total }) => [kind, total])).toEqual([
    ...[
      ['sale', 340],
      ['sale', 1220],
      ['return', 100],
      ['void', 1220],
      ['sale', 340],
      ['sale', 340],
    ],
  ]);
  expect(await result(shop, { NFS: 'X' })).toEqual({ RC: 'OK' });
  const z = (await sell({ NFS: 'Z' })).json.TraC;
  expect(z).toMatchObject({ Result: { RC: 'OK' }, Fis: { ZI: '1', ID, Z: { T: '9.20', CAmt: '0.00' } } });
  expect((await sell()).json.TraC.Fis.FN).toBe('0002-0001');
});

it.each(NAMES)('closes a day that is over before the first sale of the next one: %s', async (device) => {
  const { sell, emulator, clock } = await openShop('Fiscal_ZLaunch', {}, device);
  await sell();
  clock.advance(25 * 3_600_000);
  expect((await sell()).json.TraC).toMatchObject({ Result: { RC: 'OK' }, Fis: { FN: '0002-0001' } });
  expect(emulator.documents).toHaveLength(2);
});

it.each(NAMES)('takes vouchers that were sold with their tax, and gifts, off: %s', async (device) => {
  const { sell, emulator } = await openShop('', {}, device);
  const { json } = await sell({
    PosA: [
      pos('Cena', 'B', '30.00'),
      { _: 'Vou', Dsc: 'Buono cena', TaxG: 'B', Amt: '-10.00', VouN: '77' },
      pos('Vino', 'A', '12.20'),
      { _: 'FoC', Dsc: 'Amaro', TaxG: 'A', Qty: '2', Pri: '4.00', Amt: '0.00' },
      { _: 'FoC', PN: '9', Dsc: 'Caffè', TaxG: 'B', Amt: '1.20' },
      { _: 'Mod', PN: '9', Dsc: 'Omaggio', Amt: '-1.20' },
    ],
    PayA: [pay('voucher', '2.20'), pay('title', '8.00'), pay('debitcard', '22.00')],
  });
  expect(json.TraC.Result).toMatchObject({ RC: 'OK' });
  expect(json.TraC.Result.ErrorCode).toBeUndefined();
  expect(emulator.documents).toMatchObject([{ total: 3220, vat: 402 }]);
  // More than was sold at that rate is taken off nothing.
  const { json: refused } = await sell({
    PosA: [pos('Vino', 'A', '12.20'), { _: 'Vou', Dsc: 'Buono', TaxG: 'B', Amt: '-10.00' }],
    PayA: [pay('cash', '2.20')],
  });
  expect(refused.TraC.Result).toMatchObject({ RC: 'BAD', ErrorCode: '#IT_NEGATIVE' });
});

it('refuses what has no nature before an RT server is asked; printers take it', async () => {
  const sale = { PosA: [pos('Deposito', 'AL', '5.00')], PayA: [pay('cash', '5.00')] };
  const { sell, emulator, running } = await openShop('', {}, 'custom-rts');
  const { Result } = (await sell(sale)).json.TraC;
  expect(Result).toMatchObject({ RC: 'BAD', ErrorCode: '#IT_TAX' });
  expect(emulator.documents).toEqual([]);
  expect((await running.records()).map(({ _ }) => _)).toEqual(['Cfg']);
  const printer = await openShop('', {}, 'epson-fp');
  expect((await printer.sell(sale)).json.TraC.Result).toMatchObject({ RC: 'OK' });
});

it.each([
  ['#PRINTER_PAPER', 'IT_PRINTER_OFFLINE', { hasPaper: false }, { hasPaper: true }],
  ['#PRINTER_COVER', 'IT_PRINTER_OFFLINE', { coverOpen: true }, { coverOpen: false }],
  ['#IT_MEMORY', 'IT_MEMORY_FULL', { memoryFull: true }, { memoryFull: false }],
  ['#IT_CLOCK', 'IT_CLOCK', { clockWrong: true }, { clockWrong: false }],
] as const)('says what is in the way, and sells once it is not: %s', async (code, problem, bad, good) => {
  for (const device of ['custom-fp', 'epson-fp'] as const) {
    const shop = await openShop('', {}, device);
    const { sell, emulator } = shop;
    await sell();
    Object.assign(emulator.conditions, bad);
    const next = { ...SALE, TP: 'next' };
    const { status, json } = await sell(next);
    expect(status).toBe(406);
    expect(json.TraC.Result).toMatchObject({ RC: 'NO', ErrorCode: code });
    expect(json.TraC.Result.UserMessage).toMatch(/stampante/i);
    // Epson's does not say what time it has, so that a question that it answers ends what was said before.
    if (device === 'custom-fp' || code !== '#IT_CLOCK') expect(await codes(shop)).toContain(problem);
    Object.assign(emulator.conditions, good);
    expect((await sell(next, '/restart')).json.TraC.Result).toEqual({ RC: 'OK' });
    expect(emulator.documents).toHaveLength(2);
    await shop.running.stop();
  }
});

it('takes the departments that the printer is set to, and says which rate it lacks', async () => {
  const rates = { '7': { rate: 2200, exempt: 0 }, '2': { rate: 400, exempt: 0 } };
  const shop = await openShop('', { rates } as never, 'custom-fp');
  expect(await result(shop, { PosA: [pos('Vino', 'A', '12.20')], PayA: [pay('cash', '12.20')] })).toEqual({
    RC: 'OK',
  });
  expect(shop.emulator.documents).toMatchObject([{ vat: 220 }]);
  expect(await result(shop)).toMatchObject({ RC: 'NO', ErrorCode: '#IT_DEPARTMENT' });
  const closing = (await shop.sell({ NFS: 'Z' })).json.TraC;
  expect(closing.Fis.Z.ZTax).toMatchObject([{ TaxG: 'A', TaxI: '07', Amt: '12.20' }]);
  const { page } = (await shop.running.get('/control/country')).json;
  const table = page.sections.find(({ name }: { name: string }) => name === 'rates').parts[0];
  expect(table.rows.map(({ cells }: { cells: { value: unknown }[] }) => cells[3]!.value).slice(0, 4)).toEqual(
    ['07', { key: 'rates.none' }, { key: 'rates.none' }, '02'],
  );
  // What the profile says counts more; the printer has the last word.
  await shop.set('IT_Departments="A=7 D=2 B=3"');
  expect(await result(shop)).toMatchObject({ RC: 'NO', ErrorCode: '#IT_RATE' });
  expect(shop.emulator.documents).toHaveLength(1);
  const differing = async () =>
    ((await shop.running.get('/control/status')).json.problems as { code: string; params?: unknown }[]).find(
      ({ code }) => code === 'IT_DEPARTMENTS_DIFFER',
    )?.params;
  expect(await differing()).toEqual({ groups: 'B' });
  await shop.set('IT_Departments="A=2 D=2"');
  expect(await differing()).toEqual({ groups: 'A' });
  await shop.set('IT_Departments="A=7 D=2"');
  expect(await differing()).toBeUndefined();
});

it('takes the departments that an Epson printer is set to, and the makers’ where it does not tell', async () => {
  const departments = { '5': 22, '6': 4, '3': 0 };
  const shop = await openShop('', { departments });
  const wine = { PosA: [pos('Vino', 'A', '12.20')], PayA: [pay('cash', '12.20')] };
  expect(await result(shop, wine)).toEqual({ RC: 'OK' });
  expect(await result(shop, { PosA: [pos('Bollo', 'ES', '2.00')], PayA: [pay('cash', '2.00')] })).toEqual({
    RC: 'OK',
  });
  expect(shop.emulator.documents).toMatchObject([{ vat: 220 }, { vat: 0 }]);
  // It has no 10 %: nothing is printed.
  expect(await result(shop)).toMatchObject({ RC: 'NO', ErrorCode: '#IT_DEPARTMENT' });
  expect(shop.emulator.documents).toHaveLength(2);
  expect((await shop.sell({ NFS: 'Z' })).json.TraC.Fis.Z.ZTax).toMatchObject([
    { TaxI: '05' },
    { TaxI: '03' },
  ]);
  const old = await openShop('', { isOld: true });
  expect(await result(old)).toEqual({ RC: 'OK' });
  const period = { what: 'sum', from: '2026-11-20', till: '2026-11-20' };
  expect((await shop.running.post('/control/country/extract', period)).status).toBe(200);
  expect(shop.emulator.texts.at(-1)).toContain('TOTALE 14,20');
});

it('points out closings that wait or were refused, and prints out of the memories', async () => {
  const shop = await openShop('', {}, 'custom-fp');
  const { running, emulator } = shop;
  const act = (action: string, input = {}) => running.post(`/control/country/${action}`, input);
  expect(await result(shop, { NFS: 'Z' })).toMatchObject({ RC: 'NO', ErrorCode: '#IT_NOTHING_SOLD' });
  for (let day = 0; day < 4; day++) {
    await shop.sell();
    expect((await act('close-day')).status).toBe(200);
  }
  Object.assign(emulator.conditions, { unsent: 3, rejected: 1 });
  await act('look');
  expect(await codes(shop)).toEqual(expect.arrayContaining(['IT_UNSENT', 'IT_REJECTED']));
  const period = { from: '2026-11-01', till: '2026-11-20' };
  expect((await act('extract', { what: 'closings', ...period })).status).toBe(200);
  expect((await act('extract', { what: 'sum', from: '2026-11-20', till: '2026-11-19' })).status).toBe(400);
  expect((await act('extract', { ...period, what: 'journal', from: '2026-10-01' })).status).toBe(400);
  expect((await act('memory-report')).status).toBe(200);
  expect(emulator.texts).toEqual(['5002 4 13,60', '5004 4 13,60']);
  emulator.conditions.clockWrong = true;
  expect((await act('set-clock')).status).toBe(200);
  expect(await result(shop)).toEqual({ RC: 'OK' });
});

it.each([
  ['custom-fp', { DrawerOpen: false, PaperEnd: false, CoverOpen: false, MemFull: false, ZRequired: false }],
  ['custom-rts', { DrawerOpen: null, PaperEnd: null, CoverOpen: null, MemFull: false, ZRequired: null }],
  ['epson-fp', { DrawerOpen: false, PaperEnd: false, CoverOpen: false, MemFull: false, ZRequired: null }],
] as const)('tells the state of %s in all fields', async (device, simple) => {
  const { sell, running } = await openShop('', {}, device);
  await sell();
  const { json } = await running.get('/peri/print/state');
  expect(json).toMatchObject({ ZI: 1, SimpleState: { DayOpen: true, ...simple } });
  expect(Object.keys(json)).toEqual(expect.arrayContaining(['ModuleName', 'ID', 'ZI', 'SimpleState']));
  expect(Object.keys(json.SimpleState)).toHaveLength(10);
});

it('prints a document of an RT server on the receipt printer, as the original', async () => {
  const { sell, emulator, running } = await openShop('', {}, 'custom-rts');
  await running.post('/profile', {
    Attributes: `Fiscal_Server=custom-rts@http://127.0.0.1:${emulator.port} Device_Auth=0001ab01:cassa`,
  });
  const { json } = await sell();
  expect(json.TraC).toMatchObject({ Result: { RC: 'OK' }, Fis: { FN: '0001-0001' } });
  const { text } = await running.get('/render/text');
  expect(text).toContain('0001-0001');
  expect(text).toContain('88S25000017');
  expect(text).toMatch(/commerciale/i);
  expect(text).not.toMatch(/copia/i);
  // Its page speaks of a server.
  const { page } = (await running.get('/control/country')).json;
  expect(page.sections.map(({ heading }: { heading: { key: string } }) => heading.key)).toContain(
    'server.heading',
  );
  expect(JSON.stringify(page)).not.toContain('"rates.department"');
  // It has neither paper nor drawer.
  expect((await running.post('/peri/drawer', '')).status).toBe(406);
  await emulator.stop();
  await sell();
  const { problems } = (await running.get('/control/status')).json;
  expect(problems.map(({ code }: { code: string }) => code)).toContain('IT_SERVER_SILENT');
});
