/**
 * A receipt by what stands in it, where no number is kept to find it by: what an
 * authority has called it, say. Only the days that are named are read, or the newest
 * records, so that it takes no longer while the journal grows.
 */
import type { JournalRecord } from '../receipt/tra.ts';
import { rangesOf, segmentsBetween } from './days.ts';
import { standing, type LateData } from './late.ts';
import type { Lines, Range } from './lines.ts';
import { lastSqIn } from './place.ts';
import { recordOf } from './record.ts';
import type { Store } from './store.ts';

/** Records that are read where no day is named, or nothing was found on it. */
const NEWEST = 5000;

/** First and last day, `YYYY-MM-DD`, both included; or the newest records, whatever days they are of. */
export type Span = { from: string; till: string } | 'newest';

/** Which receipt is looked for. */
export interface Likeness {
  /** Where it is looked for, one after another. */
  spans: readonly Span[];
  /** Stands in the line of the receipt, or in that of its late fiscal data: most lines need not be read then. */
  text: RegExp;
  /** Whether a receipt, as it stands, is the one. */
  isIt: (record: JournalRecord) => boolean;
}

/** Where to look. */
interface Source {
  store: Pick<Store, 'select' | 'registers'>;
  lines: Lines;
  late: LateData;
}

/** The newest such receipt of a register; null where there is none. */
export async function receiptLike(
  source: Source,
  rn: string,
  { spans, text, isIt }: Likeness,
): Promise<JournalRecord | null> {
  for (const span of spans) {
    for (const range of (await rangesIn(source, rn, span)).reverse()) {
      for (let { to } = range; to >= range.from;) {
        const { lines, read } = await source.lines.page(rn, { from: range.from, to }, 'desc');
        const late = await source.late.of(
          rn,
          lines.map(({ sq }) => ({ _: 'Tra', RN: rn, SQ: sq, D: '' })),
        );
        const found = lines
          .filter((line) => text.test(line.text) || text.test(late.get(line.sq)?.text ?? ''))
          .map((line) => standing(recordOf(line.text), late))
          .find((record) => record._ === 'Tra' && isWithin(record, span) && isIt(record));
        if (found) return found;
        to = read.from - 1;
      }
    }
  }
  return null;
}

/** Segments have records of other days, too. */
function isWithin({ D, ESR }: JournalRecord, span: Span): boolean {
  const day = (ESR?.D ?? D).slice(0, 10);
  return span === 'newest' || (day >= span.from && day <= span.till);
}

async function rangesIn({ store }: Source, rn: string, span: Span): Promise<Range[]> {
  const last = await lastSqIn(store, store.registers.get(rn) ?? 0);
  if (span === 'newest') return [{ from: Math.max(1, last - NEWEST + 1), to: last }];
  const ranges = rangesOf(await segmentsBetween(store, rn, span.from, span.till));
  return ranges.map(({ from, to }) => ({ from: Math.max(1, from), to: Math.min(to, last) }));
}
