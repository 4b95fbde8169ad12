import path from 'node:path';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { EmulatedPrinter } from '../emulators/receipt-printer/printer.ts';
import { textOf } from '../emulators/receipt-printer/paper.ts';
import { listen } from '../emulators/receipt-printer/tcp.ts';
import { Attributes } from '../settings/attributes.ts';
import { qrPicture } from '../render/qr-picture.ts';
import { temporaryFolder } from '../testing/folder.ts';
import { recordingLog } from '../testing/recording-log.ts';
import { openRoom, type Room } from '../testing/registers.ts';
import type { Tree } from '../receipt/tree.ts';
import { PORTUGAL, tra } from '../testing/sales.ts';
import { FiscalPrinters } from './fiscal-printers.ts';
import { Printing } from './printing.ts';

/** A shop with a printer on the network. @param attributes besides its address */
async function shop(attributes = 'Printer=epson') {
  const printer = new EmulatedPrinter();
  const server = await listen(printer);
  onTestFinished(() => server.close());
  const room = await openRoom();
  const profile = { text: `${attributes} Printer_Port=127.0.0.1:${server.port}` };
  return { printer, room, profile };
}

async function start(room: Room, profile: { text: string }): Promise<Printing> {
  const attributes = () => Attributes.parse(profile.text);
  const { clock } = room;
  const printing = await Printing.open({
    journal: room.journal,
    registers: room.registers,
    attributes,
    fiscalPrinters: new FiscalPrinters({ attributes, folderOf: () => '', clock, log: recordingLog([]) }),
    folderOf: (rn) => path.dirname(room.journal.filesOf(rn)),
    clock: room.clock,
    log: recordingLog([]),
  });
  onTestFinished(() => printing.close());
  return printing;
}

const cut = (printer: EmulatedPrinter) => printer.sheets.filter(({ isCut }) => isCut).map(textOf);

async function sell(room: Room, values: Tree = {}): Promise<void> {
  const register = await room.register('def');
  if (!register.cfg) await register.configuration.set(PORTUGAL);
  const answer = await register.submit({ tra: tra(values), warnings: [], restart: false });
  expect(answer.Result.RC).toBe('OK');
}

const printed = (printer: EmulatedPrinter, count: number) =>
  vi.waitFor(() => {
    expect(cut(printer)).toHaveLength(count);
    return cut(printer);
  });

