import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from './answer.ts';
import { type Faults, noFaults } from './faults/control.ts';
import { logarithmic, type PhaseOptions, start } from './phase.ts';
import type { RunningService } from './service.ts';
import { type Tally, Violation } from './tally.ts';
import { roundsInShops, type UnsafeShop } from './unsafe-shop.ts';

/** A data root of its own after so many rounds. */
const roundsPerShop = 10;

/** Selling must go on by itself so soon after a fault has ended. */
const recoveredWithinMs = 30_000;

/** What a till may be told while the disk fails: that nothing was stored. */
const mayRefuse = ({ rc, errorCode }: Answer): boolean =>
  rc === 'NO' && (errorCode === '#JOURNAL_FAILED' || errorCode === '#JOURNAL_UNAVAILABLE');

/** Draws what is wrong with the disk: full, failing to write, failing to sync, slow to take bytes, or several. */
function draw(random: () => number): { name: string; faults: Faults } {
  const some = (most: number): number => most * random() ** 2;
  const full = { space: Math.floor(some(300_000)) };
  const kinds: [string, Partial<Faults>][] = [
    ['full disk', full],
    ['full disk', full],
    ['writes fail', { writeErrors: 0.001 + some(0.3) }],
    ['syncs fail', { syncErrors: 0.01 + some(0.5) }],
    ['all syncs fail', { syncErrors: 1 }],
    ['short writes', { shortWrites: 0.01 + some(0.5) }],
    ['everything', { ...full, writeErrors: some(0.1), syncErrors: some(0.2), shortWrites: some(0.2) }],
  ];
  const [name, faults] = kinds[Math.floor(random() * kinds.length)]!;
  return { name, faults: { ...noFaults, ...faults } };
}

/**
 * Lets the disk fail while the service sells. Whatever it answers with OK must be there behind
 * a power cut, whatever it answers with NO must not be; and it sells on when the disk works again.
 */
export async function diskFaults(options: PhaseOptions): Promise<void> {
  const { tally } = options;
  await roundsInShops('disk faults', options, roundsPerShop, {
    first: (unsafe, service, random) => letFail(unsafe, service, random, tally),
    next: async (unsafe, random) => {
      if (random() < 0.2) await startOnFailingDisk(unsafe, random, tally);
      await letFail(unsafe, await unsafe.open(), random, tally);
    },
    powerCuts: 0.8,
    archives: true,
  });
}

/** Three faults at most in one process, which dies in the end: behind the last fault or in it. */
async function letFail(
  unsafe: UnsafeShop,
  service: RunningService,
  random: () => number,
  tally: Tally,
): Promise<void> {
  const { disk, shop } = unsafe;
  for (let left = 1 + Math.floor(random() * 3); left > 0 && tally.isClean; left--) {
    const { name, faults } = draw(random);
    const before = disk.control.injected;
    disk.control.faults = faults;
    const dies = left === 1 && random() < 0.5;
    if (dies) await unsafe.sellUntilDeath(service, logarithmic(random, 5000), mayRefuse);
    else await sellFor(unsafe, service, 50 + random() * 500);
    disk.control.faults = noFaults;
    tally.count(`faults: ${name}`);
    tally.count('  errors and short writes injected', disk.control.injected - before);
    if (dies) return;
    await recover(unsafe, service, tally);
    await tally.watch(() => shop.check(service, 'whole'));
  }
  if (tally.isClean) await unsafe.sellUntilDeath(service, 1 + random() * 3000);
  else await service.kill();
}

async function sellFor({ shop }: UnsafeShop, service: RunningService, ms: number): Promise<void> {
  const time = { isOver: false };
  const load = shop.sell(service, { until: () => time.isOver, mayRefuse });
  await sleep(ms);
  time.isOver = true;
  await load;
}

/** The disk works again: each till must soon sell something. */
async function recover({ shop }: UnsafeShop, service: RunningService, tally: Tally): Promise<void> {
  const began = performance.now();
  const isLate = (): boolean => performance.now() - began > recoveredWithinMs;
  const sold = shop.sold();
  await shop.sell(service, { until: () => sold.every((isMore) => isMore()) || isLate(), mayRefuse });
  if (!tally.isClean) return;
  if (isLate()) throw new Violation(`the service does not recover within ${recoveredWithinMs} ms`);
  tally.most('slowest recovery (ms)', performance.now() - began);
  // From now on nothing may be refused any more.
  await shop.recover(service);
}

/** The service may say that it cannot start, but it must not damage anything. */
async function startOnFailingDisk(unsafe: UnsafeShop, random: () => number, tally: Tally): Promise<void> {
  unsafe.disk.control.faults = draw(random).faults;
  const service = await start(unsafe.start, tally, true);
  if (service === null) tally.count('  did not start on a failing disk');
  else {
    await sellFor(unsafe, service, 100);
    await service.kill();
  }
  unsafe.disk.control.faults = noFaults;
  unsafe.afterDeath(random() < 0.5);
}
