/** What an Austrian register does by itself: zero receipts that are due, and reports to FinanzOnline. */
import { isFarBehind } from '../../clock.ts';
import type { CountryContext } from '../contract/services.ts';
import type { State } from '../contract/state.ts';
import type { Work } from '../contract/work.ts';
import { aesKeyOf, markUsed } from './aes-key.ts';
import { isAnythingDue, settle } from './due.ts';
import { kasseOf, lastTimes } from './kasse.ts';
import { practiceNote } from './practice.ts';
import { reportDue } from './reports/report.ts';
import { showAllCertificates } from './shown-certificates.ts';
import { watchUnits } from './unit-outages.ts';

/** {@link Country.background} of Austria. */
export async function* background(state: State, context: CountryContext): AsyncGenerator<Work, void, void> {
  const note = practiceNote(state, context);
  if (note) yield note;
  // Months and years that a wrong clock ends, and reports that it dates, are no help to anybody.
  if (isFarBehind(context.clock, lastTimes(state).entered)) return;
  const kasse = kasseOf(state);
  if (kasse) {
    const { vault, cfg } = context;
    if (aesKeyOf(vault, cfg, kasse.id)) await markUsed(vault, cfg, kasse.id);
    await showAllCertificates(state, context);
    if (isAnythingDue(state, context.now)) yield* settle(state, context);
  }
  yield* watchUnits(state, context);
  yield* reportDue(state, context);
}
