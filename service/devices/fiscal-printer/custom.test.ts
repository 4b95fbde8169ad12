/** Custom's printer and RT server against emulated ones: what is in their memory was done, wherever the line or the power fails. */
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { selfSignedKey } from '../../certificates/write.ts';
import { startEmulator as startPrinter } from '../../emulators/custom-fp/emulator.ts';
import { startEmulator as startRtServer } from '../../emulators/custom-rts/emulator.ts';
import type { FiscalEmulator, FiscalEmulatorOptions } from '../../emulators/fiscal-printer.ts';
import { startServer } from '../../emulators/server.ts';
import { temporaryFolder } from '../../testing/folder.ts';
import { lineTo } from '../../testing/line.ts';
import { ManualClock } from '../../testing/manual-clock.ts';
import { runs } from '../../testing/runs.ts';
import { opener } from '../ports/address.ts';
import { deviceLogin } from '../ports/device-auth.ts';
import type { FiscalPrinter, Order, Position } from './contract.ts';
import { sealOf } from './custom-rts/document.ts';
import { fitted } from './fitted.ts';
import { receiptElements } from './custom/receipt.ts';
import { fiscalModel, type FiscalPrinterOptions } from './models.ts';

const NOW = '2026-11-20T16:55:00';
const EMPTY: Position = { z: 0, number: 0 };
const ORDER: Order = {
  kind: 'sale',
  items: [
    { text: 'Caffè <"&">', quantity: '2', price: 120, department: 2, rate: '10' },
    {
      ...{ text: 'Pane', quantity: '0.335', price: 400, department: 3, rate: '4' },
      discount: { text: 'Sconto', amount: 34 },
    },
  ],
  payments: [{ text: 'Contanti', amount: 340, type: 0, index: 0 }],
  total: 340,
  time: NOW,
};

const DEVICES = {
  'custom-fp': { start: startPrinter, serial: 'STMTE770207', auth: null },
  'custom-rts': { start: startRtServer, serial: '88S25000017', auth: '0001ab01:cassa' },
} as const;
type Device = keyof typeof DEVICES;

function driver(device: Device, port: number, more: Partial<FiscalPrinterOptions> = {}): FiscalPrinter {
  return fiscalModel(device)!.open({
    ...{ host: '127.0.0.1', port, isSecure: false, acceptAny: false, receiptMs: 5000 },
    ...{ openPort: opener({ kind: 'tcp', host: '127.0.0.1', port }), memory: new Map() },
    login: deviceLogin(DEVICES[device].auth ?? undefined),
    ...{ today: () => NOW.slice(0, 10), now: () => NOW },
    ...more,
  });
}

async function shop(device: Device, more: FiscalEmulatorOptions = {}) {
  const clock = new ManualClock(NOW);
  const emulator: FiscalEmulator = await DEVICES[device].start({ clock, ...more });
  onTestFinished(() => emulator.stop());
  return { clock, emulator, printer: driver(device, emulator.port) };
}