it('prints each receipt by itself, with what the law wants', async () => {
  const { printer, room, profile } = await shop();
  await start(room, profile);
  await sell(room);
  const [receipt] = await printed(printer, 1);
  expect(receipt).toContain('Fatura');
  expect(receipt).toMatch(/\[(qr A:|picture)/);
  expect(receipt).not.toContain('2.ª via');
});

it('prints the copies that the profile asks for, marked as copies', async () => {
  const { printer, room, profile } = await shop('Printer=epson Print_Copies=1');
  await start(room, profile);
  await sell(room);
  const [original, copy] = await printed(printer, 2);
  expect(original).not.toContain('2.ª via');
  expect(copy).toContain('2.ª via');
});

it.each([
  ['Printer=epson Print_Receipts=request', {}],
  ['Print_Copies=1', {}],
  ['Printer=epson', { NF: 'Konto', DO: 'noprint' }],
])('prints nothing by itself: %s %j', async (attributes, values) => {
  const { printer, room, profile } = await shop(attributes);
  const printing = await start(room, profile);
  await sell(room, values);
  const queue = await printing.queue('def');
  expect(queue.views).toEqual([]);
  // What is ordered later comes out alone.
  profile.text = `Printer=epson ${/Printer_Port.*/.exec(profile.text)![0]}`;
  await queue.add({ kind: 'test' });
  const [sheet] = await printed(printer, 1);
  expect(sheet).toContain('Tillmark');
});

it('makes up for receipts that a crash kept from being ordered', async () => {
  const { printer, room, profile } = await shop();
  const printing = await start(room, profile);
  await sell(room);
  await printed(printer, 1);
  await printing.close();
  // Registered and answered, and then the power went.
  await sell(room);
  await start(room, profile);
  const sheets = await printed(printer, 2);
  expect(new Set(sheets).size).toBe(2);
});

it('prints receipts later whose jobs could not be kept, in their order, and says so meanwhile', async () => {
  const { printer, room, profile } = await shop();
  // As on a full disk: nothing can be stored where jobs are.
  const folder = path.join(path.dirname(room.journal.filesOf('def')), 'print');
  const printing = await start(room, profile);
  await mkdir(path.dirname(folder), { recursive: true });
  await writeFile(folder, '');
  await sell(room, { TN: '501' });
  await sell(room, { TN: '502' });
  const params = { count: 2, reason: expect.any(String) };
  await vi.waitFor(() =>
    expect(printing.problemsOf('def')).toEqual([{ code: 'PRINT_NOT_KEPT', severity: 'warning', params }]),
  );
  await rm(folder);
  printing.retry();
  const [first, second] = await printed(printer, 2);
  expect(first).toContain('FS 1_1.26/1\n');
  expect(second).toContain('FS 1_1.26/2\n');
  expect(printing.problemsOf('def')).toEqual([]);
});

it('keeps a check file of what was printed', async () => {
  const { printer, room, profile } = await shop('Printer=epson Print_Log');
  await start(room, profile);
  await sell(room);
  await printed(printer, 1);
  const folder = path.join(path.dirname(room.journal.filesOf('def')), 'log');
  await vi.waitFor(async () => {
    const [file] = await readdir(folder);
    const text = await readFile(path.join(folder, file!), 'utf8');
    expect(text).toContain('job 1: printed');
    expect(text).toContain('Fatura');
  });
});

it.each([
  ['Printer=unheard', 'PRINTER_UNKNOWN'],
  ['Printer=epson Printer_Port=http://x', 'PRINTER_PORT'],
])('says what is wrong with the profile: %s', async (text, code) => {
  const { room } = await shop();
  const printing = await start(room, { text });
  expect(printing.problemsOf('def')).toMatchObject([{ code, severity: 'warning' }]);
  expect(await printing.printerOf('def')).toBe(null);
});

it('says what the matter is with the printer, until it is mended', async () => {
  const { printer, room, profile } = await shop();
  printer.change({ linesLeft: 0 });
  const printing = await start(room, profile);
  await sell(room);
  await vi.waitFor(() => expect(printing.problemsOf('def')).toMatchObject([{ code: 'PRINTER_PAPER' }]));
  const peripheral = (await printing.printerOf('def'))!;
  expect(await peripheral.print('hello')).toMatchObject({ code: '#PRINTER_PAPER' });
  printer.change({ linesLeft: 1000 });
  await printed(printer, 1);
  await vi.waitFor(() => expect(printing.problemsOf('def')).toEqual([]));
});

it('opens the drawer while there is no paper, and waits until it is closed', async () => {
  const { printer, room, profile } = await shop('Printer=epson Printer_Drawer=low');
  printer.change({ linesLeft: 0 });
  const peripheral = (await (await start(room, profile)).printerOf('def'))!;
  expect(await peripheral.openDrawer()).toBe(null);
  await vi.waitFor(() => expect(printer.pulses).toEqual([2]));
  await vi.waitFor(async () =>
    expect(await peripheral.state()).toMatchObject({
      state: { SimpleState: { DrawerOpen: true, PaperEnd: true } },
    }),
  );
  const closed = peripheral.drawerClosed(new AbortController().signal);
  printer.change({ drawerOpen: false });
  expect(await closed).toBe(null);
});

it('writes receipts, copies, texts and test pages into a folder, and waits for it', async () => {
  const { room } = await shop();
  const folder = await temporaryFolder();
  const place = path.join(folder, 'receipts');
  const printing = await start(room, { text: `Printer=pdf Print_Copies=1 Printer_Port=folder:${place}` });
  await sell(room);
  await vi.waitFor(() => expect(printing.problemsOf('def')).toMatchObject([{ code: 'PRINTER_FOLDER' }]));
  await mkdir(place);
  printing.retry();
  const queue = await printing.queue('def');
  await vi.waitFor(() => expect(queue.views).toEqual([]));
  expect(queue.ended.map(({ end }) => end?.how)).toEqual(['printed', 'printed']);
  expect(printing.problemsOf('def')).toEqual([]);
  const peripheral = (await printing.printerOf('def'))!;
  expect(await peripheral.print('hello\u0007\n')).toBe(null);
  expect(await peripheral.openDrawer()).toMatchObject({ code: '#DRAWER_TROUBLE' });
  expect(await peripheral.state()).toMatchObject({
    state: { ModuleName: 'pdf', SimpleState: { PaperEnd: null } },
  });
  await queue.add({ kind: 'test' });
  await vi.waitFor(() => expect(queue.views).toEqual([]));
  const files = (await readdir(place)).toSorted();
  expect(files.map((file) => file.replace(/^FS-.*-1(-copy)?\.pdf$/, 'receipt$1'))).toEqual([
    ...['receipt-copy', 'receipt', 'test.pdf', 'text.pdf'],
  ]);
  for (const file of files) {
    const bytes = await readFile(path.join(place, file));
    expect([bytes.subarray(0, 5).toString(), bytes.subarray(-6).toString().trim()]).toEqual([
      '%PDF-',
      '%%EOF',
    ]);
  }
});

it.each(['Printer=pdf Printer_Port=10.0.0.1', 'Printer=epson Printer_Port=folder:/srv'])(
  'says that a kind of printer and its address do not fit: %s',
  async (text) => {
    const { room } = await shop();
    const printing = await start(room, { text });
    expect(printing.problemsOf('def')).toMatchObject([{ code: 'PRINTER_PORT' }]);
    expect(printing.printer('def')).toBe(null);
  },
);

it('prints the logo above receipts, and says why it cannot', async () => {
  const folder = await temporaryFolder();
  const file = path.join(folder, 'logo.png');
  const { printer, room, profile } = await shop(`Printer=epson Print_Logo=${file}`);
  const printing = await start(room, profile);
  await sell(room);
  const [without] = await printed(printer, 1);
  expect(printing.problemsOf('def')).toMatchObject([{ code: 'PRINT_LOGO', params: { reason: 'ENOENT' } }]);
  await writeFile(file, qrPicture('logo', { type: 'png', level: 'M', size: 4, margin: 4 }));
  await sell(room);
  const [, receipt] = await printed(printer, 2);
  expect(without).not.toMatch(/^\[picture/);
  expect(receipt).toMatch(/^\[picture/);
  expect(printing.problemsOf('def')).toEqual([]);
});
