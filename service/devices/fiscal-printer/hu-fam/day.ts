/** Documents of the day of a register in the cloud, from its lists. */
import type { Outcome } from '../contract.ts';
import type { DocumentState, Listed } from './answers.ts';

/** A list of documents by the time when they were begun, ms since 1970; of one type where it is named. */
type List = (from: number, till: number, type?: string) => Promise<Outcome<Listed[]>>;

const OPENING = 'FISCAL_DAY_OPEN';
/** How far back the opening of an open day is looked for at first: a day has 24 hours, a time zone less. */
const USUAL_MS = 3 * 24 * 3_600_000;
/** Later than any document (2100-01-01), whatever our clock says. */
const FOREVER = 4_102_444_800_000;

/** The day that is open, or that is opened next, with its documents. @param now by our clock, ms since 1970 */
export async function dayOf(
  state: DocumentState,
  list: List,
  now: number,
): Promise<Outcome<{ z: number; documents: Listed[] }>> {
  const z = state.day;
  if (z === null) {
    const told = await list(0, FOREVER, OPENING);
    if (told.outcome !== 'done') return told;
    const next = told.result.reduce((last, { day }) => Math.max(last, day), 0) + 1;
    return { outcome: 'done', result: { z: next, documents: [] } };
  }
  // Where the day is older than usual, or the clock here wrong, the register knows when it was opened.
  for (const from of [Math.max(0, now - USUAL_MS), 0]) {
    const openings = await list(from, FOREVER, OPENING);
    if (openings.outcome !== 'done') return openings;
    const opening = openings.result.find(({ day, interrupted }) => day === z && !interrupted);
    if (!opening) continue;
    const all = await list(opening.created, FOREVER);
    if (all.outcome !== 'done') return all;
    const documents = all.result.filter(({ day, interrupted }) => day === z && !interrupted);
    // A list without the opening is not the whole day.
    if (documents.some(({ type }) => type === OPENING)) return { outcome: 'done', result: { z, documents } };
  }
  const text = `the register tells of no opening of its day ${z}`;
  return { outcome: 'not-done', failure: { trouble: 'unreadable', text } };
}
