import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { portAddress } from '../devices/ports/address.ts';
import type { NativeAddress } from '../devices/ports/native-messages.ts';
import { NativeProcess } from '../devices/ports/native-process.ts';
import { tcpPort } from '../devices/ports/tcp.ts';
import { escPosPrinter } from '../devices/receipt-printer/escpos-printer.ts';
import { textOf } from '../emulators/receipt-printer/paper.ts';
import { EmulatedPrinter } from '../emulators/receipt-printer/printer.ts';
import { listen } from '../emulators/receipt-printer/tcp.ts';
import { temporaryFolder } from '../testing/folder.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import { JobFiles } from './job-files.ts';
import { PrintQueue } from './print-queue.ts';

const until = (check: () => void) => vi.waitFor(check, { interval: 5 });

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A document of one line. */
const page = (text: string) => ({ bytes: Buffer.from(`\x1b@${text}\n\x1dV\x42\x00`), name: text });

/** A receipt that cannot be drawn. */
const BROKEN = 13;

async function shop() {
  const folder = await temporaryFolder();
  const printer = new EmulatedPrinter();
  const server = await listen(printer);
  onTestFinished(() => server.close());
  const inUse = (port: number, hasProcessId = true) => ({
    open: escPosPrinter(tcpPort('127.0.0.1', port), hasProcessId),
    address: `127.0.0.1:${port}`,
  });
  const profile: { printer: ReturnType<typeof inUse> | null } = { printer: inUse(server.port) };
  const start = async () => {
    const queue = await PrintQueue.open({
      files: new JobFiles(folder),
      printer: () => profile.printer,
      draw: (content) =>
        content.kind === 'receipt' && content.sq === BROKEN
          ? Promise.reject(new Error('cannot be drawn'))
          : Promise.resolve(page(`receipt ${content.kind === 'receipt' ? content.sq : 'test'}`)),
      clock: new ManualClock(),
      log: quiet,
    });
    onTestFinished(() => queue.close());
    return queue;
  };
  return { folder, printer, profile, inUse, start };
}

const cut = (printer: EmulatedPrinter) => printer.sheets.filter(({ isCut }) => isCut).map(textOf);

it('prints receipts in their order, and says of the last ones what became of them', async () => {
  const { folder, printer, start } = await shop();
  const queue = await start();
  for (const sq of [1, 2, 3]) await queue.add({ kind: 'receipt', sq });
  await until(() => expect(queue.views.length === 0).toBe(true));
  expect(cut(printer)).toEqual(['receipt 1', 'receipt 2', 'receipt 3']);
  await queue.close();
  const later = await start();
  expect(later.lastSq).toBe(3);
  expect(later.ended.map(({ id, end }) => [id, end?.how])).toEqual([
    [1, 'printed'],
    [2, 'printed'],
    [3, 'printed'],
  ]);
  expect(await readdir(folder)).toHaveLength(3);
});

it('keeps what waits while the profile names no printer, and prints it when it names one again', async () => {
  const { printer, profile, start } = await shop();
  const named = profile.printer;
  profile.printer = null;
  const queue = await start();
  await queue.add({ kind: 'receipt', sq: 1 });
  // Nothing else would get its turn if it looked for work without a pause.
  await new Promise(setImmediate);
  expect(queue.views).toMatchObject([{ state: 'waiting' }]);
  profile.printer = named;
  queue.retry();
  await until(() => expect(cut(printer)).toEqual(['receipt 1']));
});

it('waits before it calls a printer again that hangs up at once, and says so', async () => {
  const { profile, inUse, start } = await shop();
  let calls = 0;
  const busy = createServer((socket) => {
    calls++;
    socket.destroy();
  });
  await once(busy.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void busy.close());
  profile.printer = inUse((busy.address() as AddressInfo).port);
  const queue = await start();
  await queue.add({ kind: 'receipt', sq: 1 });
  await until(() => expect(queue.trouble).not.toBeNull());
  expect(queue.views).toMatchObject([{ state: 'waiting', trouble: queue.trouble }]);
  expect(calls).toBeLessThanOrEqual(2);
});

it('keeps receipts while the printer is out of paper, and prints each once', async () => {
  const { printer, start } = await shop();
  printer.change({ linesLeft: 0 });
  const queue = await start();
  await queue.add({ kind: 'receipt', sq: 1 });
  await queue.add({ kind: 'receipt', sq: 2 });
  await until(() => expect(queue.trouble === 'paper').toBe(true));
  expect(queue.views.map(({ state, trouble }) => [state, trouble])).toEqual([
    ['waiting', 'paper'],
    ['waiting', 'paper'],
  ]);
  printer.change({ linesLeft: 100 });
  await until(() => expect(queue.views.length === 0).toBe(true));
  expect(queue.trouble).toBe(null);
  expect(cut(printer)).toEqual(['receipt 1', 'receipt 2']);
});

