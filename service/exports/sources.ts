/** The records of a register as a country's export reads them. */
import type { ExportSource } from '../countries/contract/exports.ts';
import type { Journal } from '../journal/journal.ts';
import type { Register } from '../register/register.ts';
import type { Days } from './days.ts';

/** A source and the number of its transactions. */
export interface CountedSource extends ExportSource {
  count: number;
}

/**
 * Opens a register as it is now: receipts and voids that come later are not in
 * it, so that an export that reads it twice finds the same both times.
 * @param register with a configuration
 * @param unbrokenOn today, for an export whose records are a chain
 */
export async function openSource(
  journal: Journal,
  register: Register,
  days: Days,
  unbrokenOn?: string,
): Promise<CountedSource> {
  const { rn, state } = register;
  const period = await journal.period(rn, days.from, days.till, unbrokenOn);
  return {
    rn,
    cfg: register.cfg!,
    state,
    count: period.count,
    pages: (numbers) => period.pages(numbers),
    async voidOf(record) {
      const by = register.voidOf(record);
      return by !== null && by <= period.lastSq ? journal.bySq(rn, by, period.lastSq) : null;
    },
  };
}
