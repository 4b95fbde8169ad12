/** Receipts on an emulated printer behind the objects of the package `usb`, as on the network. */
import { expect, it, onTestFinished, vi } from 'vitest';
import { portAddress } from '../devices/ports/address.ts';
import type { NativeAddress } from '../devices/ports/native-messages.ts';
import { NativeProcess } from '../devices/ports/native-process.ts';
import { escPosPrinter } from '../devices/receipt-printer/escpos-printer.ts';
import { printerModel } from '../devices/receipt-printer/models.ts';
import { textOf } from '../emulators/receipt-printer/paper.ts';
import { EmulatedPrinter } from '../emulators/receipt-printer/printer.ts';
import { listen } from '../emulators/receipt-printer/tcp.ts';
import { temporaryFolder } from '../testing/folder.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import { JobFiles } from './job-files.ts';
import { PrintQueue } from './print-queue.ts';
import { testPage } from './test-page.ts';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const ADDRESS = portAddress('usb:04b8:0202:EMU1') as NativeAddress;
const epson = printerModel('epson')!;

it('prints whole pages over USB, waits for paper, and goes on when the plug is in again', async () => {
  const printer = new EmulatedPrinter();
  const server = await listen(printer);
  onTestFinished(() => server.close());
  const module = new URL(`../devices/ports/testing/usb-emulated.ts?port=${server.port}`, import.meta.url)
    .href;
  const usb = new NativeProcess('usb', { module, pausesMs: [0] });
  onTestFinished(() => usb.close());
  expect(await usb.list()).toMatchObject([{ name: 'EPSON TM-T88', model: 'epson', fault: null }]);
  const queue = await PrintQueue.open({
    files: new JobFiles(await temporaryFolder()),
    printer: () => ({ open: escPosPrinter(usb.open(ADDRESS), true), address: 'usb' }),
    draw: () => Promise.resolve({ bytes: Buffer.from(testPage('80', 'def', epson, null)), name: 'page' }),
    clock: new ManualClock(),
    log: quiet,
  });
  onTestFinished(() => queue.close());
  const pages = () => printer.sheets.filter(({ isCut }) => isCut).map(textOf);
  await queue.add({ kind: 'test' });
  await vi.waitFor(() => expect(pages()).toHaveLength(1));
  expect(pages()[0]).toContain('Tillmark');
  expect(printer.refused).toEqual([]);

  printer.change({ linesLeft: 0 });
  await queue.add({ kind: 'test' });
  await vi.waitFor(() => expect(queue.trouble).toBe('paper'));
  printer.change({ linesLeft: Infinity });
  await vi.waitFor(() => expect(pages()).toHaveLength(2));
  await vi.waitFor(() => expect(queue.views).toEqual([]));

  printer.change({ cable: false });
  await queue.add({ kind: 'test' });
  await vi.waitFor(() => expect(queue.trouble).not.toBeNull());
  expect(pages()).toHaveLength(2);
  printer.change({ cable: true });
  await vi.waitFor(() => expect(pages()).toHaveLength(3));
  await vi.waitFor(() => expect(queue.views).toEqual([]));
});
