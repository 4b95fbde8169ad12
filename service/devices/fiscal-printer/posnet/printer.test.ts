/** The Posnet protocol: known answers of the makers, and a printer with a memory. */
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startEmulator, type EmulatorOptions } from '../../../emulators/posnet/emulator.ts';
import { ManualClock } from '../../../testing/manual-clock.ts';
import { tcpPort } from '../../ports/tcp.ts';
import { fromBytes, toBytes } from '../letters.ts';
import { ratesOf, time } from './answers.ts';
import { crc16, frame, Frames, readFrame, type Parameter } from './frame.ts';
import { posnetPrinter } from './printer.ts';

describe('frames', () => {
  it.each<[string, Parameter[], string]>([
    ['trinit', [], '911D'],
    ['trinit', [['bm', false]], '4825'],
    ['rtcget', [], '7D61'],
    [
      'trline',
      [
        ['na', 'Apples'],
        ['vt', 1],
        ['pr', 200],
      ],
      'F7AE',
    ],
    [
      'trpayment',
      [
        ['ty', 2],
        ['wa', 500],
        ['re', false],
      ],
      '3B6B',
    ],
    [
      'trpayment',
      [
        ['ty', 0],
        ['wa', 300],
        ['re', true],
      ],
      '8E7B',
    ],
    [
      'trend',
      [
        ['to', 200],
        ['re', 300],
        ['fp', 500],
      ],
      'E57A',
    ],
    ['scnt', [], 'E484'],
    ['scomm', [], 'C42B'],
    ['prncancel', [], '6B3B'],
    ['opendrwr', [], '5836'],
    ['dailyrep', [['da', '2026-11-20']], 'F195'],
    ['trnipset', [['ni', '5260250274']], 'B00A'],
    [
      'trline',
      [
        ['na', 'Koło'],
        ['vt', 0],
        ['pr', 100],
      ],
      '3B3C',
    ],
  ])('of %s %j have the check sum %s', (name, parameters, sum) => {
    expect(frame(name, parameters).toString('latin1')).toMatch(new RegExp(`#${sum}\\x03$`));
  });

  it('has the check value of the specification, and its worked example byte for byte', () => {
    expect(crc16(Buffer.from('123456789'))).toBe(0x31c3);
    expect(frame('trinit', [['bm', false]])).toEqual(Buffer.from('\x02trinit\tbm0\t#4825\x03'));
  });

  it('are read as they were written, however they come, with noise around them', () => {
    const value = fc.string({ unit: 'grapheme', maxLength: 30 });
    fc.assert(
      fc.property(fc.array(value), fc.integer({ min: 1, max: 7 }), (values, size) => {
        const parameters = values.map((text, i): Parameter => [`a${'bcdefgh'[i % 7]!}`, text]);
        const bytes = Buffer.concat([
          Buffer.from('noise\x03'),
          frame('trline', parameters),
          Buffer.from('x'),
        ]);
        const frames = new Frames();
        const inside: Uint8Array[] = [];
        for (let at = 0; at < bytes.length; at += size)
          inside.push(...frames.push(bytes.subarray(at, at + size)));
        expect(inside).toHaveLength(1);
        const read = readFrame(inside[0]!)!;
        expect(read).toMatchObject({ command: 'trline', error: null });
        for (const [name, text] of new Map(parameters))
          expect(read.values.get(name)).toBe(
            fromBytes(toBytes(String(text), 'windows-1250'), 'windows-1250'),
          );
      }),
    );
  });

  it('are not believed with any byte changed', () => {
    const inside = frame('trend', [['to', 200]]).subarray(1, -1);
    for (let at = 0; at < inside.length; at++) {
      const wrong = Uint8Array.from(inside);
      wrong[at]! ^= 0x01;
      const read = readFrame(wrong);
      expect([at, read === null]).toEqual([at, true]);
    }
  });
});

