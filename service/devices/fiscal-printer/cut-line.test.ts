/** The line is cut after every single byte of a sale: afterwards the driver knows what the printer has done, and there is one paper. */
import { expect, it } from 'vitest';
import { PolishPrinter } from '../../emulators/pl-printer/device.ts';
import type { Session } from '../../emulators/pl-printer/line.ts';
import { PosnetService, PosnetSession } from '../../emulators/posnet/service.ts';
import { ThermalService, ThermalSession } from '../../emulators/thermal/service.ts';
import { ManualClock } from '../../testing/manual-clock.ts';
import type { FiscalPrinter, Order } from './contract.ts';
import { posnetPrinter } from './posnet/printer.ts';
import { thermalPrinter } from './thermal/printer.ts';
import { cutLine, type CutLine } from './testing/cut-line.ts';

const NOW = '2026-11-20T16:55:00';
const ORDER: Order = {
  kind: 'sale',
  items: [
    { text: 'Chleb żytni', quantity: '2', price: 450, department: 2 },
    { text: 'Kawa', quantity: '1', price: 1200, department: 0, discount: { text: 'Rabat', amount: 100 } },
  ],
  payments: [
    { text: 'Karta', amount: 1500, type: 2, index: 0 },
    { text: 'Gotówka', amount: 1000, type: 0, index: 0 },
    { text: '', amount: 500, type: 0, index: 1 },
  ],
  total: 2000,
  customer: { kind: 'company', number: '5260250274' },
  foot: ['Dziękujemy!'],
};
const MS = { receiptMs: 60_000, questionMs: 60_000 };

const INVOICE: Order = {
  ...ORDER,
  invoice: 'FV 12/2026',
  buyer: { name: 'Kupiec', street: 'Długa 1', zip: '00-001', city: 'Warszawa', taxId: '5260250274' },
};

type Driver = [string, Order, (printer: PolishPrinter) => () => Session, (line: CutLine) => FiscalPrinter];

const POSNET: [Driver[2], Driver[3]] = [
  (printer) => {
    const service = new PosnetService(printer);
    return () => new PosnetSession(service);
  },
  ({ openPort }) => posnetPrinter({ openPort, ...MS }),
];

const DRIVERS: Driver[] = [
  ['Posnet', ORDER, ...POSNET],
  ['Posnet, an invoice', INVOICE, ...POSNET],
  [
    'Thermal',
    ORDER,
    (printer) => {
      const service = new ThermalService(printer);
      return () => new ThermalSession(service);
    },
    ({ openPort }) => thermalPrinter({ openPort, ...MS, now: () => NOW }),
  ],
];

it.each(DRIVERS)('%s', async (_name, order, sessionsOf, driverOf) => {
  const printer = new PolishPrinter({ clock: new ManualClock(NOW) });
  const line = cutLine(sessionsOf(printer));
  const driver = driverOf(line);
  const before = line.used;
  expect(await driver.register(order)).toMatchObject({ outcome: 'done' });
  const whole = line.used - before;
  const outcomes = new Set<string>();
  for (let bytes = 1; bytes < whole; bytes++) {
    const position = await driver.last();
    if (position.outcome !== 'done') throw new Error(`${bytes}: ${position.failure.text}`);
    const count = printer.documents.length;
    line.cutAfter(bytes);
    let told = await driver.register(order);
    outcomes.add(told.outcome);
    if (told.outcome === 'unknown') told = await driver.find(order, position.result);
    // What was not done is done now; it must not have been done before.
    if (told.outcome === 'not-done') {
      expect([bytes, printer.documents.length]).toEqual([bytes, count]);
      told = await driver.register(order);
    }
    const { number } = printer.documents.at(-1)!;
    const shown = told.outcome === 'done' && [told.result.total, told.result.sum];
    const sum = printer.documents.reduce((all, { total }) => all + total, 0);
    expect([bytes, shown, printer.documents.length, printer.sale]).toEqual([
      bytes,
      [2000, sum],
      count + 1,
      null,
    ]);
    expect(number).toBeGreaterThan(0);
  }
  // The last byte alone may be one that nobody misses.
  expect([...outcomes]).toEqual(expect.arrayContaining(['not-done', 'unknown']));
});
