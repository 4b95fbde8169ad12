/** A Belgian café for tests: its configuration, and a till over the wire with the FDM beside it. */
import { onTestFinished } from 'vitest';
import {
  startEmulator,
  type Emulator,
  type EmulatorOptions,
} from '../../../emulators/fdm-network/emulator.ts';
import {
  startEmulator as startSerial,
  type Emulator as SerialEmulator,
} from '../../../emulators/fdm-serial/emulator.ts';
import type { Cfg } from '../../../receipt/cfg.ts';
import type { Tree } from '../../../receipt/tree.ts';
import { ManualClock } from '../../../testing/manual-clock.ts';
import { runService, type Answer, type Running } from '../../../testing/running-service.ts';

export const CFG = {
  Cmp: { Nam: 'Café Voorbeeld BV', Ctry: 'BE', TaxId: 'BE0477472701' },
  Loc: { TL: 'BR1', TaxId: '2000000042' },
  Trm: { TT: '1', SW: 'Test', SWVersion: '1.0', Serial: 'CTST0010000001', Lang: 'nl' },
} satisfies Cfg;

/** The same on GKS 1. */
export const OLD_CFG = { ...CFG, Trm: { ...CFG.Trm, Serial: 'BTST0010000001' } } satisfies Cfg;

export const NOW = '2026-11-20T16:55:00';

/** National number of An, who is operator 1. */
export const NUMBER = '79010100183';

/** A position; a share of it in each call. */
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

/** Two colas and a menu, paid by card. */
export const SALE: Tree = {
  Opr: '1',
  PosA: [
    pos('Cola', 'A', '24.00', { Qty: '2', Pri: '12.00', Cat: '10', CatN: 'Drinks', SKU: '100' }),
    pos('Menu', 'B', '28.00', { Cat: '20', CatN: 'Food', SKU: '200' }),
  ],
  PayA: [pay('debitcard', '52.00')],
};

/** A shop. */
export interface BelgianShop<Fdm> {
  running: Running;
  fdm: Fdm;
  clock: ManualClock;
  /** Sends a record. */
  sell(esr?: Tree, route?: string): Promise<Answer>;
  /** Does an action of the page. */
  act(action: string, input?: Tree): Promise<Answer>;
}

/** Opens a shop whose FDM is on the network; An is on its list. */
export async function openShop(
  cfg: Cfg = CFG,
  options: EmulatorOptions = {},
): Promise<BelgianShop<Emulator>> {
  const clock = new ManualClock(NOW);
  const fdm = await startEmulator({ clock, ...options });
  onTestFinished(() => fdm.stop());
  return shopOf(fdm, '2', cfg, clock, options.secret);
}

/** Opens a shop whose FDM is on a serial line. */
export async function openOldShop(): Promise<BelgianShop<SerialEmulator>> {
  const clock = new ManualClock(NOW);
  const fdm = await startSerial({ clock });
  onTestFinished(() => fdm.stop());
  return shopOf(fdm, '1', OLD_CFG, clock);
}

/** The same shop after a restart of its service. */
export async function restarted<Fdm>({ running, fdm, clock }: BelgianShop<Fdm>): Promise<BelgianShop<Fdm>> {
  await running.stop();
  return withService(await runService({ again: running, cfg: null }), fdm, clock);
}

async function shopOf<Fdm extends { address: string }>(
  fdm: Fdm,
  generation: string,
  cfg: Cfg,
  clock: ManualClock,
  secret?: string,
): Promise<BelgianShop<Fdm>> {
  const shop = withService(await runService({ cfg, clock }), fdm, clock);
  const connected = await shop.act('connect', {
    generation,
    address: fdm.address,
    ...(secret && { secret }),
  });
  const listed = await shop.act('set-operator', { alias: '1', name: 'An', number: NUMBER });
  for (const { status, text } of [connected, listed]) if (status !== 200) throw new Error(text);
  return shop;
}

function withService<Fdm>(running: Running, fdm: Fdm, clock: ManualClock): BelgianShop<Fdm> {
  return {
    ...{ running, fdm, clock },
    sell: (esr = SALE, route = '/register') => running.post(route, { Tra: { ESR: esr } }),
    act: (action, input = {}) => running.post(`/control/country/${action}`, input),
  };
}
