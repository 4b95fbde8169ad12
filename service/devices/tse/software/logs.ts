/** Log messages of a TSE in software, as entries of an archive. */
import type { TseExportFilter } from '../contract.ts';
import { tarEntry } from '../tar.ts';
import type { Store } from './store.ts';

/** Messages that are read at a time. */
const PAGE = 500;

/** Those that fit, in pieces; returns the signature counter of the last one that was looked at. */
export async function* logsOf(store: Store, filter: TseExportFilter): AsyncGenerator<Buffer, number> {
  for (let after = 0; ;) {
    const page = store.messages(after, PAGE);
    const fitting = page.filter((message) => fits(message, filter));
    if (fitting.length > 0)
      yield Buffer.concat(fitting.map(({ name, log, seconds }) => tarEntry({ name, content: log, seconds })));
    if (page.length === 0) return after;
    after = page.at(-1)!.counter;
  }
}

function fits(
  { client, transaction, seconds }: { client: string | null; transaction: number | null; seconds: number },
  { client: only, transactions, times }: TseExportFilter,
): boolean {
  const isWithin = (value: number | null, bounds: { from: number; till: number } | undefined) =>
    bounds === undefined || (value !== null && value >= bounds.from && value <= bounds.till);
  return (
    (only === undefined || client === only) &&
    isWithin(transaction, transactions) &&
    isWithin(seconds * 1000, times)
  );
}
