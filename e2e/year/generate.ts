/** Makes up a year of a Portuguese company and registers it. */
import { makeArticles } from './articles.ts';
import { spreadOverYear } from './calendar.ts';
import { Chance } from './chance.ts';
import { TILLS } from './company.ts';
import { makeCustomers } from './customers.ts';
import { openHeadquarters } from './headquarters.ts';
import { Till } from './till.ts';

/** What to make up. */
export interface YearOptions {
  /** Folder that is new or empty. */
  dataRoot: string;
  /** Documents that belong into the tax file: all but training. */
  documents: number;
  year: number;
  /** The same seed gives the same year, keys and signatures aside. */
  seed: number;
  articles?: number;
  customers?: number;
  /** Called after each day with the documents registered so far. */
  onProgress?: (documents: number, day: string) => void;
}

/** Day of the year on which the first till loses its last sales. */
const RESTORED = '08-20';

/** Registers a year, day by day, the tills side by side. */
export async function generateYear(options: YearOptions): Promise<void> {
  const { year, seed, onProgress } = options;
  const chance = new Chance(seed);
  const articles = makeArticles(chance, options.articles ?? 4000, year);
  const customers = makeCustomers(chance, options.customers ?? 300, year);
  const headquarters = await openHeadquarters(options.dataRoot, `${year}-01-01T07:00:00`);
  try {
    const { registers, clock } = headquarters;
    const tills = TILLS.map(({ cfg, suffix }, i) => {
      const own = { register: registers[i]!, cfg, suffix, chance: new Chance(seed + i + 1) };
      return new Till({
        ...own,
        clock,
        articles,
        customers,
        restoredOn: i === 0 ? `${year}-${RESTORED}` : null,
      });
    });
    let registered = 0;
    for (const { day, counts } of daysOfTills(year, options.documents)) {
      // All of them come to the end of the day, however it went, before the journal is closed.
      const outcomes = await Promise.allSettled(tills.map((till, i) => till.live(day, counts[i]!)));
      for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
      tills.forEach((till, i) => till.handOver(tills[(i + 1) % tills.length]!));
      registered += counts.reduce((a, b) => a + b, 0);
      onProgress?.(registered, day);
    }
  } finally {
    await headquarters.close();
  }
}

/** Documents of each day by till; the last till has what is left of the whole. */
function daysOfTills(year: number, documents: number): { day: string; counts: number[] }[] {
  const shares = TILLS.map(({ share }) => Math.round((documents * share) / 100));
  shares[shares.length - 1] = documents - shares.slice(0, -1).reduce((a, b) => a + b, 0);
  const byTill = shares.map((share) => spreadOverYear(year, share));
  return byTill[0]!.map(({ day }, i) => ({ day, counts: byTill.map((days) => days[i]!.documents) }));
}