describe.each(['custom-fp', 'custom-rts'] as const)('%s', (device) => {
  const { serial } = DEVICES[device];

  it('registers sale, return and annulment, and refers to the original', async () => {
    const { emulator, printer } = await shop(device);
    expect(await printer.register(ORDER)).toMatchObject({
      outcome: 'done',
      result: { z: 1, number: 1, time: NOW, serial, total: 340 },
    });
    const of = { z: 1, number: 1, day: '2026-11-20', serial };
    expect(await printer.register({ ...ORDER, kind: 'return', of })).toMatchObject({ outcome: 'done' });
    expect(await printer.register({ ...ORDER, kind: 'void', of })).toMatchObject({ result: { number: 3 } });
    expect(await printer.register({ ...ORDER, kind: 'return', of: null })).toMatchObject({ outcome: 'done' });
    expect(emulator.documents.map(({ kind, total, vat }) => [kind, total, vat])).toEqual(
      ['sale', 'return', 'void', 'return'].map((kind) => [kind, 340, 26]),
    );
    expect((await printer.register({ ...ORDER, kind: 'void', of })).outcome).not.toBe('done');
    const before = { z: 1, number: 4, serial };
    expect(await printer.find(ORDER, before)).toMatchObject({ outcome: 'not-done' });
  });

  it('takes vouchers and gifts off, counts what is not collected, names the customer', async () => {
    const { emulator, printer } = await shop(device);
    const item = { quantity: '1', department: 1, rate: '22' };
    const told = await printer.register({
      ...ORDER,
      items: [
        {
          ...item,
          text: 'Cena',
          price: 3000,
          deductions: [{ kind: 'voucher', text: 'Buono', amount: 1000 }],
        },
        { ...item, text: 'Amaro', price: 400, deductions: [{ kind: 'gift', text: 'OMAGGIO', amount: 400 }] },
      ],
      payments: [
        { text: 'Ticket', amount: 800, type: 4, index: 1 },
        { text: 'Fattura', amount: 1200, type: 5, index: 3 },
      ],
      total: 2000,
      customer: { kind: 'company', number: '00743110157' },
    });
    expect(told).toMatchObject({ outcome: 'done', result: { total: 2000 } });
    const lottery = await printer.register({ ...ORDER, lottery: 'YYWLR30G' });
    expect(lottery).toMatchObject({ outcome: 'done' });
    expect(emulator.documents[0]).toMatchObject({ total: 2000, vat: 361 });
  });

  it('closes the day, which the next document opens anew', async () => {
    const { printer } = await shop(device);
    expect(await printer.report('Z')).toMatchObject({ failure: { trouble: 'nothing-sold' } });
    await printer.register(ORDER);
    expect(await printer.report('X')).toMatchObject({ result: { z: 1 } });
    expect(await printer.state()).toMatchObject({ result: { serial, dayOpen: true, z: 1 } });
    expect(await printer.report('Z')).toEqual({ outcome: 'done', result: { z: 1 } });
    expect(await printer.state()).toMatchObject({ result: { dayOpen: false, z: 2 } });
    expect(await printer.last()).toMatchObject({ result: { z: 1, number: 1 } });
    expect(await printer.register(ORDER)).toMatchObject({ result: { z: 2, number: 1 } });
    expect(await printer.find(ORDER, { z: 1, number: 1, serial })).toMatchObject({ outcome: 'done' });
  });

  it(
    'agrees with the memory wherever the line is cut',
    async () => {
      const { emulator, printer } = await shop(device);
      const line = await lineTo(emulator.port);
      expect(await driver(device, line.port).register(ORDER)).toMatchObject({ outcome: 'done' });
      const whole = line.used;
      let done = 0;
      for (let bytes = 1; bytes < whole; bytes += runs(1) > 1 ? 1 : Math.ceil(whole / 25)) {
        const before = emulator.documents.length;
        line.cutAfter(bytes);
        const told = await driver(device, line.port).register(ORDER);
        const found =
          told.outcome === 'done' ? told : await printer.find(ORDER, { z: 1, number: before, serial });
        const grown = emulator.documents.length - before;
        expect([bytes, found.outcome, grown]).toEqual([bytes, grown === 1 ? 'done' : 'not-done', grown]);
        done += grown;
      }
      expect(done).toBeGreaterThan(0);
    },
    runs(1) > 1 ? 900_000 : undefined,
  );

  it('does not take silence for a refusal, and no number of others for its own', async () => {
    const { emulator, printer } = await shop(device);
    await printer.register(ORDER);
    const line = await lineTo(emulator.port);
    // What is lost is the answer to the document itself.
    line.heard = (text) => {
      if (/Fiscal(?:Receipt|Document)/.test(text)) emulator.drop(1, 'never');
    };
    const login = device === 'custom-fp' ? { login: { user: serial, password: serial } } : {};
    const told = await driver(device, line.port, { receiptMs: 100, ...login }).register(ORDER);
    expect(told).toMatchObject({ outcome: 'unknown', failure: { trouble: 'no-answer' } });
    const before = { z: 1, number: 1, serial, ...(device === 'custom-rts' && { sum: 340 }) };
    expect(await printer.find(ORDER, before)).toMatchObject({ outcome: 'done', result: { number: 2 } });
    expect(await printer.find({ ...ORDER, total: 999 }, before)).toMatchObject({ outcome: 'unknown' });
    expect(await printer.find(ORDER, { ...before, serial: '99MEX000000' })).toMatchObject({
      failure: { trouble: 'wrong-order' },
    });
  });

  it.each([
    '',
    'no XML',
    '{}',
    '{"responseCode":0,"cashStatus":"9"}',
    '{"responseCode":0,"fiscalBoxId":"88S25000017","cashStatus":"1","numberClosure":"-1"}',
    '<!DOCTYPE r [<!ENTITY a "b">]><response success="true" status="0">&a;</response>',
    '<response success="true" status="0"/>',
    '<infoResp success="true" status="0"><serialNumber>1</serialNumber></infoResp>',
    '<a>'.repeat(10_000),
    'x'.repeat(200_000),
  ])('believes no hostile answer (%#)', async (body) => {
    const server = await startServer({
      longestBody: 10_000,
      take: () => ({ answer: () => ({ status: 200, type: 'text/plain', body }) }),
    });
    onTestFinished(() => server.stop());
    const printer = driver(device, Number(new URL(server.origin).port));
    for (const told of [await printer.last(), await printer.find(ORDER, EMPTY), await printer.state()])
      expect(told).toMatchObject({ outcome: 'unknown' });
    expect((await printer.register(ORDER)).outcome).not.toBe('done');
  });
});

