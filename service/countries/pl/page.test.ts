/** The page of a Polish register over the wire: what it shows, and what can be done there. */
import { expect, it } from 'vitest';
import { openShop, PROTOCOLS, type PolishShop } from './testing/shop.ts';

interface Part {
  kind: string;
  facts?: { label: { key: string }; value: unknown }[];
  rows?: { id: string; cells: { value: unknown }[] }[];
}

async function sections({ running }: PolishShop): Promise<{ name: string; parts: Part[] }[]> {
  return (await running.get('/control/country')).json.page.sections;
}

/** Facts of the printer by their name. */
async function facts(shop: PolishShop): Promise<Record<string, unknown>> {
  const parts = (await sections(shop)).find(({ name }) => name === 'printer')!.parts;
  const found = parts.find(({ kind }) => kind === 'facts')!.facts!;
  return Object.fromEntries(found.map(({ label, value }) => [label.key.replace('printer.', ''), value]));
}

const act = ({ running }: PolishShop, action: string, input = {}) =>
  running.post(`/control/country/${action}`, input);

it('shows the printer and its rates, asks it, closes the day and prints reports of its memory', async () => {
  const shop = await openShop();
  await shop.sell();
  expect((await act(shop, 'look')).status).toBe(200);
  expect(await facts(shop)).toMatchObject({
    ...{ condition: { key: 'printer.ready' }, serial: 'ZBF 2101002392', z: 1, receipt: 1, unsent: 0 },
    ...{
      day: { key: 'printer.dayOpen' },
      memory: { key: 'printer.memories.free' },
      used: { percent: '0.0' },
    },
    ...{ due: { time: '2026-11-21T16:55:00' }, clock: { time: '2026-11-20T16:55:00' } },
  });
  const [table] = (await sections(shop)).find(({ name }) => name === 'rates')!.parts;
  expect(table!.rows!.map(({ id, cells }) => [id, cells[2]!.value])).toEqual([
    ...[
      ['A', 'A'],
      ['B', 'B'],
      ['C', 'C'],
      ['D', 'D'],
      ['E', 'E'],
    ],
  ]);
  const period = { what: 'sum', from: '2026-11-01', till: '2026-11-20' };
  expect((await act(shop, 'period', period)).status).toBe(200);
  expect((await act(shop, 'period', { ...period, till: '2026-10-31' })).status).toBe(400);
  expect((await act(shop, 'close-day')).status).toBe(200);
  expect((await shop.running.get('/last')).json.TraC.Fis).toMatchObject({ ZI: '1', Z: { T: '28.50' } });
  expect(shop.emulator.printer.texts).toEqual([
    expect.stringContaining('OD 2026-11-01 DO 2026-11-20'),
    expect.stringContaining('DOBOWY NR 1'),
  ]);
  shop.emulator.printer.conditions.hasPaper = false;
  await act(shop, 'look');
  expect(await facts(shop)).toMatchObject({ condition: { key: 'printer.trouble.paper' } });
  expect((await act(shop, 'close-day')).text).toContain('error.closing');
});

it('tells the state of the printer at /peri, and opens the drawer', async () => {
  const { running, emulator, sell } = await openShop();
  await sell();
  expect((await running.post('/peri/drawer', '')).status).toBe(200);
  emulator.printer.conditions.isPaperLow = true;
  expect((await running.get('/peri/print/state')).json).toMatchObject({
    ...{ ModuleName: 'Posnet Online', ID: 'ZBF 2101002392', ZI: 1 },
    SimpleState: {
      ...{ DayOpen: true, ZRequired: false, NextZRequired: '2026-11-21T16:55:00', DrawerOpen: true },
      ...{ PaperNearEnd: true, PaperEnd: false, CoverOpen: false, MemAlmostFull: false, MemFull: false },
      CertExpires: null,
    },
  });
});

it.each(PROTOCOLS)(
  'tells all thirteen fields of the state of a printer, null for what it does not know: %s',
  async (protocol) => {
    const { running, emulator, sell } = await openShop('', { protocol });
    await sell();
    emulator.printer.conditions.hasPaper = false;
    const { SimpleState, ...names } = (await running.get('/peri/print/state')).json;
    expect(names).toEqual({
      ModuleName: expect.stringMatching(/Posnet|Novi|Thermal/),
      ID: emulator.printer.contents.serial,
      ZI: protocol === 'thermal' ? 0 : 1,
    });
    expect(Object.keys(SimpleState)).toHaveLength(10);
    expect(SimpleState).toMatchObject({ DayOpen: true, PaperEnd: true, CoverOpen: false, CertExpires: null });
  },
);

it('sees a clock that is wrong, and what others have done with the printer', async () => {
  const shop = await openShop();
  shop.emulator.printer.conditions.clockOff = 3 * 3_600_000;
  await act(shop, 'look');
  const problems = (await shop.running.get('/control/status')).json.problems as { code: string }[];
  expect(problems.map(({ code }) => code)).toContain('PL_CLOCK');
  shop.emulator.printer.conditions.clockOff = 0;
  await shop.sell();
  const sale = shop.emulator.printer.begin();
  sale.add({ name: 'Obcy', slot: 0, price: 100, quantity: '1', isStorno: false });
  sale.end({});
  shop.emulator.printer.finish();
  await act(shop, 'look');
  expect((await shop.sell()).json.TraC).toMatchObject({ Result: { RC: 'OK' }, Fis: { FN: '3' } });
  const memory = (await shop.running.records()).filter(({ Event }) => Event === 'fiscal-memory');
  expect(memory.map(({ Document }) => Document)).toEqual(['0', '2']);
  // Sums of this register are its own.
  expect((await shop.sell({ NFS: 'Z' })).json.TraC.Fis.Z.T).toBe('57.00');
});

it('offers nothing without a printer', async () => {
  const shop = await openShop();
  await shop.running.post('/profile', { Attributes: '' });
  expect((await sections(shop)).map(({ name }) => name)).toEqual(['printer', 'rates']);
  expect((await act(shop, 'close-day')).status).toBe(400);
});
