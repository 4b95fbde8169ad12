/**
 * Reports to FinanzOnline what is due, in order, and starts a new register on the
 * way: with a login in place it needs no hands. Runs in the background; no sale
 * ever waits for it.
 */
import { localTime } from '../../../clock.ts';
import type { CountryContext } from '../../contract/services.ts';
import type { State } from '../../contract/state.ts';
import type { StateChange, Work } from '../../contract/work.ts';
import { checkedChange } from '../checked.ts';
import { start } from '../due.ts';
import type { Later, Mode, Refused } from '../finanzonline/access.ts';
import { CODE } from '../finanzonline/codes.ts';
import { kasseOf } from '../kasse.ts';
import { restoredAt } from '../restored.ts';
import { accountOf, isHeldBack, modeOf, type Account } from './account.ts';
import { forget, mustWait, remember } from './attempts.ts';
import { dutiesOf, type Duty } from './duties.ts';
import { perform } from './perform.ts';
import {
  notCheckedDeed,
  reportedChange,
  sendingChange,
  startWasSent,
  withReport,
  type Report,
} from './records.ts';

/** Reports that are on their way, so that page and background do not make one at the same time. */
const UNDER_WAY = 'AT/FinanzOnline under way';

/**
 * Makes all reports that are due and were not refused just now.
 * @param isWished somebody asks for it on the page of this register
 */
export async function* reportDue(
  state: State,
  context: CountryContext,
  isWished = false,
): AsyncGenerator<Work, void, void> {
  // Perhaps nobody ever sells here, and it only hands its configuration on to other terminals.
  if (!isWished && kasseOf(state) === null && context.cfg.Trm?.TT === undefined) return;
  const tried = new Set<string>();
  for (;;) {
    // Somebody may enter another login meanwhile.
    const account = accountOf(context);
    if (!account || isHeldBack(account, context)) return;
    const mode = modeOf(account);
    const duties = dutiesOf(state, mode, { ...context, now: localTime(context.clock.now()) });
    if (mayStart(duties, state, context) && !tried.has('start receipt')) {
      tried.add('start receipt');
      yield* start(state, context);
      continue;
    }
    const duty = duties.find(({ id, done, waits }) => !done && !waits && !tried.has(`${mode} ${id}`));
    if (!duty) return;
    tried.add(`${mode} ${duty.id}`);
    if (!mustWait(context, duty.id)) yield* report(duty, account, state, context);
  }
}

/** A new register is started when it and the unit that will sign are known to FinanzOnline. */
function mayStart(duties: readonly Duty[], state: State, { signer }: CountryContext): boolean {
  if (kasseOf(state) !== null) return false;
  const first = signer.status().find((unit) => unit.state !== 'failed');
  const isDone = (duty: Duty) => duty.done !== null;
  return (
    duties.some((duty) => duty.kind === 'register' && isDone(duty)) &&
    duties.some((duty) => duty.kind === 'unit' && duty.subject === first?.identity?.serial && isDone(duty))
  );
}

async function* report(
  duty: Duty,
  account: Account,
  state: State,
  context: CountryContext,
): AsyncGenerator<StateChange, void, void> {
  const mode = modeOf(account);
  let mayBeDone = false;
  if (duty.kind === 'start') {
    // A backup does not know what was sent after it was made.
    mayBeDone = startWasSent(state, mode) || restoredAt(state) !== null;
    yield sendingChange(mode, duty.subject);
  }
  const name = `${context.cfg.Cmp.TaxId} ${mode} ${duty.kind} ${duty.subject}`;
  const underWay = reportsUnderWay(context);
  if (underWay.has(name)) return;
  underWay.add(name);
  const outcome = await perform(duty, mayBeDone, state, context, account).finally(() =>
    underWay.delete(name),
  );
  if ('ok' in outcome) {
    await forget(context, duty.id);
    yield doneChange(duty, mode, { at: localTime(context.clock.now()), byHand: false });
    return;
  }
  await remember(context, duty.id, outcome);
  if (duty.kind === 'start' && isNotChecked(outcome, mayBeDone)) yield notCheckedDeed(mode, duty.subject);
}

/** Whether it is certain that the start receipt did not pass. @param mayBeDone an earlier try may have done it */
function isNotChecked(outcome: Later | Refused, mayBeDone: boolean): boolean {
  if ('refused' in outcome) return !mayBeDone || outcome.refused.code === CODE.receiptWrong;
  return !mayBeDone && !outcome.later.maybeDone;
}

/** A report was made; receipts that were found good in production are good for ever. */
export function doneChange(
  duty: Duty,
  mode: Mode,
  { at, byHand }: Pick<Report, 'at' | 'byHand'>,
): StateChange {
  const { id, kind, subject, since = null } = duty;
  const made: Report = { subject, since, at, byHand };
  if ((kind !== 'start' && kind !== 'annual') || (mode === 'T' && !byHand))
    return reportedChange(mode, id, made);
  const checked = checkedChange(kind === 'start' ? 'start' : id.slice('annual '.length), at);
  if (byHand) return checked;
  return {
    ...checked,
    changes(state) {
      const changes = checked.changes(state);
      return changes && { ...changes, ...withReport(mode, id, made) };
    },
  };
}

function reportsUnderWay({ memory }: CountryContext): Set<string> {
  const known = memory.get(UNDER_WAY) as Set<string> | undefined;
  const set = known ?? new Set<string>();
  memory.set(UNDER_WAY, set);
  return set;
}