it('reads rates and times as the makers write them', () => {
  const rates = (texts: string[]) => ratesOf(new Map(texts.map((text, i) => [`v${'abcdefg'[i]!}`, text])));
  expect(rates(['23,00', '8,00', '5,50', '0', '101,00', '101,00', '100,00'])).toEqual([
    { department: 0, rate: '23', nature: null },
    { department: 1, rate: '8', nature: null },
    { department: 2, rate: '5.5', nature: null },
    { department: 3, rate: '0', nature: null },
    { department: 6, rate: '0', nature: 'ZW' },
  ]);
  expect(rates(['23,00', 'x', '5', '0', '101', '101', '100'])).toBeNull();
  expect(time('2026-11-20;16:55')).toBe('2026-11-20T16:55:00');
  expect(time('2026-13-20;16:55')).toBeNull();
});

const ORDER = {
  kind: 'sale' as const,
  items: [{ text: 'Chleb', quantity: '2', price: 450, department: 2 }],
  payments: [{ text: 'Karta', amount: 900, type: 2, index: 0 }],
  total: 900,
};

async function start(options: EmulatorOptions = {}, ms = 5000) {
  const emulator = await startEmulator({ clock: new ManualClock('2026-11-20T16:55:00'), ...options });
  onTestFinished(() => emulator.stop());
  const lines: string[] = [];
  const driver = posnetPrinter({
    ...{ openPort: tcpPort('127.0.0.1', emulator.port), receiptMs: ms, questionMs: ms },
    trace: (line) => lines.push(line),
  });
  return { emulator, driver, lines };
}

it('prints a receipt with everything on it', async () => {
  const { emulator, driver, lines } = await start();
  const told = await driver.register({
    kind: 'sale',
    items: [
      { text: 'Chleb żytni', quantity: '2', price: 450, department: 2 },
      {
        text: 'Masło',
        quantity: '0.250',
        price: 4000,
        department: 1,
        unit: 'kg',
        discount: { text: 'Promocja', amount: 100 },
      },
      { text: 'Kawa', quantity: '1', price: 1200, department: 0 },
      { text: 'Kawa', quantity: '1', price: 1200, department: 0, cancels: 2 },
    ],
    payments: [
      { text: 'Visa', amount: 800, type: 2, index: 0 },
      { text: 'Gotówka', amount: 2000, type: 0, index: 0 },
      { text: 'Reszta', amount: 1000, type: 0, index: 1 },
    ],
    total: 1800,
    customer: { kind: 'company', number: '5260250274' },
    foot: ['Dziękujemy!'],
  });
  expect(told).toEqual({
    outcome: 'done',
    result: {
      ...{ z: 1, number: 1, count: 1, total: 1800, sum: 1800, vat: null },
      ...{ time: '2026-11-20T16:55:00', serial: 'ZBF 2101002392' },
    },
  });
  expect(emulator.printer.documents[0]!.paper.slice(2).map((line) => line.replace(/ {2,}/g, ' '))).toEqual([
    'PARAGON FISKALNY',
    'Chleb żytni 2 x4,50 9,00C',
    'Masło 0.250 x40,00 10,00B',
    'OPUST Promocja -1,00B',
    'Kawa 1 x12,00 12,00A',
    '#STORNO#',
    'Kawa 1 x12,00 -12,00A',
    'SPRZEDAŻ OPODATKOWANA B 9,00',
    'PTU B 8,00 % 0,67',
    'SPRZEDAŻ OPODATKOWANA C 9,00',
    'PTU C 5,00 % 0,43',
    'SUMA PTU 1,10',
    'SUMA PLN 18,00',
    'Visa 8,00 PLN',
    'GOTÓWKA 20,00 PLN',
    'RESZTA GOTÓWKA 10,00 PLN',
    'NIP NABYWCY: 5260250274',
    '00001 2026-11-20 16:55',
    '(PL) ZBF 2101002392',
    'Dziękujemy!',
  ]);
  expect(lines.some((line) => line.startsWith('> .trend.to1800.re1000.fp2800.fe0.#'))).toBe(true);
});

