/** A register of an Italian shop with an emulated printer, at work in this process. */
import { onTestFinished } from 'vitest';
import { startEmulator as startCustomPrinter } from '../../../emulators/custom-fp/emulator.ts';
import { startEmulator as startRtServer } from '../../../emulators/custom-rts/emulator.ts';
import { startEmulator, type EmulatorOptions } from '../../../emulators/epson-fp/emulator.ts';
import type { FiscalEmulator } from '../../../emulators/fiscal-printer.ts';
import type { Cfg } from '../../../receipt/cfg.ts';
import type { Tree } from '../../../receipt/tree.ts';
import { ManualClock } from '../../../testing/manual-clock.ts';
import { runService, type Answer, type Running } from '../../../testing/running-service.ts';

export const CFG = {
  Cmp: { Nam: 'Bar Esempio', Ctry: 'IT', TaxId: 'IT00743110157' },
  Loc: { TL: 'MI1' },
  Trm: { TT: '1' },
} satisfies Cfg;

export const NOW = '2026-11-20T16:55:00';

/** A position; a share of it in each call. */
export const pos = (Dsc: string, TaxG: string, Amt: string, more: Tree = {}): Tree => ({
  ...{ _: 'Pos', Dsc, TaxG, Amt },
  ...more,
});

export const pay = (PayG: string, Amt: string): Tree => ({ _: 'Pay', Dsc: PayG, PayG, Amt });

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
export interface ItalianShop {
  running: Running;
  emulator: FiscalEmulator;
  clock: ManualClock;
  device: Device;
  /** Sends a receipt. */
  sell(esr?: Tree, route?: string): Promise<Answer>;
  /** Sets the profile's attributes besides those of the printer. */
  set(attributes: string, port?: number): Promise<void>;
}

/** Opens a shop. */
export async function openShop(
  attributes = '',
  options: EmulatorOptions = {},
  device: Device = 'epson-fp',
): Promise<ItalianShop> {
  const clock = new ManualClock(NOW);
  const emulator: FiscalEmulator = await DEVICES[device].start({ clock, ...options });
  onTestFinished(() => emulator.stop());
  const running = await runService({ cfg: null, clock });
  return shopOf(running, { emulator, clock, device }, attributes);
}

/** The same shop after a restart of its service. */
export async function restarted({ running, ...equipment }: ItalianShop): Promise<ItalianShop> {
  await running.stop();
  return shopOf(await runService({ again: running, cfg: null }), equipment, null);
}

async function shopOf(
  running: Running,
  { emulator, clock, device }: Pick<ItalianShop, 'emulator' | 'clock' | 'device'>,
  attributes: string | null,
): Promise<ItalianShop> {
  const set = async (more: string, port = emulator.port) => {
    const Attributes = `Printer=${device} Printer_Port=127.0.0.1:${port} ${DEVICES[device].attributes} ${more}`;
    const { status, text } = await running.post('/profile', { Attributes });
    if (status !== 200) throw new Error(text);
  };
  if (attributes !== null) {
    await set(attributes);
    await running.post('/cfg', { Cfg: CFG });
  }
  const sell = (esr: Tree = SALE, route = '/register') => running.post(route, { Tra: { ESR: esr } });
  return { running, emulator, clock, device, sell, set };
}