it('keeps receipts over a restart', async () => {
  const { printer, start } = await shop();
  printer.change({ coverOpen: true });
  const queue = await start();
  await queue.add({ kind: 'receipt', sq: 7 });
  await queue.close();
  printer.change({ coverOpen: false });
  const later = await start();
  await until(() => expect(later.views.length === 0).toBe(true));
  expect(cut(printer)).toEqual(['receipt 7']);
});

it('asks a person where a restart came in the middle of a receipt', async () => {
  const { printer, start } = await shop();
  printer.change({ jamsAtCut: true });
  const queue = await start();
  const { id } = await queue.add({ kind: 'receipt', sq: 7 });
  await until(() => expect(queue.trouble === 'cutter').toBe(true));
  await queue.close();
  const later = await start();
  expect(later.views).toMatchObject([{ id, state: 'unknown' }]);
  expect(await later.settle(id, 'again')).toBe(true);
  await until(() => expect(later.trouble === 'cutter').toBe(true));
  printer.change({ cutterError: false });
  await until(() => expect(later.views.length === 0).toBe(true));
});

it('prints nothing twice when the power goes in the middle, and goes on with the next', async () => {
  const { printer, start } = await shop();
  printer.change({ bytesLeft: 60 });
  const queue = await start();
  await queue.add({ kind: 'receipt', sq: 1 });
  await queue.add({ kind: 'receipt', sq: 2 });
  await queue.add({ kind: 'receipt', sq: 3 });
  await until(() => expect(!printer.conditions.power).toBe(true));
  printer.change({ power: true });
  queue.retry();
  await until(() => expect(queue.views.every(({ state }) => state === 'unknown')).toBe(true));
  const unknown = queue.views.map(({ content }) => (content.kind === 'receipt' ? content.sq : 0));
  expect(unknown.length).toBeLessThanOrEqual(1);
  const printed = cut(printer);
  expect(new Set(printed).size).toBe(printed.length);
  for (const sq of [1, 2, 3]) expect(unknown.includes(sq) || printed.includes(`receipt ${sq}`)).toBe(true);
  for (const { id } of queue.views) await queue.settle(id, 'drop');
  expect(queue.views).toEqual([]);
});

it('prints a text in front of what waits, or says why not', async () => {
  const { printer, start } = await shop();
  const queue = await start();
  expect(await queue.printNow(page('hello'))).toEqual({ kind: 'printed' });
  printer.change({ coverOpen: true });
  expect(await queue.printNow(page('never'))).toEqual({ kind: 'refused', trouble: 'cover' });
  printer.change({ coverOpen: false });
  expect(printer.sheets.map(textOf)).toEqual(['hello']);
});

it('keeps some of what has ended and gives up the oldest of too much, also over months', async () => {
  const { folder, printer, start } = await shop();
  printer.change({ coverOpen: true });
  // As months without a person would leave it.
  for (let id = 1; id <= 220; id += 1) {
    const state = id <= 20 ? 'ended' : 'waiting';
    const job = { id, at: '2026-05-04T12:00:00', content: { kind: 'receipt', sq: id }, state };
    await writeFile(path.join(folder, `${id}.json`), JSON.stringify(job));
  }
  const queue = await start();
  await queue.add({ kind: 'receipt', sq: 221 });
  expect(queue.views).toHaveLength(200);
  expect(queue.ended).toHaveLength(20);
  expect(queue.ended.at(-1)).toMatchObject({ id: 21, end: { how: 'late' } });
  expect(await readdir(folder)).toHaveLength(220);
});

it('prints the next job on the printer that the profile names now, however short the time', async () => {
  const { printer, profile, inUse, start } = await shop();
  const other = new EmulatedPrinter();
  const server = await listen(other);
  onTestFinished(() => server.close());
  const queue = await start();
  await queue.add({ kind: 'receipt', sq: 1 });
  await until(() => expect(queue.views).toEqual([]));
  profile.printer = inUse(server.port);
  await queue.add({ kind: 'receipt', sq: 2 });
  await until(() => expect(cut(other)).toEqual(['receipt 2']));
  expect(cut(printer)).toEqual(['receipt 1']);
});

