/** The page of a Hungarian register over the wire: what can be done there. */
import { expect, it } from 'vitest';
import { openCloudShop } from './testing/cloud.ts';
import { openShop, SALE } from './testing/shop.ts';

it('opens and closes the day, prints reports and copies, tells the rate of the euro', async () => {
  const { running, emulator, sell } = await openShop('');
  const act = (action: string, input = {}) => running.post(`/control/country/${action}`, input);
  expect((await act('look')).status).toBe(200);
  expect((await act('open-day', { cash: '20003' })).json).toMatchObject({
    error: { issues: [{ path: 'cash' }] },
  });
  expect((await act('open-day', { cash: '20000' })).status).toBe(200);
  const { json } = await sell();
  for (const [action, input] of [
    ['x-report', {}],
    ['reprint', { number: json.TraC.Fis.FN }],
    ['euro', { rate: '385.5', day: '2026-11-20' }],
    ['close-day', {}],
  ] as const)
    expect([action, (await act(action, input)).text]).toEqual([
      action,
      expect.not.stringContaining('issues'),
    ]);
  expect(emulator.texts.map((text) => text.split('\n')[0])).toEqual([
    ...['NAPNYITÁS 1', 'X JELENTÉS 1', 'MÁSOLAT', 'NAPI FORGALMI JELENTÉS'],
  ]);
  emulator.conditions.hasPaper = false;
  expect((await act('open-day', { cash: '0' })).text).toContain('Nincs papír');
  expect((await sell(SALE)).status).toBe(406);
  const { sections } = (await running.get('/control/country')).json.page;
  expect(sections.map(({ name }: { name: string }) => name)).toEqual([
    'printer',
    'reprint',
    'euro',
    'nav',
    'rates',
  ]);
});

it.each([
  // Its protocol has no more.
  ['a printer', openShop, 'A12345678', { DayOpen: null, PaperNearEnd: false, PaperEnd: null }],
  [
    'a register in the cloud',
    openCloudShop,
    'C12345678',
    { DayOpen: true, DrawerOpen: null, PaperEnd: null },
  ],
] as const)('tells all thirteen fields of the state of %s', async (_name, open, ID, simple) => {
  const { running, sell } = await open();
  await sell();
  const { SimpleState, ...names } = (await running.get('/peri/print/state')).json;
  expect(names).toEqual({ ModuleName: expect.any(String), ID, ZI: 1 });
  expect(Object.keys(SimpleState)).toHaveLength(10);
  expect(SimpleState).toMatchObject(simple);
});
