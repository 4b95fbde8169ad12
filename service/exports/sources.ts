/** The records of a register as a country's export reads them. */
import type { CountryExport, ExportSource } from '../countries/contract/exports.ts';
import type { Journal } from '../journal/journal.ts';
import type { Register } from '../register/register.ts';
import type { Days } from './days.ts';

/** A source and the number of its transactions. */
export interface CountedSource extends ExportSource {
  count: number;
}

/** What a source is opened for. */
export interface SourceChoice {
  kind: Pick<CountryExport, 'chained' | 'types' | 'records'>;
  /** With the day that is not closed yet. */
  open: boolean;
  /** `YYYY-MM-DD`. */
  today: string;
}

/**
 * Opens a register as it is now: receipts and voids that come later are not in
 * it, so that an export that reads it twice finds the same both times.
 * @param register with a configuration
 * @param how.today for an export whose records are a chain
 */
export async function openSource(
  journal: Journal,
  register: Register,
  days: Days,
  { kind = {}, open = false, today }: Partial<SourceChoice> = {},
): Promise<CountedSource> {
  const { rn, state } = register;
  const lastSq = kind.records ? await journal.lastSq(rn) : 0;
  const range = kind.records?.(state, { ...days, open, lastSq });
  const period = await journal.period(rn, days.from, days.till, {
    unbrokenOn: kind.chained ? today : undefined,
    range: range && { from: range.first, to: range.last },
    types: kind.types,
  });
  return {
    rn,
    cfg: register.cfg!,
    state,
    count: period.count,
    pages: () => period.pages(),
    record: (sq) => (sq <= period.lastSq ? journal.bySq(rn, sq, period.lastSq) : Promise.resolve(null)),
    async voidOf(record) {
      const by = register.voidOf(record);
      return by !== null && by <= period.lastSq ? journal.bySq(rn, by, period.lastSq) : null;
    },
  };
}
