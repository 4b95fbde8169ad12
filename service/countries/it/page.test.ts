/** The page of an Italian register over the wire: what it shows, and what can be done there. */
import { expect, it } from 'vitest';
import { epsonPrinter } from '../../devices/fiscal-printer/epson-fp/printer.ts';
import { openShop, pay, pos, type ItalianShop } from './testing/shop.ts';

interface Part {
  kind: string;
  facts?: { label: { key: string }; value: unknown }[];
  rows?: { id: string; cells: { value: unknown }[] }[];
}

async function sections({ running }: ItalianShop): Promise<{ name: string; parts: Part[] }[]> {
  return (await running.get('/control/country')).json.page.sections;
}

/** Facts of the printer by their name. */
async function facts(shop: ItalianShop): Promise<Record<string, unknown>> {
  const parts = (await sections(shop)).find(({ name }) => name === 'printer')!.parts;
  const found = parts.find(({ kind }) => kind === 'facts')!.facts!;
  return Object.fromEntries(found.map(({ label, value }) => [label.key.replace('printer.', ''), value]));
}

const act = ({ running }: ItalianShop, action: string, input = {}) =>
  running.post(`/control/country/${action}`, input);

it('shows the printer, and asks it', async () => {
  const shop = await openShop();
  await shop.sell();
  expect((await act(shop, 'look')).status).toBe(200);
  expect(await facts(shop)).toMatchObject({
    ...{ condition: { key: 'printer.ready' }, serial: '99MEX012345', z: 1, document: '0001-0001', unsent: 0 },
    ...{ day: { key: 'printer.dayOpen' }, memory: { key: 'printer.memories.free' } },
  });
  shop.emulator.conditions.hasPaper = false;
  await act(shop, 'look');
  expect(await facts(shop)).toMatchObject({ condition: { key: 'printer.offline' } });
  const refused = await act(shop, 'x-report');
  expect(refused.status).toBe(400);
  expect(refused.text).toContain('printer.trouble.paper');
});

it('closes the day', async () => {
  const shop = await openShop();
  await shop.sell();
  expect((await act(shop, 'close-day')).status).toBe(200);
  const { json } = await shop.running.get('/last');
  expect(json.TraC.Fis).toMatchObject({ ZI: '1', Z: { T: '3.40' } });
  expect((await shop.sell()).json.TraC.Fis.FN).toBe('0002-0001');
});

it('tells of a day that was closed at the printer itself nothing in the next one', async () => {
  const { sell, emulator, running } = await openShop();
  await sell();
  const by = epsonPrinter({ host: '127.0.0.1', port: emulator.port, today: () => '2026-11-20' });
  expect(await by.report('Z')).toMatchObject({ outcome: 'done' });
  await sell({ PosA: [pos('Pane', 'D', '1.00')], PayA: [pay('cash', '1.00')] });
  const { json } = await sell({ NFS: 'Z' });
  expect(json.TraC.Fis).toMatchObject({ ZI: '2', Z: { T: '1.00' } });
  const memory = (await running.records()).filter(({ Event }) => Event === 'fiscal-memory');
  expect(memory).toHaveLength(1);
});

it('prints a document again', async () => {
  const shop = await openShop();
  await shop.sell();
  expect((await act(shop, 'reprint', { day: '2026-11-20', number: '1' })).status).toBe(200);
  expect(shop.emulator.texts).toEqual([expect.stringContaining('0001-0001')]);
  expect((await act(shop, 'reprint', { day: '2026-11-20', number: '2' })).status).toBe(400);
});

it('shows which department stands for which rate', async () => {
  const shop = await openShop('IT_Departments="A=7 D=3"');
  const [table] = (await sections(shop)).find(({ name }) => name === 'rates')!.parts;
  expect(table!.rows!.map(({ id, cells }) => [id, cells[3]!.value]).slice(0, 4)).toEqual([
    ['A', '07'],
    ['B', { key: 'rates.none' }],
    ['C', { key: 'rates.none' }],
    ['D', '03'],
  ]);
});

it('offers nothing without a printer but says how to name one', async () => {
  const shop = await openShop();
  await shop.running.post('/profile', { Attributes: '' });
  expect((await sections(shop)).map(({ name }) => name)).toEqual(['printer', 'rates']);
  expect((await act(shop, 'close-day')).status).toBe(400);
});
