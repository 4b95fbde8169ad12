/** A register of an Italian shop with an emulated printer, at work in this process. */
import { startEmulator as startCustomPrinter } from '../../../emulators/custom-fp/emulator.ts';
import { startEmulator as startRtServer } from '../../../emulators/custom-rts/emulator.ts';
import { startEmulator, type EmulatorOptions } from '../../../emulators/epson-fp/emulator.ts';
import type { FiscalEmulator } from '../../../emulators/fiscal-printer.ts';
import type { Cfg } from '../../../receipt/cfg.ts';
import type { Tree } from '../../../receipt/tree.ts';
import {
  openPrinterShop,
  pay,
  pos,
  startAt,
  type PrinterKit,
  type PrinterShop,
} from '../../testing/printer-shop.ts';

export { pay, pos, restarted } from '../../testing/printer-shop.ts';

export const CFG = {
  Cmp: { Nam: 'Bar Esempio', Ctry: 'IT', TaxId: 'IT00743110157' },
  Loc: { TL: 'MI1' },
  Trm: { TT: '1' },
} satisfies Cfg;

export const NOW = '2026-11-20T16:55:00';

/** A coffee and a roll, paid by card. */
export const SALE: Tree = {
  PosA: [pos('Caffè', 'B', '2.40', { Qty: '2', Pri: '1.20' }), pos('Pane', 'D', '1.00')],
  PayA: [pay('debitcard', '3.40')],
};

/** Fiscal devices of Italy: how each is emulated, and the profile's attributes that it needs besides its address. */
export const DEVICES = {
  'custom-fp': { start: startCustomPrinter, serial: 'STMTE770207', attributes: '' },
  'custom-rts': { start: startRtServer, serial: '88S25000017', attributes: 'Device_Auth=0001ab01:cassa' },
  'epson-fp': { start: startEmulator, serial: '99MEX012345', attributes: '' },
} as const;

/** Name of a driver. */
export type Device = keyof typeof DEVICES;

/** A shop. */
export type ItalianShop = PrinterShop<PrinterKit<FiscalEmulator>>;

/** Opens a shop. */
export async function openShop(
  attributes = '',
  options: EmulatorOptions = {},
  device: Device = 'epson-fp',
): Promise<ItalianShop> {
  const { start, attributes: own } = DEVICES[device];
  const kit = await startAt<FiscalEmulator>(NOW, (clock) => start({ clock, ...options }));
  const named = (port: number) => `Printer=${device} Printer_Port=127.0.0.1:${port} ${own}`;
  return openPrinterShop({ ...kit, named, sale: SALE }, CFG, attributes);
}
