/** A register of a shop with an emulated fiscal printer, at work in this process. */
import { onTestFinished } from 'vitest';
import type { Cfg } from '../../receipt/cfg.ts';
import type { Tree } from '../../receipt/tree.ts';
import { ManualClock } from '../../testing/manual-clock.ts';
import { runService, type Answer, type Running } from '../../testing/running-service.ts';

/** An emulator. */
interface Emulated {
  port: number;
  stop(): Promise<void>;
}

/** What a shop works with; more where a country's tests ask for it. */
export interface PrinterKit<E extends Emulated = Emulated> {
  emulator: E;
  clock: ManualClock;
  /** Attributes of the profile for the printer, at a port of this machine. */
  named: (port: number) => string;
  /** What is sold when nothing else is said. */
  sale: Tree;
}

/** What a shop does. */
interface Till {
  running: Running;
  /** Sends a receipt. */
  sell(esr?: Tree, route?: string): Promise<Answer>;
  /** Sets the profile's attributes besides those of the printer. */
  set(attributes: string, port?: number): Promise<void>;
}

/** A shop. */
export type PrinterShop<K extends PrinterKit = PrinterKit> = K & Till;

/** Starts the emulator, which ends with the test; both have a clock that stands at `now`. */
export async function startAt<E extends Emulated>(
  now: string,
  start: (clock: ManualClock) => Promise<E>,
): Promise<{ emulator: E; clock: ManualClock }> {
  const clock = new ManualClock(now);
  const emulator = await start(clock);
  onTestFinished(() => emulator.stop());
  return { emulator, clock };
}

/** Opens a shop. @param attributes of the profile besides those of the printer */
export async function openPrinterShop<K extends PrinterKit>(
  kit: K,
  cfg: Cfg,
  attributes: string,
): Promise<PrinterShop<K>> {
  const shop = shopOf(kit, await runService({ cfg: null, clock: kit.clock }));
  await shop.set(attributes);
  const { status, text } = await shop.running.post('/cfg', { Cfg: cfg });
  if (status !== 200) throw new Error(text);
  return shop;
}

/** The same shop after a restart of its service. */
export async function restarted<S extends PrinterShop>(shop: S): Promise<S> {
  await shop.running.stop();
  return shopOf(shop, await runService({ again: shop.running, cfg: null }));
}

function shopOf<K extends PrinterKit>(kit: K, running: Running): PrinterShop<K> {
  return {
    ...kit,
    running,
    sell: (esr = kit.sale, route = '/register') => running.post(route, { Tra: { ESR: esr } }),
    async set(more, port = kit.emulator.port) {
      const { status, text } = await running.post('/profile', {
        Attributes: `${kit.named(port)} ${more}`,
      });
      if (status !== 200) throw new Error(text);
    },
  };
}

/** A position; a share of it in each call. */
export const pos = (Dsc: string, TaxG: string, Amt: string, more: Tree = {}): Tree => ({
  ...{ _: 'Pos', Dsc, TaxG, Amt },
  ...more,
});

/** A payment. */
export const pay = (PayG: string, Amt: string, more: Tree = {}): Tree => ({
  ...{ _: 'Pay', Dsc: PayG, PayG, Amt },
  ...more,
});