it('asks a person about what stays in a printer that was given up, and goes on with the new one', async () => {
  const { printer, profile, inUse, start } = await shop();
  const other = new EmulatedPrinter();
  const server = await listen(other);
  onTestFinished(() => server.close());
  printer.change({ jamsAtCut: true });
  const queue = await start();
  const { id } = await queue.add({ kind: 'receipt', sq: 1 });
  await queue.add({ kind: 'receipt', sq: 2 });
  await until(() => expect(queue.trouble).toBe('cutter'));
  profile.printer = inUse(server.port);
  queue.retry();
  await until(() => expect(cut(other)).toEqual(['receipt 2']));
  await until(() => expect(queue.views).toMatchObject([{ id, state: 'unknown' }]));
  expect(queue.trouble).toBe(null);
});

it('prints again by a new job what may be on paper, once however often it is asked for', async () => {
  const { printer, start } = await shop();
  printer.change({ jamsAtCut: true });
  const queue = await start();
  const { id } = await queue.add({ kind: 'receipt', sq: 7 });
  await until(() => expect(queue.trouble).toBe('cutter'));
  await queue.close();
  const later = await start();
  expect(await Promise.all([later.settle(id, 'again'), later.settle(id, 'again')])).toEqual([true, false]);
  expect(later.views).toMatchObject([{ content: { kind: 'receipt', sq: 7, again: true } }]);
  expect(later.ended).toMatchObject([{ id, end: { how: 'again' } }]);
});

it('leaves out what cannot be drawn, and prints the others', async () => {
  const { printer, start } = await shop();
  const queue = await start();
  const { id } = await queue.add({ kind: 'receipt', sq: BROKEN });
  await queue.add({ kind: 'receipt', sq: 14 });
  await until(() => expect(cut(printer)).toEqual(['receipt 14']));
  await until(() => expect(queue.views).toMatchObject([{ id, state: 'failed', trouble: null }]));
  expect(await queue.settle(id, 'printed')).toBe(false);
  expect(await queue.settle(id, 'drop')).toBe(true);
  expect(queue.views).toEqual([]);
});

it('says how a printer is that nobody prints on, and who it is', async () => {
  const { printer, start } = await shop();
  const queue = await start();
  expect(queue.seen).toBe('unasked');
  await queue.look();
  expect(queue.seen).toBe(null);
  expect(queue.told).toEqual({ maker: 'EPSON', model: 'TM-T88VI', serial: 'EMU0000001' });
  printer.change({ power: false });
  // It is not asked more often than once a second.
  await vi.waitFor(async () => {
    await queue.look();
    expect(queue.seen).toBe('lost');
  });
  expect(queue.trouble).toBe(null);
});

it('hears of a new roll also when nothing waits for it', async () => {
  const { printer, start } = await shop();
  printer.change({ linesLeft: 0 });
  const queue = await start();
  await queue.look();
  expect(queue.trouble).toBe('paper');
  printer.change({ linesLeft: 1000 });
  await until(() => expect(queue.trouble).toBe(null));
  expect(queue.seen).toBe(null);
});

it('knows who the printer is before the first job, so that the first question is answered whole', async () => {
  const { printer, start } = await shop();
  printer.change({ jamsAtCut: true });
  const queue = await start();
  await queue.add({ kind: 'test' });
  await until(() => expect(queue.trouble).toBe('cutter'));
  expect(queue.told?.serial).toBe('EMU0000001');
});

it('prints over the process for USB, and on through a crash of it: what was inside is asked about', async () => {
  const module = new URL('../devices/ports/testing/usb-double.ts', import.meta.url).href;
  const usb = new NativeProcess('usb', { module, pausesMs: [0] });
  onTestFinished(() => usb.close());
  const address = portAddress('usb:04b8:0202:X%201') as NativeAddress;
  const crash = Buffer.of(0xff);
  const queue = await PrintQueue.open({
    files: new JobFiles(await temporaryFolder()),
    printer: () => ({ open: escPosPrinter(usb.open(address), false), address: 'usb' }),
    draw: (content) =>
      Promise.resolve({
        bytes: content.kind === 'receipt' && content.sq === 2 ? crash : page('x').bytes,
        name: 'x',
      }),
    clock: new ManualClock(),
    log: quiet,
  });
  onTestFinished(() => queue.close());
  for (const sq of [1, 2, 3]) await queue.add({ kind: 'receipt', sq });
  await until(() =>
    expect(queue.ended.map(({ id, end }) => [id, end?.how])).toEqual([
      [1, 'printed'],
      [3, 'printed'],
    ]),
  );
  expect(queue.views).toMatchObject([{ id: 2, state: 'unknown' }]);
});
