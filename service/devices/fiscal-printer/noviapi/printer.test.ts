/** NoviApi: bodies, tokens, commands that are confirmed, and a printer with a memory. */
import { expect, it, onTestFinished } from 'vitest';
import { startEmulator } from '../../../emulators/noviapi/emulator.ts';
import { startServer } from '../../../emulators/server.ts';
import { ManualClock } from '../../../testing/manual-clock.ts';
import { noviApiPrinter } from './printer.ts';
import { receiptBody } from './receipt.ts';

const NOW = '2026-11-20T16:55:00';
const ORDER = {
  kind: 'sale' as const,
  items: [{ text: 'towar', quantity: '1', price: 100, department: 0 }],
  payments: [{ text: 'Karta', amount: 100, type: 2, index: 0 }],
  total: 100,
};

it('writes the smallest receipt of the maker’s description, and one with everything', () => {
  const { payments: _, ...rest } = ORDER;
  expect(receiptBody({ ...rest, payments: [] })).toEqual({
    receipt: {
      items: [{ article: { name: 'towar', ptu: 'A', price: '1.00', quantity: '1', value: '1.00' } }],
      payments: [],
      summary: { total: '1.00', pay_in: '0.00' },
    },
  });
  const whole = receiptBody({
    kind: 'sale',
    items: [
      { text: 'Kawa', quantity: '1', price: 1000, department: 0 },
      {
        text: 'Ser',
        quantity: '0.255',
        price: 4000,
        department: 2,
        unit: 'kg',
        discount: { text: 'Rabat', amount: 20 },
      },
      { text: 'Kawa', quantity: '1', price: 1000, department: 0, cancels: 0 },
    ],
    payments: [
      { text: 'BLIK', amount: 500, type: 9, index: 0 },
      { text: 'Gotówka', amount: 1000, type: 0, index: 0 },
      { text: '', amount: 500, type: 0, index: 1 },
    ],
    total: 1000,
    customer: { kind: 'company', number: '5260250274' },
    foot: ['Dziękujemy'],
  });
  expect(whole).toEqual({
    receipt: {
      items: [
        {
          article: {
            ...{ name: 'Ser', ptu: 'C', quantity: '0.255', price: '40.00', value: '10.20', unit: 'kg' },
            discount_markup: { type: 'value_discount', name: 'Rabat', value: '0.20' },
          },
        },
      ],
      payments: [{ mobile: { name: 'BLIK', value: '5.00' } }, { cash: { value: '10.00' } }],
      summary: { total: '10.00', pay_in: '15.00', change: '5.00' },
      printout_lines: [{ textline: { text: 'Dziękujemy', masked: false } }],
      buyer: { nip: '5260250274' },
    },
  });
});

it('names foreign money where its rate makes the amount, else what it is', () => {
  const paid = (amount: number, money: number, rate: string) => {
    const foreign = { currency: 'EUR', amount: money, rate };
    const { receipt } = receiptBody({
      ...ORDER,
      payments: [{ text: 'Euro 20.00 EUR', amount, type: 6, index: 0, foreign }],
    }) as { receipt: { payments: unknown[] } };
    return receipt.payments[0];
  };
  expect(paid(8531, 2000, '4.2655')).toEqual({
    currency: {
      course: '4.2655',
      currency_value: '20.00',
      local_value: '85.31',
      is_change: false,
      name: 'EUR',
    },
  });
  // 1,234,567.00 EUR: four decimals are too few.
  expect(paid(526_617_283, 123_456_700, '4.2656')).toEqual({
    other: { name: 'Euro 20.00 EUR', value: '5266172.83' },
  });
});

async function start(ms = 5000) {
  const clock = new ManualClock(NOW);
  const emulator = await startEmulator({ clock });
  onTestFinished(() => emulator.stop());
  const lines: string[] = [];
  const driver = (memory = new Map<string, string>()) =>
    noviApiPrinter({
      ...{ host: '127.0.0.1', port: emulator.port, memory, receiptMs: ms, questionMs: ms, now: () => NOW },
      trace: (line) => lines.push(line),
    });
  return { emulator, clock, driver, lines };
}

it('prints receipts, text and the daily report, with one token', async () => {
  const { emulator, driver, lines } = await start();
  const printer = driver();
  expect(await printer.last()).toMatchObject({ result: { z: 1, number: 0, sum: 0, count: 0 } });
  const result = { z: 1, number: 1, total: 100, sum: 100, vat: null, time: NOW, serial: 'WTE 2001000123' };
  expect(await printer.register(ORDER)).toEqual({ outcome: 'done', result });
  expect(await printer.print(['ZWROT', 'x'])).toMatchObject({ outcome: 'done' });
  expect(await printer.last()).toMatchObject({ result: { number: 2, sum: 100 } });
  expect(await printer.rates!()).toMatchObject({ result: [{ rate: '23' }, {}, {}, {}, { nature: 'ZW' }] });
  expect(await printer.report('Z')).toEqual({ outcome: 'done', result: { z: 1 } });
  expect(await printer.report('Z')).toEqual({ outcome: 'done', result: { z: 1, isEmpty: true } });
  expect(await printer.state()).toMatchObject({ result: { z: 2, dayOpen: false, memoryUsed: '0' } });
  expect(emulator.printer.texts).toHaveLength(2);
  expect(lines.filter((line) => line.includes('GET /token'))).toHaveLength(1);
  expect(lines.join('\n')).not.toMatch(/Bearer|expiration_date/);
});