it('speaks to Custom’s printers in cents and thousandths, with the reference as the law has it', () => {
  const of = { z: 12, number: 34, day: '2026-11-20', serial: 'STMTE770207' };
  const [opening, item, off, second, end] = receiptElements(
    { ...ORDER, items: [ORDER.items[1]!, ORDER.items[0]!], kind: 'return', of },
    '2026-11-21',
  );
  expect([opening, item, off, second]).toEqual([
    '<beginRtDocRefund docRefZ="0012" docRefNumber="0034" docDate="201126" printPreview="0" fiscalSerial="STMTE770207" checkOnly="0"/>',
    '<printRecItem description="Pane" unitPrice="400" idVat="3" quantity="335"/>',
    '<printRecItemAdjustment adjustmentType="3" description="Sconto" amount="34" department="1" idVat="3"/>',
    '<printRecItem description="Caffè &lt;&quot;&amp;&quot;&gt;" unitPrice="120" idVat="2" quantity="2000"/>',
  ]);
  expect(end).toBe('<endFiscalReceiptCut/>');
});

it('prints whole texts on lines that are shorter than ours, with columns where they were', () => {
  expect(fitted(`${'Fondo cassa'.padEnd(41)}50,00`, 42)).toEqual([`${'Fondo cassa'.padEnd(37)}50,00`]);
  expect(fitted('x'.repeat(46), 42)).toEqual(['x'.repeat(42), 'xxxx']);
  expect(fitted('', 42)).toEqual(['']);
});

it('seals a document of an RT server with the key of its cash', () => {
  // SHA-256 of the text and HMAC-SHA-256 over its Base64, as other programs work them out.
  expect(sealOf('{"document":{}}', Buffer.from('secret').toString('base64'))).toEqual({
    shaMetadata: 'V3+xEmY2B1oCg8IbwusQ4QHN8Wg3wRzuULuC5iQd7J4=',
    signature: 'HI0d89M6YrzuyBOfJtb5hXSxILmB+WtKbIuwS6XjWLs=',
  });
});

it('gives the password of a cash to nobody whose certificate is not trusted, unless that is wanted', async () => {
  const { key, certificate: cert } = selfSignedKey({ subject: 'RT', purpose: 'server' }, Date.now());
  const emulator = await startRtServer({ clock: new ManualClock(NOW), tls: { key, cert } });
  onTestFinished(() => emulator.stop());
  const careful = driver('custom-rts', emulator.port, { isSecure: true });
  expect(await careful.register(ORDER)).toMatchObject({
    outcome: 'not-done',
    failure: { trouble: 'unreachable', text: expect.stringMatching(/certificate/i) },
  });
  const trusting = driver('custom-rts', emulator.port, { isSecure: true, acceptAny: true });
  expect(await trusting.register(ORDER)).toMatchObject({ outcome: 'done' });
});

it.each([
  ['paper', { hasPaper: false }, { paperEnd: true, offline: true, coverOpen: false }],
  ['cover', { coverOpen: true }, { coverOpen: true, offline: true, paperEnd: false }],
  ['memory-full', { memoryFull: true }, { memoryFull: true }],
  ['wrong-clock', { clockWrong: true }, {}],
] as const)('names the trouble of a printer: %s', async (trouble, condition, state) => {
  const { emulator, printer } = await shop('custom-fp');
  Object.assign(emulator.conditions, condition);
  expect(await printer.register(ORDER)).toMatchObject({ failure: { trouble } });
  expect(await printer.state()).toMatchObject({ result: state });
  expect(await printer.find(ORDER, EMPTY)).toMatchObject({ outcome: 'not-done' });
});

it('agrees with the memory of a printer wherever the power fails in a receipt, also after a restart', async () => {
  const memory = path.join(await temporaryFolder(), 'memory.json');
  for (let at = 0; at <= 8; at++) {
    const file = `${memory}.${at}`;
    const first = await shop('custom-fp', { memory: file });
    first.emulator.conditions.powerFailsIn = at;
    const told = await first.printer.register(ORDER);
    await first.emulator.stop();
    const { emulator, printer } = await shop('custom-fp', { memory: file });
    const found = told.outcome === 'done' ? told : await printer.find(ORDER, EMPTY);
    expect([at, found.outcome]).toEqual([at, emulator.documents.length === 1 ? 'done' : 'not-done']);
    const before = emulator.documents.length;
    expect(await printer.register(ORDER)).toMatchObject({ result: { number: before + 1 } });
  }
});

