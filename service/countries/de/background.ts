/** What a German register does by itself: TSEs are looked after, outages journaled, what nobody ends is ended. */
import type { CountryContext } from '../contract/services.ts';
import type { State } from '../contract/state.ts';
import type { Work } from '../contract/work.ts';
import { clientOf } from './client.ts';
import { noteClient } from './client-names.ts';
import { LAST_Z } from './kept.ts';
import { allLoose } from './open.ts';
import { journaled, pastOutages } from './outages.ts';
import { practiceNote } from './practice.ts';
import { sweep } from './sweep.ts';
import { unitOf } from './units.ts';

/** How often the TSE is asked for open transactions that nobody knows of. */
const SWEEP_MS = 3_600_000;

/** {@link CountryWork.background} of Germany. */
export async function* background(state: State, context: CountryContext): AsyncGenerator<Work, void, void> {
  const note = practiceNote(state, context);
  if (note) yield note;
  const { tses, clock, memory } = context;
  if (!tses || tses.units.length === 0) return;
  const client = clientOf(context.cfg);
  noteClient(context);
  await tses.tend(client);
  const [last, known] = [Number(state.get(LAST_Z) ?? 0), memory.get(`DE/Closed ${client}`)];
  if (typeof known === 'number' && last > known) tses.closed();
  memory.set(`DE/Closed ${client}`, last);
  for (const { since, till, reason, trouble, receipts, first, last, isJournaled } of pastOutages(state)) {
    if (isJournaled) continue;
    yield {
      event: 'tse-outage',
      details: {
        ...{ Begin: since, End: till, Trouble: trouble, Reason: reason },
        ...{ Receipts: String(receipts), First: String(first), Last: String(last) },
      },
      changes: (current) =>
        pastOutages(current).some((each) => each.since === since && !each.isJournaled)
          ? journaled(current, since)
          : null,
    };
  }
  const key = `DE/Swept ${client}`;
  const swept = memory.get(key);
  // What is loose in a TSE that has gone stays so: nobody can be asked.
  const isLoose = allLoose(state).some(({ Serial }) => unitOf(Serial, tses) !== null);
  const isDue = typeof swept !== 'number' || clock.now() - swept >= SWEEP_MS || isLoose;
  if (!isDue) return;
  yield* sweep(context);
  if (tses.units.every(({ failure }) => failure === null)) memory.set(key, clock.now());
}