it('opens the drawer and prints a period by commands of the protocol before this one', async () => {
  const { emulator, driver } = await start();
  const printer = driver();
  expect(await printer.openDrawer()).toMatchObject({ outcome: 'done' });
  expect(emulator.printer.conditions.isDrawerOpen).toBe(true);
  expect(await printer.extract!('closings', '2026-11-01', '2026-11-20')).toMatchObject({ outcome: 'done' });
  expect(emulator.printer.texts).toEqual([expect.stringContaining('OD 2026-11-01 DO 2026-11-20')]);
});

it('renews its token, and says when no more are given', async () => {
  const { clock, driver, lines } = await start();
  const printer = driver();
  expect(await printer.last()).toMatchObject({ outcome: 'done' });
  clock.advance(30 * 60_000);
  expect(await printer.register(ORDER)).toMatchObject({ outcome: 'done' });
  expect(lines.filter((line) => line.includes('PATCH /token'))).toHaveLength(1);
  for (let n = 0; n < 9; n++) await driver().last();
  expect(await driver().register(ORDER)).toMatchObject({
    outcome: 'not-done',
    failure: { trouble: 'busy', text: expect.stringContaining('not before 2026-11-20T') },
  });
});

it.each([
  ['wrong-rate', { items: [{ ...ORDER.items[0]!, department: 5 }] }],
  ['refused', { total: 101 }],
  ['wrong-order', { items: [] }],
] as const)('says what is refused (%s), and sells afterwards', async (trouble, wrong) => {
  const { driver } = await start();
  const printer = driver();
  expect(await printer.register({ ...ORDER, ...wrong })).toMatchObject({
    outcome: 'not-done',
    failure: { trouble },
  });
  expect(await printer.register(ORDER)).toMatchObject({ outcome: 'done' });
});

it('finds a receipt by its id, and after a crash by the memory', async () => {
  const { emulator, driver } = await start();
  for (const isForgotten of [false, true]) {
    const memory = new Map<string, string>();
    const told = await driver(memory).last();
    const before = told.outcome === 'done' ? told.result : { z: 0, number: 0 };
    for (const where of ['before', 'after'] as const) {
      emulator.lose(where);
      expect(await driver(memory).register(ORDER)).toMatchObject({ outcome: 'unknown' });
      emulator.lose(null);
      if (isForgotten) memory.clear();
      const outcome = where === 'before' ? 'not-done' : 'done';
      expect([where, await driver(memory).find(ORDER, before)]).toMatchObject([where, { outcome }]);
    }
    expect(await driver().find({ total: 7 }, before)).toMatchObject({ outcome: 'unknown' });
  }
  expect(emulator.printer.documents).toHaveLength(2);
});

it('knows that a receipt waits for paper, and that it came out afterwards', async () => {
  const { emulator, driver } = await start();
  const memory = new Map<string, string>();
  emulator.printer.conditions.hasPaper = false;
  const before = { z: 1, number: 0, sum: 0 };
  const waits = { outcome: 'unknown', failure: { trouble: 'paper' } };
  expect(await driver(memory).register(ORDER)).toMatchObject(waits);
  expect(await driver(memory).find(ORDER, before)).toMatchObject(waits);
  emulator.printer.conditions.hasPaper = true;
  expect(await driver(memory).find(ORDER, before)).toMatchObject({ outcome: 'done', result: { total: 100 } });
  expect(emulator.printer.documents).toHaveLength(1);
});

it.each([
  '',
  'no JSON',
  '{"token":1}',
  '{"token":"a b\\r\\nX: y"}',
  '{"token":"t","request":{"id":"../../token","status":"DONE"}}',
  '{"token":"t","request":{"id":"a","status":"DONE","jpkid":-1},"requests_in_queue":0}',
  `{"token":"t","requests_in_queue":${'9'.repeat(400)}}`,
  '['.repeat(100_000),
  'x'.repeat(300_000),
])('believes no hostile answer (%#)', async (body) => {
  const server = await startServer({
    longestBody: 10_000,
    take: () => ({ answer: () => ({ status: 200, type: 'application/json', body }) }),
  });
  onTestFinished(() => server.stop());
  const port = Number(new URL(server.origin).port);
  const printer = noviApiPrinter({
    ...{ host: '127.0.0.1', port, memory: new Map(), receiptMs: 300, questionMs: 300, now: () => NOW },
  });
  const before = { z: 0, number: 0 };
  // What was never stored was not printed.
  expect(await printer.register(ORDER)).toMatchObject({ outcome: 'not-done' });
  for (const told of [await printer.find(ORDER, before), await printer.last(), await printer.state()])
    expect(told).toMatchObject({ outcome: 'unknown' });
});
