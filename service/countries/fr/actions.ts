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

type Steps = AsyncGenerator<Work, Outcome, void>;

/** {@link Country.act} of France. */
export function act(action: string, input: Tree, state: State, context: CountryContext): Steps {
  return action === 'tax-audit' ? noteAudit(input, state, context) : confirmClock(state, context);
}

/** Somebody looks at the books for the tax office: an event of its own (280). */
async function* noteAudit({ who }: Tree, state: State, context: CountryContext): Steps {
  const name = typeof who === 'string' ? who.trim() : '';
  if (name === '' || !signingFor(state, context)) {
    await Promise.resolve();
    return { issues: [pageIssue('who', 'error.audit', words('error.audit'))] };
  }
  const details: Record<string, Json> = {};
  yield {
    event: JET,
    details,
    changes(current) {
      const signing = signingFor(current, context);
      if (!signing) return null;
      signing.event('280', `Contrôle fiscal: ${name}`);
      Object.assign(details, signing.details);
      return signing.changes;
    },
  };
  return { result: null };
}

async function* confirmClock(state: State, context: CountryContext): Steps {
  const clock = clockToConfirm(state, context);
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
