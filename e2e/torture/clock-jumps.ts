import { SMALL_STEP_MS } from '../../service/clock.ts';
import { nextChange, nextNewYear, timeZone } from './calendar.ts';
import type { PhaseOptions } from './phase.ts';
import type { RunningService } from './service.ts';
import type { Tally } from './tally.ts';
import type { MayRefuse } from './till.ts';
import { roundsInShops, type UnsafeShop } from './unsafe-shop.ts';

/** A data root of its own after so many rounds. */
const roundsPerShop = 10;

const [second, hour, dayLong] = [1000, 3_600_000, 86_400_000];

/** A jump: how far, and up to where the service must then have sold. */
interface Jump {
  name: string;
  to: number;
  until?: number;
}

/** The clock of the service, and what it may refuse because of it. */
class ServiceClock {
  private readonly unsafe: UnsafeShop;
  private highestSet = 0;
  private refusesNow = false;

  constructor(unsafe: UnsafeShop) {
    this.unsafe = unsafe;
  }

  /** ms since 1970, as the service sees it. */
  get now(): number {
    return Date.now() + this.unsafe.disk.control.clockOffset;
  }

  /** The latest moment so far. */
  get highest(): number {
    return Math.max(this.highestSet, this.now);
  }

  /** True while nothing need be sold: documents would be dated before the last ones. */
  get isBehind(): boolean {
    return this.highest - this.now > SMALL_STEP_MS;
  }

  set(ms: number): void {
    this.highestSet = this.highest;
    const wasBehind = this.isBehind;
    this.unsafe.disk.control.clockOffset = ms - Date.now();
    // An answer from before the jump may come behind it.
    this.refusesNow = wasBehind || this.isBehind;
  }

  readonly mayRefuse: MayRefuse = ({ rc, errorCode }) =>
    this.refusesNow && rc === 'NO' && errorCode === '#CLOCK_BEHIND';
}

/** Lets the clock jump while the service sells: forwards, backwards, into summer time, out of it, into the new year. */
export async function clockJumps(options: PhaseOptions): Promise<void> {
  const { tally } = options;
  const clocks = new Map<UnsafeShop, ServiceClock>();

  const sellOn = async (unsafe: UnsafeShop, service: RunningService, random: () => number): Promise<void> => {
    const clock = clocks.get(unsafe)!;
    for (let left = 3; left > 0 && tally.isClean; left--) await jump(unsafe, service, clock, random, tally);
    if (!tally.isClean) return service.kill();
    if (clock.isBehind) clock.set(clock.highest + second);
    await unsafe.sellUntilDeath(service, 1 + random() * 2000, clock.mayRefuse);
  };

  await roundsInShops('clock jumps', options, roundsPerShop, {
    timeZone,
    first: (unsafe, service, random) => {
      clocks.set(unsafe, new ServiceClock(unsafe));
      return sellOn(unsafe, service, random);
    },
    next: async (unsafe, random) => {
      const clock = clocks.get(unsafe)!;
      // The clock may also be wrong when the machine comes up.
      if (random() < 0.3) clock.set(clock.now + (random() - 0.5) * 4 * dayLong);
      await sellOn(unsafe, await unsafe.open(clock.mayRefuse), random);
    },
    powerCuts: 0.5,
  });
}

async function jump(
  { shop }: UnsafeShop,
  service: RunningService,
  clock: ServiceClock,
  random: () => number,
  tally: Tally,
): Promise<void> {
  const { name, to, until = 0 } = draw(clock, random);
  // A lost answer is asked for within some days, says the specification: no request may be on its way then.
  let hasJumped = Math.abs(to - clock.now) > 5 * dayLong;
  const leap = (): void => {
    clock.set(to);
    shop.forgetLastSales();
    hasJumped = true;
  };
  if (hasJumped) leap();
  let enough = shop.asked(3);
  const isOver = (): boolean => {
    if (!enough.every((isMet) => isMet())) return false;
    if (hasJumped) return clock.now > until;
    // One till got its answer, the others are selling.
    leap();
    enough = shop.asked(3);
    return false;
  };
  await shop.sell(service, { until: isOver, mayRefuse: clock.mayRefuse });
  tally.count(`jumps: ${name}`);
  await tally.watch(() => shop.check(service, 'whole'));
}

function draw(clock: ServiceClock, random: () => number): Jump {
  const { now, highest } = clock;
  if (clock.isBehind && random() < 0.7) return { name: 'right again', to: highest + second };
  const spring = nextChange(highest, 'March');
  const autumn = nextChange(highest, 'October');
  const year = nextNewYear(highest);
  // Never over a New Year: what was sold before must not be asked for behind it.
  const within = (moment: number): number => Math.min(moment, year - 2 * second);
  const jumps: Jump[] = [
    { name: 'forward by seconds or hours', to: within(now + random() ** 3 * 3 * hour) },
    { name: 'forward by days', to: within(now + (1 + random() * 4) * dayLong) },
    { name: 'back by seconds or hours', to: now - random() ** 3 * 3 * hour },
    { name: 'back by days', to: now - (1 + random() * 3) * dayLong },
    { name: 'New Year', to: year - second, until: year + second },
  ];
  if (spring < year) jumps.push({ name: 'summer time begins', to: spring - second, until: spring + second });
  if (autumn < year) jumps.push({ name: 'summer time ends', to: autumn - second, until: autumn + second });
  return jumps[Math.floor(random() * jumps.length)]!;
}
