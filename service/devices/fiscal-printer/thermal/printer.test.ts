/** The old protocol of Polish printers: known check bytes, and a printer with a memory. */
import net from 'node:net';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { startEmulator } from '../../../emulators/thermal/emulator.ts';
import { ManualClock } from '../../../testing/manual-clock.ts';
import { tcpPort } from '../../ports/tcp.ts';
import { fromBytes, toBytes } from '../letters.ts';
import { frame, Frames } from './frame.ts';
import { readMemory, thermalPrinter } from './printer.ts';
import { receiptCommands } from './receipt.ts';

const NOW = '2026-11-20T16:55:00';

it.each([
  ['0$h', '83'],
  ['0$e', '8E'],
  ['3#e', '8A'],
  ['23#s', 'AE'],
  ['1$d', '8E'],
  ['1;26;11;20#r', 'A2'],
  ['26;11;1;26;11;20;0#o', 'B0'],
  ['1;0$lKAWA\r1\rA/10.00/10.00/0/', 'D1'],
])('ends %j with the check byte %s', (data, check) => {
  expect(frame(data).toString('latin1')).toBe(`\x1bP${data}${check}\x1b\\`);
});

it('writes Polish letters as Mazovia', () => {
  expect(toBytes('ZAŻÓŁĆ gęślą jaźń', 'mazovia').toString('hex')).toBe(
    '5a41a1a39c95206791 9e 6c86206a61a6a4'.replace(/ /g, ''),
  );
  expect(fromBytes(toBytes('Żółw – 5 €', 'mazovia'), 'mazovia')).toBe('Żółw - 5 EUR');
});

it('reads frames as they were written, however they come', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), fc.integer({ min: 1, max: 5 }), (text, size) => {
      const data = `1$l${text.replace(/[^ -~]/g, '')}`;
      const bytes = Buffer.concat([Buffer.from('x'), frame(data), Buffer.from('y')]);
      const frames = new Frames();
      const found: string[] = [];
      for (let at = 0; at < bytes.length; at += size)
        found.push(...frames.push(bytes.subarray(at, at + size)));
      expect(found).toEqual([data]);
    }),
  );
});

it('writes a receipt as the protocol wants it', () => {
  const sale = {
    kind: 'sale' as const,
    items: [
      { text: 'KAWA', quantity: '1', price: 1000, department: 0 },
      { text: 'CHLEB/RAZOWY', quantity: '2', price: 450, department: 2, discount: { text: 'x', amount: 50 } },
      { text: 'KAWA', quantity: '1', price: 1000, department: 0, cancels: 0 },
    ],
    payments: [
      { text: 'Visa', amount: 500, type: 2, index: 0 },
      { text: 'Gotówka', amount: 1000, type: 0, index: 0 },
      { text: '', amount: 650, type: 0, index: 1 },
    ],
    total: 850,
    customer: { kind: 'company' as const, number: '5260250274' },
  };
  expect(receiptCommands(sale)).toEqual([
    '0$h',
    '1;0$lKAWA\r1\rA/10.00/10.00/0/',
    '2;1$lCHLEB RAZOWY\r2\rC/4.50/9.00/0.50/',
    '0;0$lKAWA\r1\rA/10.00/10.00/0/',
    '1;0;1;0;0;0;0;0;1;0;1;1;$y\r\rNIP NABYWCY: 5260250274\rVisa\r8.50/8.50/0/10.00/5.00/0/',
  ]);
});

it('reads what the memory tells, strictly', () => {
  const told =
    '1#X0;1;0;1;0;0;0;26;11;20/23.00/08.00/05.50/00.00/100.00/101.00/101.00/7/10.00/0.00/2.50/0.00/0.00/0.00/0.00/0.00/EAZ 1701001234';
  const memory = {
    ...{ serial: 'EAZ 1701001234', count: 7, sum: 1250 },
    rates: [
      { department: 0, rate: '23', nature: null },
      { department: 1, rate: '8', nature: null },
      { department: 2, rate: '5.5', nature: null },
      { department: 3, rate: '0', nature: null },
      { department: 4, rate: '0', nature: 'ZW' },
    ],
  };
  expect([readMemory(told), readMemory(`${told}/`)]).toEqual([memory, memory]);
  for (const wrong of ['', '4#Z', told.slice(1), told.replace('10.00', '10'), told.replace('/7/', '/x/')])
    expect(readMemory(wrong)).toBeNull();
});

