/** A register of a Hungarian shop with an emulated printer, at work in this process. */
import { startEmulator, type Emulator, type EmulatorOptions } from '../../../emulators/hu-json/emulator.ts';
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
  Cmp: {
    ...{ Nam: 'Minta Kft.', Ctry: 'HU', TaxId: '12345676-2-41' },
    ...{ Adr: 'Minta utca 1', Zip: '1011', City: 'Budapest' },
  },
  Loc: { TL: 'BP1' },
  Trm: { TT: '1' },
} satisfies Cfg;

export const NOW = '2026-11-20T16:55:00';

/** Coffee and bread, paid by card. */
export const SALE: Tree = {
  PosA: [pos('Kávé', 'C', '1180.00', { Qty: '2', Pri: '590.00' }), pos('Kenyér', 'A', '52.00')],
  PayA: [pay('debitcard', '1232.00')],
};

/** The same, paid in cash. */
export const CASH_SALE: Tree = { ...SALE, PayA: [pay('cash', '1230.00'), pay('rounding', '2.00')] };

/** A company with address. */
export const CUSTOMER = {
  ...{ Nam: 'Vevő Zrt.', Adr: 'Fő tér 2', Zip: '7621', City: 'Pécs', TaxId: '12345676-2-41' },
};

/** A shop. */
export type HungarianShop = PrinterShop<PrinterKit<Emulator>>;

/** Opens a shop whose register opens its days by itself, unless told otherwise. */
export async function openShop(
  attributes = 'Fiscal_ZLaunch',
  options: EmulatorOptions = {},
): Promise<HungarianShop> {
  const kit = await startAt(NOW, (clock) => startEmulator({ clock, ...options }));
  const named = (port: number) => `Printer=hu-json Printer_Port=127.0.0.1:${port}`;
  return openPrinterShop({ ...kit, named, sale: SALE }, CFG, attributes);
}
