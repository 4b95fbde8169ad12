import type { SeriesRow } from '../../../../service/countries/pt/wire.ts';

/** Closed series of one year. */
export interface ClosedYear {
  year: string;
  rows: SeriesRow[];
}

/** What is in use, and what is done with, by the year of its first day. The order within stays. */
export function arrange(series: readonly SeriesRow[]): { inUse: SeriesRow[]; closed: ClosedYear[] } {
  const closed = series.filter((row) => row.state === 'closed');
  const years = [...new Set(closed.map((row) => row.from.slice(0, 4)))].sort().reverse();
  return {
    inUse: series.filter((row) => row.state !== 'closed'),
    closed: years.map((year) => ({ year, rows: closed.filter((row) => row.from.startsWith(year)) })),
  };
}

/** Types that have a series for everyday documents, in use or on its way. */
export function typesInUse(series: readonly SeriesRow[]): Set<string> {
  return new Set(
    series
      .filter((row) => row.kind === 'N' && (row.state === 'open' || row.state === 'pending'))
      .map((row) => row.type),
  );
}

/** The name of a series without its type: what the authority calls the series. */
export function seriesName(id: string): string {
  return id.slice(id.indexOf(' ') + 1);
}
