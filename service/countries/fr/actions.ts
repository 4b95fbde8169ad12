/** What a store manager does on the page of a French register. */
import type { Json } from '../../receipt/json.ts';
import type { Tree } from '../../receipt/tree.ts';
import { pageIssue } from '../contract/described-page/issue.ts';
import { words } from '../contract/described-page/words.ts';
import type { CountryContext } from '../contract/services.ts';
import type { State } from '../contract/state.ts';
import type { Outcome, Work } from '../contract/work.ts';
import { KEYS } from './books.ts';
import { JET } from './due.ts';
import { signingFor } from './entries.ts';
import { clockToConfirm } from './overview.ts';

/** {@link Country.act} of France. */
export async function* act(
  action: string,
  _input: Tree,
  state: State,
  context: CountryContext,
): AsyncGenerator<Work, Outcome, void> {
  const clock = action === 'clock' ? clockToConfirm(state, context) : null;
  if (!clock || !signingFor(state, context)) {
    await Promise.resolve();
    return { issues: [pageIssue('', 'error.clock', words('error.clock'))] };
  }
  const details: Record<string, Json> = {};
  yield {
    event: JET,
    details,
    changes(current) {
      const signing = signingFor(current, context);
      if (!signing || !clockToConfirm(current, context)) return null;
      const { now } = context;
      const [last, here] = [clock.last, now].map((time) => time.replace('T', ' '));
      signing.event('270', `Horloge confirmée: ${here}; dernière écriture ${last}`);
      Object.assign(details, signing.details);
      // From now on the time of now counts, even where it is earlier.
      return { ...signing.changes, [KEYS.last]: now, [KEYS.clock]: now.slice(0, 10) };
    },
  };
  return { result: null };
}
