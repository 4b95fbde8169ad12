/** The fiscal printer of a register as /peri speaks to it, and as registers share it. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startEmulator, type EmulatorOptions } from '../emulators/epson-fp/emulator.ts';
import { startEmulator as startCloudRegister } from '../emulators/hu-fam/emulator.ts';
import { Attributes } from '../settings/attributes.ts';
import { temporaryFolder } from '../testing/folder.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import { recordingLog } from '../testing/recording-log.ts';
import { fiscalPeripherals } from './fiscal-peripherals.ts';
import { FiscalPrinters } from './fiscal-printers.ts';

const ORDER = {
  kind: 'sale' as const,
  items: [{ text: 'Pane', quantity: '1', price: 100, department: 4 }],
  payments: [{ text: 'Contanti', amount: 100, type: 0, index: 0 }],
  total: 100,
};

async function shop(more = '', options: EmulatorOptions = {}) {
  const clock = new ManualClock('2026-11-20T16:55:00');
  const emulator = await startEmulator({ clock, ...options });
  onTestFinished(() => emulator.stop());
  const profile = { text: `Printer=epson-fp Printer_Port=127.0.0.1:${emulator.port} ${more}` };
  const folder = await temporaryFolder();
  const printers = new FiscalPrinters({
    ...{ clock, log: recordingLog([]), folderOf: (rn: string) => path.join(folder, rn) },
    attributes: () => Attributes.parse(profile.text),
  });
  const peri = () => fiscalPeripherals(printers.of('def')!, new AbortController().signal);
  return { emulator, printers, profile, folder, peri };
}

it('prints, shows, opens the drawer and tells its state', async () => {
  const { emulator, peri } = await shop();
  expect(await peri().print(`TAVOLO 4\n${'x'.repeat(50)}\n`)).toBe(null);
  expect(emulator.texts).toEqual([`TAVOLO 4\n${'x'.repeat(46)}\nxxxx`]);
  expect(await peri().display('TOTALE\n4,20')).toBe(null);
  expect(emulator.shown).toBe(`${'TOTALE'.padEnd(20)}4,20`);
  expect(await peri().openDrawer()).toBe(null);
  expect(await peri().drawerClosed(new AbortController().signal)).toBe(null);
  expect(await peri().state()).toMatchObject({
    state: {
      ...{ ModuleName: 'Epson FP', ID: '99MEX012345', ZI: 1 },
      SimpleState: { DayOpen: false, PaperEnd: false, CoverOpen: false, DrawerOpen: false },
    },
  });
  expect(emulator.documents).toEqual([]);
});

it('says what is in the way', async () => {
  const { emulator, peri, printers } = await shop();
  emulator.conditions.hasPaper = false;
  expect(await peri().print('a')).toMatchObject({ code: '#PRINTER_PAPER', rc: 'NO' });
  emulator.conditions.coverOpen = true;
  expect(await peri().print('a')).toMatchObject({ code: '#PRINTER_COVER' });
  await emulator.stop();
  expect(await peri().openDrawer()).toMatchObject({ code: '#PRINTER_TROUBLE' });
  expect(printers.of('other')!.failure).toMatchObject({ trouble: 'unreachable' });
});

it('asks a printer that registers share one thing after the other', async () => {
  const { emulator, printers } = await shop();
  const done = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((rn) => printers.of(rn)!.register(ORDER)));
  expect(done.map(({ outcome }) => outcome)).toEqual(Array(5).fill('done'));
  expect(emulator.documents.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
});

it('logs in and writes a log when the profile says so, without the password', async () => {
  const { printers, profile, folder } = await shop('', { auth: 'till:geheim' });
  expect(await printers.of('def')!.register(ORDER)).toMatchObject({ failure: { trouble: 'rights' } });
  expect(await fs.readdir(folder)).toEqual([]);
  profile.text += ' Device_Auth=till:geheim Printer_Log';
  expect(await printers.of('def')!.register(ORDER)).toMatchObject({ outcome: 'done' });
  await printers.close();
  const trace = await fs.readFile(path.join(folder, 'def/log/printer-2026-11-20.log'), 'utf8');
  expect(trace).toContain('printRecItem');
  expect(trace).not.toMatch(/geheim|dGlsbDpnZWhlaW0/);
});

it.each([
  ['Printer=epson-fp Printer_Port=COM3', null],
  ['Printer=epson-fp', null],
  ['Printer=epson Printer_Port=10.0.0.1', null],
  ['Printer=EPSON-FP Printer_Port=10.0.0.1', '10.0.0.1:80'],
  ['Printer=epson-fp Printer_Port=http://10.0.0.1:8081/', '10.0.0.1:8081'],
  ['Printer=epson-fp Printer_Port=[fe80::1]', '[fe80::1]:80'],
  ['Printer=epson-fp Printer_Port=[fe80::1]:81', '[fe80::1]:81'],
])('knows where %s is', async (text, address) => {
  const { printers, profile } = await shop();
  profile.text = text;
  expect(printers.of('def')?.address ?? null).toBe(address);
  const isWrong = /epson-fp/i.test(text) && address === null;
  expect(printers.problemsOf('def')).toHaveLength(isWrong ? 1 : 0);
});

it('keeps registers of one host in the cloud apart, and writes neither password nor token to its log', async () => {
  const { printers, profile, folder } = await shop();
  const register = await startCloudRegister({ password: 'geheim' });
  onTestFinished(() => register.stop());
  const host = `Fiscal_Server=hu-fam@http://127.0.0.1:${register.port} Printer_Log`;
  profile.text = `${host} Device_Auth=C12345678:geheim`;
  expect(await printers.of('def')!.openDay!(0)).toMatchObject({ outcome: 'done' });
  const leave = await printers.of('def')!.alone();
  profile.text = `${host} Device_Auth=C87654321:anders`;
  (await printers.of('other')!.alone())();
  // The token of the first one would let it in.
  expect(await printers.of('other')!.state()).toMatchObject({ failure: { trouble: 'rights' } });
  leave();
  await printers.close();
  const files = await fs.readdir(path.join(folder, 'def', 'log'));
  const log = await fs.readFile(path.join(folder, 'def', 'log', files[0]!), 'utf8');
  expect(log).toContain('createFiscalDayOpen');
  expect(log).not.toMatch(/geheim|x-auth-token/i);
});
