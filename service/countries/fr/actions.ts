/** What a store manager does on the page of a French register. */
import type { Json } from '../../receipt/json.ts';
import type { Tree } from '../../receipt/tree.ts';
import { textOf } from '../base/action.ts';
import { pageIssue } from '../contract/described-page/issue.ts';
import { words } from '../contract/described-page/words.ts';
import type { CountryContext } from '../contract/services.ts';
import type { State } from '../contract/state.ts';
import type { Outcome, StateChange, Work } from '../contract/work.ts';
import { archiveDue, isFiscalYear, withArchive } from './archived.ts';
import { KEYS } from './books.ts';
import { JET } from './due.ts';
import { signingFor, type Signing } from './entries.ts';
import { clockToConfirm } from './overview.ts';
import { timeText } from './signed-text.ts';

type Steps = AsyncGenerator<Work, Outcome, void>;

/** {@link Country.act} of France. */
export function act(action: string, input: Tree, state: State, context: CountryContext): Steps {
  if (action === 'tax-audit') return noteAudit(input, state, context);
  return action === 'portal-archive'
    ? notePortalArchive(input, state, context)
    : confirmClock(state, context);
}

/** Somebody looks at the books for the tax office: an event of its own (280). */
async function* noteAudit(input: Tree, state: State, context: CountryContext): Steps {
  const name = textOf(input, 'who').trim();
  if (name === '' || !signingFor(state, context)) {
    await Promise.resolve();
    return { issues: [pageIssue('who', 'error.audit', words('error.audit'))] };
  }
  yield noted(context, (signing) => {
    signing.event('280', `Contrôle fiscal: ${name}`);
    return {};
  });
  return { result: null };
}

/** The portal has archived days: somebody says so, with the name that stands in the event (20, 30; FR25). */
async function* notePortalArchive(input: Tree, state: State, context: CountryContext): Steps {
  const [name, from, till] = ['who', 'from', 'till'].map((key) => textOf(input, key).trim()) as [
    string,
    string,
    string,
  ];
  const isDue = (now: State) => {
    const due = archiveDue(now, context);
    return due?.from === from && due.till === till;
  };
  if (name === '' || !isDue(state) || !signingFor(state, context)) {
    await Promise.resolve();
    return { issues: [pageIssue('who', 'error.portal', words('error.portal'))] };
  }
  yield noted(context, (signing, current) => {
    if (!isDue(current)) return null;
    const code = isFiscalYear({ from, till }, current, context) ? '30' : '20';
    signing.event(code, `Archive ${timeText(from)}-${timeText(till)} du portail: ${name}`, name);
    return { [KEYS.archives]: withArchive({ from, till }, current) };
  });
  return { result: null };
}

/** Events in a record of their own. @param sign signs them; what changes besides, or null for nothing at all */
function noted(
  context: CountryContext,
  sign: (signing: Signing, current: State) => Record<string, Json> | null,
): StateChange {
  const details: Record<string, Json> = {};
  return {
    event: JET,
    details,
    changes(current) {
      const signing = signingFor(current, context);
      const changes = signing && sign(signing, current);
      if (!signing || !changes) return null;
      Object.assign(details, signing.details);
      return { ...signing.changes, ...changes };
    },
  };
}

async function* confirmClock(state: State, context: CountryContext): Steps {
  const clock = clockToConfirm(state, context);
  if (!clock || !signingFor(state, context)) {
    await Promise.resolve();
    return { issues: [pageIssue('', 'error.clock', words('error.clock'))] };
  }
  yield noted(context, (signing, current) => {
    if (!clockToConfirm(current, context)) return null;
    const { now } = context;
    const [last, here] = [clock.last, now].map((time) => time.replace('T', ' '));
    signing.event('270', `Horloge confirmée: ${here}; dernière écriture ${last}`);
    // From now on the time of now counts, even where it is earlier.
    return { [KEYS.last]: now, [KEYS.clock]: now.slice(0, 10) };
  });
  return { result: null };
}