it('reads rates, says what waits for the authority, and prints out of the memories', async () => {
  const { clock, emulator, printer } = await shop('custom-fp');
  expect(await printer.rates!()).toMatchObject({
    result: expect.arrayContaining([
      { department: 3, rate: '4', nature: null },
      { department: 5, rate: '0', nature: 'N4' },
    ]),
  });
  for (let day = 0; day < 3; day++) {
    await printer.register(ORDER);
    await printer.report('Z');
  }
  Object.assign(emulator.conditions, { unsent: 2, rejected: 1 });
  await printer.register(ORDER);
  expect(await printer.state()).toMatchObject({
    result: { unsent: 2, rejected: 1, clock: NOW, zRequired: false, certificateExpires: '2031-02-26' },
  });
  // What comes out besides documents is in nobody's way.
  await printer.print(['TAVOLO 4']);
  expect(await printer.last()).toMatchObject({ result: { z: 4, number: 1, time: NOW } });
  expect(await printer.extract!('sum', '2026-11-01', '2026-11-20')).toMatchObject({ outcome: 'done' });
  expect(await printer.extract!('memory', '', '')).toMatchObject({ outcome: 'done' });
  expect(await printer.reprint('2026-11-20', 1)).toMatchObject({ outcome: 'done' });
  expect(await printer.reprint('2026-11-19', 1)).toMatchObject({ failure: { trouble: 'not-found' } });
  expect(emulator.texts.slice(0, 3)).toEqual(['TAVOLO 4', '5003 4 13,60', '5004 4 13,60']);
  clock.advance(25 * 3_600_000);
  expect(await printer.state()).toMatchObject({ result: { zRequired: true } });
  expect(await printer.register(ORDER)).toMatchObject({ failure: { trouble: 'closing-needed' } });
});

it('finds the newest document of a long day that is closed, whatever came out after it', async () => {
  const { emulator, printer } = await shop('custom-fp');
  const login = { user: 'STMTE770207', password: 'STMTE770207' };
  for (let n = 0; n < 37; n++) await driver('custom-fp', emulator.port, { login }).register(ORDER);
  await printer.print(['TAVOLO 4']);
  expect(await printer.last()).toMatchObject({ result: { z: 1, number: 37 } });
  await printer.report('Z');
  emulator.conditions.powerFailsIn = 2;
  expect(await printer.register(ORDER)).toMatchObject({ outcome: 'unknown' });
  const before = { z: 1, number: 37, serial: 'STMTE770207' };
  expect(await printer.find(ORDER, before)).toMatchObject({ outcome: 'not-done' });
});

it('tells what an older printer knows of its state', async () => {
  const emulator = await startPrinter({ clock: new ManualClock(NOW), isOld: true });
  onTestFinished(() => emulator.stop());
  const printer = driver('custom-fp', emulator.port);
  expect(await printer.register(ORDER)).toMatchObject({ outcome: 'done' });
  expect(await printer.report('Z')).toMatchObject({ outcome: 'done' });
  emulator.conditions.coverOpen = true;
  expect(await printer.state()).toMatchObject({
    result: { dayOpen: false, coverOpen: true, drawerOpen: null, zRequired: null, unsent: null },
  });
});

it('logs in with its number where nobody has set another password, and says that a password is wrong', async () => {
  const { emulator } = await shop('custom-fp', { auth: 'till:secret' });
  const lines: string[] = [];
  const refused = await driver('custom-fp', emulator.port).register(ORDER);
  expect(refused).toMatchObject({ outcome: 'not-done', failure: { trouble: 'rights' } });
  const login = { user: 'till', password: 'secret' };
  const printer = driver('custom-fp', emulator.port, { login, trace: (line) => lines.push(line) });
  expect(await printer.register(ORDER)).toMatchObject({ outcome: 'done' });
  expect(lines.join('\n')).toContain('printRecItem');
  expect(lines.join('\n')).not.toMatch(/secret|dGlsbDpzZWNyZXQ/);
  const rt = await shop('custom-rts');
  const wrong = driver('custom-rts', rt.emulator.port, { login: null });
  expect(await wrong.register(ORDER)).toMatchObject({ failure: { trouble: 'rights' } });
});
