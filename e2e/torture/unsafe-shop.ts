import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { archivedSegments, damagedFiles, stopAndAudit } from './audit.ts';
import { FaultyDisk } from './faults/faulty-disk.ts';
import {
  expectKilled,
  inRounds,
  newDataRoot,
  type PhaseOptions,
  removeDataRoot,
  startReady,
} from './phase.ts';
import { streamOf } from './sales.ts';
import type { RunningService, StartOptions } from './service.ts';
import { Shop } from './shop.ts';
import type { Tally } from './tally.ts';
import type { MayRefuse } from './till.ts';

/** Registers of a shop that archives: each needs more than a thousand receipts. */
const largeRegisters = 2;

/** A shop whose disk may lose what was not synced. */
export class UnsafeShop {
  readonly disk: FaultyDisk;
  readonly shop: Shop;
  readonly start: StartOptions;
  private readonly dataRoot: string;
  private readonly tally: Tally;

  constructor(
    name: string,
    { folder, library, registers, seed, tally }: PhaseOptions,
    { timeZone, archives }: { timeZone: string | undefined; archives: boolean },
  ) {
    this.tally = tally;
    this.dataRoot = newDataRoot(folder, name);
    const beside = join(folder, `${name}.disk`);
    mkdirSync(beside);
    this.disk = new FaultyDisk(this.dataRoot, beside, library, streamOf(seed, name, 'disk'));
    this.shop = new Shop({
      registers: archives ? Math.min(registers, largeRegisters) : registers,
      seed,
      name,
      overYears: timeZone !== undefined,
      archives,
      tally,
    });
    const environment = { ...this.disk.environment, ...(timeZone !== undefined && { TZ: timeZone }) };
    this.start = { dataRoot: this.dataRoot, environment };
  }

  /** Starts the service, clears what was left unanswered and holds the journal against all answers. */
  async open(mayRefuse?: MayRefuse): Promise<RunningService> {
    const service = await startReady(this.start, this.tally);
    await this.shop.recover(service, mayRefuse);
    await this.shop.check(service, 'whole');
    return service;
  }

  /** Sells until the process dies so many calls on files from now. */
  async sellUntilDeath(service: RunningService, ticks: number, mayRefuse?: MayRefuse): Promise<void> {
    this.disk.control.dieIn(ticks);
    const never = (): boolean => false;
    await this.shop.sell(service, { until: never, ...(mayRefuse && { mayRefuse }) });
    if (this.tally.isClean) await expectKilled(service);
    else await service.kill();
  }

  /** The process is dead: cuts the power, or leaves what it wrote to the system for another time. */
  afterDeath(powerCut: boolean): void {
    this.disk.control.live();
    const unsynced = this.disk.afterDeath();
    if (!powerCut) return this.tally.count('  without a power cut');
    this.tally.count('writes and names not synced at a cut', unsynced);
    this.tally.count('files changed by a cut', this.disk.powerCut());
  }

  /** Looks at everything once more, and ends. */
  async close(): Promise<void> {
    await this.tally.watch(async () => {
      if (!this.tally.isClean) return;
      const service = await this.open();
      const startAgain = (): Promise<RunningService> => startReady(this.start, this.tally);
      await stopAndAudit(service, this.dataRoot, this.shop.countKept(), startAgain, this.tally);
      this.disk.afterDeath();
      this.tally.count('archived segments', archivedSegments(this.dataRoot));
      this.tally.count('journal files kept aside as damaged', damagedFiles(this.dataRoot));
    });
    this.disk.close();
    removeDataRoot(this.dataRoot, this.tally);
  }
}

/** Rounds in data roots of which each lasts for some of them, so that reading all of it stays quick. */
export async function roundsInShops(
  name: string,
  options: PhaseOptions,
  perShop: number,
  rules: {
    timeZone?: string;
    /** Some shops archive. */
    archives?: boolean;
    /** The service runs and its registers are set up; the process must be dead in the end. */
    first: (unsafe: UnsafeShop, service: RunningService, random: () => number) => Promise<void>;
    /** The process is dead, and must be again in the end. */
    next: (unsafe: UnsafeShop, random: () => number) => Promise<void>;
    /** How often the power is cut when the process is dead. */
    powerCuts: number;
  },
): Promise<void> {
  const { tally } = options;
  const shops: UnsafeShop[] = [];
  await inRounds(name, options, async (random, number) => {
    const last = shops.at(-1);
    if (last === undefined || (number - 1) % perShop === 0) {
      await shops.pop()?.close();
      if (!tally.isClean) return;
      // Every other shop has so many receipts that old ones are archived meanwhile.
      const archives = rules.archives === true && number > 1 && random() < 0.5;
      const { timeZone } = rules;
      const unsafe = new UnsafeShop(`${name.replace(' ', '-')}-${number}`, options, { timeZone, archives });
      shops.push(unsafe);
      const service = await startReady(unsafe.start, tally);
      await unsafe.shop.configure(service);
      if (archives) await unsafe.shop.fill(service);
      await rules.first(unsafe, service, random);
      return unsafe.afterDeath(random() < rules.powerCuts);
    }
    await rules.next(last, random);
    last.afterDeath(random() < rules.powerCuts);
  });
  await shops.pop()?.close();
}
