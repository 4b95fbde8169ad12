/** A register of a Polish shop with an emulated printer, at work in this process. */
import { startEmulator as startNoviApi } from '../../../emulators/noviapi/emulator.ts';
import type { PolishPrinter } from '../../../emulators/pl-printer/device.ts';
import { startEmulator as startPosnet, type EmulatorOptions } from '../../../emulators/posnet/emulator.ts';
import { startEmulator as startThermal } from '../../../emulators/thermal/emulator.ts';
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
  Cmp: { Nam: 'Sklep Przykład', Ctry: 'PL', TaxId: 'PL5260250274' },
  Loc: { TL: 'WAW1' },
  Trm: { TT: '1' },
} satisfies Cfg;

export const NOW = '2026-11-20T16:55:00';

/** Coffee and bread, paid by card. */
export const SALE: Tree = {
  PosA: [pos('Kawa', 'A', '24.00', { Qty: '2', Pri: '12.00' }), pos('Chleb', 'C', '4.50')],
  PayA: [pay('debitcard', '28.50')],
};

/** What all emulated printers have. */
export interface AnyEmulator {
  port: number;
  readonly printer: PolishPrinter;
  lose(where: 'before' | 'after' | null): void;
  hold(): () => void;
  stop(): Promise<void>;
}

/** Protocols, by the names of their drivers. */
export const PROTOCOLS = ['posnet', 'noviapi', 'thermal'] as const;
export type Protocol = (typeof PROTOCOLS)[number];

const EMULATORS: Readonly<Record<Protocol, (options: EmulatorOptions) => Promise<AnyEmulator>>> = {
  posnet: startPosnet,
  noviapi: startNoviApi,
  thermal: startThermal,
};

/** A shop. */
export type PolishShop = PrinterShop<PrinterKit<AnyEmulator> & { protocol: Protocol }>;

/** Opens a shop. */
export async function openShop(
  attributes = '',
  { protocol = 'posnet', ...options }: EmulatorOptions & { protocol?: Protocol } = {},
): Promise<PolishShop> {
  const kit = await startAt(NOW, (clock) => EMULATORS[protocol]({ clock, ...options }));
  const named = (port: number) => `Printer=${protocol} Printer_Port=127.0.0.1:${port}`;
  return openPrinterShop({ ...kit, protocol, named, sale: SALE }, CFG, attributes);
}
