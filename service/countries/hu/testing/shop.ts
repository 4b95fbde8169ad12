/** A register of a Hungarian shop with an emulated printer, at work in this process. */
import { onTestFinished } from 'vitest';
import { startEmulator, type Emulator, type EmulatorOptions } from '../../../emulators/hu-json/emulator.ts';
import type { Cfg } from '../../../receipt/cfg.ts';
import type { Tree } from '../../../receipt/tree.ts';
import { ManualClock } from '../../../testing/manual-clock.ts';
import { runService, type Answer, type Running } from '../../../testing/running-service.ts';

export const CFG = {
  Cmp: {
    ...{ Nam: 'Minta Kft.', Ctry: 'HU', TaxId: '12345676-2-41' },
    ...{ Adr: 'Minta utca 1', Zip: '1011', City: 'Budapest' },
  },
  Loc: { TL: 'BP1' },
  Trm: { TT: '1' },
} satisfies Cfg;

export const NOW = '2026-11-20T16:55:00';

/** A position. */
export const pos = (Dsc: string, TaxG: string, Amt: string, more: Tree = {}): Tree => ({
  ...{ _: 'Pos', Dsc, TaxG, Amt },
  ...more,
});

export const pay = (PayG: string, Amt: string, more: Tree = {}): Tree => ({
  _: 'Pay',
  Dsc: PayG,
  PayG,
  Amt,
  ...more,
});

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
export interface HungarianShop {
  running: Running;
  emulator: Emulator;
  clock: ManualClock;
  /** Sends a receipt. */
  sell(esr?: Tree, route?: string): Promise<Answer>;
  /** Sets the profile's attributes besides those of the printer. */
  set(attributes: string, port?: number): Promise<void>;
}

/** Opens a shop whose register opens its days by itself, unless told otherwise. */
export async function openShop(
  attributes = 'Fiscal_ZLaunch',
  options: EmulatorOptions = {},
): Promise<HungarianShop> {
  const clock = new ManualClock(NOW);
  const emulator = await startEmulator({ clock, ...options });
  onTestFinished(() => emulator.stop());
  const running = await runService({ cfg: null, clock });
  return shopOf(running, emulator, clock, attributes);
}

/** The same shop after a restart of its service. */
export async function restarted({ running, emulator, clock }: HungarianShop): Promise<HungarianShop> {
  await running.stop();
  return shopOf(await runService({ again: running, cfg: null }), emulator, clock, null);
}

async function shopOf(
  running: Running,
  emulator: Emulator,
  clock: ManualClock,
  attributes: string | null,
): Promise<HungarianShop> {
  const set = async (more: string, port = emulator.port) => {
    const Attributes = `Printer=hu-json Printer_Port=127.0.0.1:${port} ${more}`;
    const { status, text } = await running.post('/profile', { Attributes });
    if (status !== 200) throw new Error(text);
  };
  if (attributes !== null) {
    await set(attributes);
    const answer = await running.post('/cfg', { Cfg: CFG });
    if (answer.status !== 200) throw new Error(answer.text);
  }
  const sell = (esr: Tree = SALE, route = '/register') => running.post(route, { Tra: { ESR: esr } });
  return { running, emulator, clock, sell, set };
}