it.each([
  ['wrong-rate', { items: [{ ...ORDER.items[0]!, department: 5 }] }],
  ['refused', { items: [{ ...ORDER.items[0]!, price: 0 }] }],
  ['refused', { total: 901 }],
  ['refused', { payments: [{ ...ORDER.payments[0]!, amount: 800 }] }],
] as const)('cancels what is refused (%s), and sells afterwards', async (trouble, wrong) => {
  const { emulator, driver } = await start();
  expect(await driver.register({ ...ORDER, ...wrong })).toMatchObject({
    outcome: 'not-done',
    failure: { trouble },
  });
  expect(emulator.printer.sale).toBeNull();
  expect(await driver.register(ORDER)).toMatchObject({ outcome: 'done', result: { number: 2, count: 1 } });
});

it('finds out what became of a receipt, cancels one that was begun, and counts no cancelled ones', async () => {
  const { emulator, driver } = await start();
  const before = { z: 1, number: 0, count: 0, sum: 0 };
  emulator.printer.begin();
  expect(await driver.find(ORDER, before)).toMatchObject({ outcome: 'not-done' });
  emulator.lose('after');
  expect(await driver.register(ORDER)).toMatchObject({
    outcome: 'unknown',
    failure: { trouble: 'no-answer' },
  });
  emulator.lose(null);
  expect(await driver.find(ORDER, before)).toMatchObject({
    outcome: 'done',
    result: { number: 2, total: 900 },
  });
  expect(await driver.find({ total: 901 }, before)).toMatchObject({ outcome: 'unknown' });
});

it('says that paper is out or the cover open before it asks for anything', async () => {
  const { emulator, driver } = await start();
  emulator.printer.conditions.hasPaper = false;
  expect(await driver.register(ORDER)).toMatchObject({ outcome: 'not-done', failure: { trouble: 'paper' } });
  emulator.printer.conditions.coverOpen = true;
  expect(await driver.print(['x'])).toMatchObject({ outcome: 'not-done', failure: { trouble: 'cover' } });
  expect(await driver.state()).toMatchObject({ result: { coverOpen: true, offline: true } });
});

it('prints reports, text that is no receipt, and tells rates', async () => {
  const { emulator, driver } = await start();
  expect(await driver.report('Z')).toEqual({ outcome: 'done', result: { z: 0, isEmpty: true } });
  await driver.register(ORDER);
  expect(await driver.print(['ZWROT', '', 'x'.repeat(60)])).toMatchObject({ outcome: 'done' });
  expect(await driver.extract!('closings', '2026-11-01', '2026-11-30')).toMatchObject({ outcome: 'done' });
  expect(await driver.report('Z')).toEqual({ outcome: 'done', result: { z: 1 } });
  expect(emulator.printer.texts.map((text) => text.split('\n').slice(2, 5).join('|'))).toEqual([
    'NIEFISKALNY|DOKUMENT NIEFISKALNY|ZWROT',
    'RAPORT FISKALNY OKRESOWY|OD 2026-11-01 DO 2026-11-30|ZBF 2101002392',
    expect.stringContaining('DOBOWY NR 1'),
  ]);
  expect(await driver.rates!()).toMatchObject({
    result: [{ rate: '23' }, {}, {}, {}, { rate: '0', nature: 'ZW' }],
  });
  expect(await driver.last()).toMatchObject({ result: { z: 2, number: 0, count: 0, sum: 0 } });
});

it.each(['', 'no frame', '\x02\x03', '\x02scnt\t#0000\x03', `\x02scnt\t${'x'.repeat(20_000)}`])(
  'believes no hostile answer: %j',
  async (answer) => {
    const net = await import('node:net');
    const server = net.createServer(
      (socket) => void socket.on('error', () => 0).on('data', () => socket.write(answer)),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as { port: number };
    const driver = posnetPrinter({ openPort: tcpPort('127.0.0.1', port), receiptMs: 60, questionMs: 60 });
    // Whatever a busy machine makes of the time there was.
    for (const told of [await driver.last(), await driver.state()]) expect(told.outcome).not.toBe('done');
    expect(await driver.find(ORDER, { z: 0, number: 0 })).toMatchObject({ outcome: 'unknown' });
    // It was never asked for a receipt.
    expect(await driver.register(ORDER)).toMatchObject({ outcome: 'not-done' });
  },
);
