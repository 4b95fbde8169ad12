import { readdir } from 'node:fs/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { tcpPort } from '../devices/ports/tcp.ts';
import { textOf } from '../emulators/receipt-printer/paper.ts';
import { EmulatedPrinter } from '../emulators/receipt-printer/printer.ts';
import { listen } from '../emulators/receipt-printer/tcp.ts';
import { temporaryFolder } from '../testing/folder.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import { JobFiles } from './job-files.ts';
import { PrintQueue } from './print-queue.ts';

const until = (check: () => void) => vi.waitFor(check, { interval: 5 });

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

async function shop() {
  const folder = await temporaryFolder();
  const printer = new EmulatedPrinter();
  const server = await listen(printer);
  onTestFinished(() => server.close());
  const open = tcpPort('127.0.0.1', server.port);
  const start = async () => {
    const queue = await PrintQueue.open({
      files: new JobFiles(folder),
      printer: () => ({ open, hasProcessId: true }),
      bytesOf: (content) =>
        Promise.resolve(
          Buffer.from(`\x1b@receipt ${content.kind === 'receipt' ? content.sq : 'test'}\n\x1dV\x42\x00`),
        ),
      clock: new ManualClock(),
      log: quiet,
    });
    onTestFinished(() => queue.close());
    return queue;
  };
  return { folder, printer, start };
}

const cut = (printer: EmulatedPrinter) => printer.sheets.filter(({ isCut }) => isCut).map(textOf);

it('prints receipts in their order, and keeps nothing of them', async () => {
  const { folder, printer, start } = await shop();
  const queue = await start();
  for (const sq of [1, 2, 3]) await queue.add({ kind: 'receipt', sq });
  await until(() => expect(queue.views.length === 0).toBe(true));
  expect(cut(printer)).toEqual(['receipt 1', 'receipt 2', 'receipt 3']);
  await queue.close();
  // The last one tells how far printing had come.
  expect(await readdir(folder)).toEqual(['3.json']);
  expect((await start()).lastSq).toBe(3);
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
  printer.change({ bytesLeft: 40 });
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
  expect(await queue.printNow(Buffer.from('\x1b@hello\n'))).toEqual({ kind: 'printed' });
  printer.change({ coverOpen: true });
  expect(await queue.printNow(Buffer.from('\x1b@never\n'))).toEqual({ kind: 'refused', trouble: 'cover' });
  printer.change({ coverOpen: false });
  expect(printer.sheets.map(textOf)).toEqual(['hello']);
});
