import { logarithmic, type PhaseOptions, start, startReady, stopInOrder } from './phase.ts';
import type { Tally } from './tally.ts';
import { roundsInShops, type UnsafeShop } from './unsafe-shop.ts';

/** A data root of its own after so many rounds: everything is read after each one. */
const roundsPerShop = 10;

/** Calls on files in a second of load, about; a start has fewer than the second one. */
const [ticksOfLoad, ticksOfStart] = [20_000, 150];

/** How to cut. */
export interface PowerCutOptions extends PhaseOptions {
  /** Syncs do nothing once the registers are set up: then answered receipts must get lost. */
  swallowSyncs?: boolean;
}

/**
 * Cuts the power at a random call on a file, again and again: what was not synced is kept,
 * lost or torn, and what was answered must be there.
 */
export async function powerCuts(options: PowerCutOptions): Promise<void> {
  const { tally, swallowSyncs = false } = options;
  await roundsInShops('power cuts', options, roundsPerShop, {
    first: async (unsafe, service, random) => {
      unsafe.disk.control.swallowSyncs = swallowSyncs;
      await unsafe.sellUntilDeath(service, logarithmic(random, ticksOfLoad));
    },
    next: (unsafe, random) => oneMore(unsafe, random, tally),
    powerCuts: 0.8,
    archives: true,
  });
}

/** Starts the service on what the last cut left, and lets it die. */
async function oneMore(unsafe: UnsafeShop, random: () => number, tally: Tally): Promise<void> {
  const choice = random();
  const ticks = logarithmic(random, ticksOfLoad);
  if (choice < 0.15) {
    unsafe.disk.control.dieIn(logarithmic(random, ticksOfStart));
    const service = await start(unsafe.start, tally, true);
    if (service === null) return tally.count('  before it was ready');
    return unsafe.sellUntilDeath(service, ticks);
  }
  // Now and then the blow falls while lost answers are still being asked for.
  if (choice < 0.3) return unsafe.sellUntilDeath(await startReady(unsafe.start, tally), ticks);
  const service = await unsafe.open();
  if (choice < 0.9) return unsafe.sellUntilDeath(service, ticks);
  let requests = 200;
  await unsafe.shop.sell(service, { until: () => requests-- <= 0 });
  await stopInOrder(service, tally);
  tally.count('  behind an orderly stop');
}
