/** A register of a Polish shop with an emulated printer, at work in this process. */
import { onTestFinished } from 'vitest';
import { startEmulator as startNoviApi } from '../../../emulators/noviapi/emulator.ts';
import type { PolishPrinter } from '../../../emulators/pl-printer/device.ts';
import { startEmulator as startPosnet, type EmulatorOptions } from '../../../emulators/posnet/emulator.ts';
import { startEmulator as startThermal } from '../../../emulators/thermal/emulator.ts';
import type { Cfg } from '../../../receipt/cfg.ts';
import type { Tree } from '../../../receipt/tree.ts';
import { ManualClock } from '../../../testing/manual-clock.ts';
import { runService, type Answer, type Running } from '../../../testing/running-service.ts';

export const CFG = {
  Cmp: { Nam: 'Sklep Przykład', Ctry: 'PL', TaxId: 'PL5260250274' },
  Loc: { TL: 'WAW1' },
  Trm: { TT: '1' },
} satisfies Cfg;

export const NOW = '2026-11-20T16:55:00';

/** A position; a share of it in each call. */
export const pos = (Dsc: string, TaxG: string, Amt: string, more: Tree = {}): Tree => ({
  ...{ _: 'Pos', Dsc, TaxG, Amt },
  ...more,
});

export const pay = (PayG: string, Amt: string): Tree => ({ _: 'Pay', Dsc: PayG, PayG, Amt });

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
export interface PolishShop {
  running: Running;
  emulator: AnyEmulator;
  clock: ManualClock;
  protocol: Protocol;
  /** Sends a receipt. */
  sell(esr?: Tree, route?: string): Promise<Answer>;
  /** Sets the profile's attributes besides those of the printer. */
  set(attributes: string, port?: number): Promise<void>;
}

/** Opens a shop. */
export async function openShop(
  attributes = '',
  { protocol = 'posnet', ...options }: EmulatorOptions & { protocol?: Protocol } = {},
): Promise<PolishShop> {
  const clock = new ManualClock(NOW);
  const emulator = await EMULATORS[protocol]({ clock, ...options });
  onTestFinished(() => emulator.stop());
  const running = await runService({ cfg: null, clock });
  return shopOf({ running, emulator, clock, protocol }, attributes);
}

/** The same shop after a restart of its service. */
export async function restarted(shop: PolishShop): Promise<PolishShop> {
  await shop.running.stop();
  const running = await runService({ again: shop.running, cfg: null });
  return shopOf({ ...shop, running }, null);
}

async function shopOf(
  parts: Pick<PolishShop, 'running' | 'emulator' | 'clock' | 'protocol'>,
  attributes: string | null,
): Promise<PolishShop> {
  const { running, emulator, protocol } = parts;
  const set = async (more: string, port = emulator.port) => {
    const Attributes = `Printer=${protocol} Printer_Port=127.0.0.1:${port} ${more}`;
    const { status, text } = await running.post('/profile', { Attributes });
    if (status !== 200) throw new Error(text);
  };
  if (attributes !== null) {
    await set(attributes);
    await running.post('/cfg', { Cfg: CFG });
  }
  const sell = (esr: Tree = SALE, route = '/register') => running.post(route, { Tra: { ESR: esr } });
  return { ...parts, sell, set };
}
