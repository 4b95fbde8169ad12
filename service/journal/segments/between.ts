/** Which segments hold records of a period. */
import { STEP_SQL } from '../period.ts';
import type { Store } from '../store.ts';
import { SEGMENT_SIZE } from './name.ts';

/** The segments of a step. The date index leads to the records. */
const SEGMENTS_SQL = `SELECT DISTINCT sq / ${SEGMENT_SIZE} AS segment FROM records
  WHERE rn = $rn AND d > $after AND d <= $until`;

/**
 * Numbers of the segments with records of a register that are dated between two
 * days (`YYYY-MM-DD`), both included, in order. Read step by step: one statement
 * over a million records would hold up whoever else reads the journal.
 */
export async function segmentsBetween(
  store: Pick<Store, 'select'>,
  rn: string,
  from: string,
  till: string,
): Promise<number[]> {
  const found = new Set<number>();
  // Every time of a day sorts behind the bare day and before `U`.
  const end = `${till}U`;
  let after = from;
  for (;;) {
    const [step] = await store.select<{ d: string }>(STEP_SQL, { rn, after, end });
    const until = step?.d ?? end;
    const rows = await store.select<{ segment: number }>(SEGMENTS_SQL, { rn, after, until });
    for (const { segment } of rows) found.add(segment);
    if (!step) return [...found].sort((a, b) => a - b);
    after = step.d;
  }
}
