/** The journal's notes of when a Portuguese register practises. */
import type { CountryContext } from '../contract/services.ts';
import type { State } from '../contract/state.ts';
import type { StateChange } from '../contract/work.ts';
import { practiceChange } from '../base/practice.ts';
import { practiceOf } from './access.ts';
import { hasRealDocuments } from './series.ts';

/** Journals that tests have begun or ended; null when they have not since the last note. */
export function practiceNote(state: State, context: CountryContext): StateChange | null {
  const practice = practiceOf(context);
  // A till begins with a test key or with a real one; neither is worth a note before the other comes.
  const atFirst = () => (practice === 'test key' && !hasRealDocuments(state) ? practice : null);
  return practiceChange('PT', practice, state, atFirst);
}