const ORDER = {
  kind: 'sale' as const,
  items: [{ text: 'Chleb', quantity: '2', price: 450, department: 2 }],
  payments: [{ text: 'Karta', amount: 900, type: 2, index: 0 }],
  total: 900,
};
const EMPTY = { z: 0, number: 0, sum: 0 };

async function start() {
  const emulator = await startEmulator({ clock: new ManualClock(NOW) });
  onTestFinished(() => emulator.stop());
  const openPort = tcpPort('127.0.0.1', emulator.port);
  const driver = thermalPrinter({ openPort, receiptMs: 5000, questionMs: 5000, now: () => NOW });
  return { emulator, driver };
}

it('prints a receipt, opens the drawer, closes the day and tells its state', async () => {
  const { emulator, driver } = await start();
  const result = {
    z: 0,
    number: 1,
    total: 900,
    sum: 900,
    vat: null,
    time: NOW,
    serial: 'EAZ 1701001234',
  };
  expect(await driver.register(ORDER)).toEqual({ outcome: 'done', result });
  expect(emulator.printer.documents[0]).toMatchObject({
    total: 900,
    paper: expect.arrayContaining(['PARAGON FISKALNY']),
  });
  expect(await driver.openDrawer()).toMatchObject({ outcome: 'done' });
  expect(await driver.extract!('closings', '2026-11-01', '2026-11-20')).toMatchObject({ outcome: 'done' });
  expect(emulator.printer.texts).toEqual([expect.stringContaining('OD 2026-11-01 DO 2026-11-20')]);
  expect(await driver.print(['x'])).toMatchObject({ outcome: 'not-done' });
  expect(await driver.state()).toMatchObject({
    result: { dayOpen: true, offline: false, receiptOpen: false },
  });
  expect(await driver.report('Z')).toMatchObject({ outcome: 'done', result: { z: 0 } });
  expect(await driver.report('Z')).toMatchObject({ result: { isEmpty: true } });
  expect(await driver.last()).toMatchObject({ result: { number: 0, sum: 0 } });
  emulator.printer.conditions.hasPaper = false;
  expect(await driver.register(ORDER)).toMatchObject({ outcome: 'not-done', failure: { trouble: 'paper' } });
});

it('takes back what is refused, and asks the memory after a lost answer', async () => {
  const { emulator, driver } = await start();
  expect(await driver.register({ ...ORDER, total: 901 })).toMatchObject({ outcome: 'not-done' });
  expect(await driver.register({ ...ORDER, items: [{ ...ORDER.items[0]!, department: 6 }] })).toMatchObject({
    outcome: 'not-done',
    failure: { trouble: 'wrong-rate' },
  });
  emulator.printer.begin();
  expect(await driver.find(ORDER, EMPTY)).toMatchObject({ outcome: 'not-done' });
  emulator.lose('after');
  expect(await driver.register(ORDER)).toMatchObject({ outcome: 'unknown' });
  expect(await driver.find(ORDER, EMPTY)).toMatchObject({ outcome: 'done', result: { number: 4 } });
  expect(await driver.find({ total: 1 }, EMPTY)).toMatchObject({ outcome: 'unknown' });
});

it.each(['', 'x', '\x1bP0#Z\x1b\\', '\x1bP1#X0/\x1b\\', `\x1bP1#X${'9/'.repeat(5000)}\x1b\\`])(
  'believes no hostile answer: %j',
  async (answer) => {
    const server = net.createServer(
      (socket) => void socket.on('error', () => 0).on('data', () => socket.write(answer)),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const openPort = tcpPort('127.0.0.1', (server.address() as net.AddressInfo).port);
    const driver = thermalPrinter({ openPort, receiptMs: 100, questionMs: 100, now: () => NOW });
    for (const told of [await driver.last(), await driver.find(ORDER, EMPTY), await driver.state()])
      expect(told).toMatchObject({ outcome: 'unknown' });
    expect((await driver.register(ORDER)).outcome).not.toBe('done');
  },
);
