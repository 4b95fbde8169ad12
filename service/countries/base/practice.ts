/**
 * Practice: what is registered does not count, because the installation is set up
 * for tests or training ({@link Country.practice}). Registers journal when it
 * begins and ends, however it was brought about: by the profile, by a file that
 * was edited, or by a key that is gone.
 */
import type { State } from '../contract/state.ts';
import type { StateChange } from '../contract/work.ts';

/** What a register's journal says of practice. */
interface Noted {
  /** Why it practised; null when its receipts counted. */
  reason: string | null;
}

/** State key of what was journaled last, e.g. `PT/practice`. */
function keyOf(country: string): string {
  return `${country}/practice`;
}

function notedIn(state: State, country: string): Noted | undefined {
  return state.get(keyOf(country)) as unknown as Noted | undefined;
}

/**
 * Journals that practice has begun or ended since it was journaled last; null when it has not.
 * @param reason why nothing counts now, null when receipts count
 * @param atFirst what held before anything was journaled
 */
export function practiceChange(
  country: string,
  reason: string | null,
  state: State,
  atFirst: () => string | null,
): StateChange | null {
  const noted = notedIn(state, country);
  if ((noted === undefined ? atFirst() : noted.reason) === reason) return null;
  return {
    event: reason === null ? 'practice-ended' : 'practice-begun',
    details: reason === null ? {} : { Reason: reason },
    changes: (current) =>
      notedIn(current, country)?.reason === reason ? null : { [keyOf(country)]: { reason } },
  };
}
