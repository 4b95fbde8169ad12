/** What the control page shows of FinanzOnline; the PIN stays in the vault. */
import { localTime } from '../../../clock.ts';
import type { CountryContext } from '../../contract/services.ts';
import type { State } from '../../contract/state.ts';
import type { FinanzOnlineAccount, ReportFailure, ReportRow } from '../wire.ts';
import { accountOf, modeOf, producerOf } from './account.ts';
import { entryFailure, generalFailure, lastFailure, type Attempt } from './attempts.ts';
import { dutiesOf, type Duty } from './duties.ts';

/** Login and reports of a register. */
export function finanzOnlineAccount(state: State, context: CountryContext): FinanzOnlineAccount {
  const account = accountOf(context);
  const failureOf = (id: string) => (account ? lastFailure(context, id) : null);
  const reports = dutiesOf(state, modeOf(account), context).map((duty) => row(duty, failureOf(duty.id)));
  const entry = entryFailure(context);
  const notKept = entry && failure(entry);
  const maker = producerOf(context);
  if (!account) return { mode: 'none', login: null, failure: null, notKept, producer: maker, reports };
  const { mode, participant, user, producer } = account;
  const refusal = generalFailure(context);
  return {
    mode,
    login: { participant, user, producer },
    failure: refusal?.refused ? failure(refusal) : null,
    notKept,
    producer: maker,
    reports,
  };
}

function row({ id, kind, subject, waits, lastDay, done }: Duty, attempt: Attempt | null): ReportRow {
  const isOpen = !done && !waits;
  return {
    ...{ id, kind, subject, lastDay },
    state: done ? 'done' : waits ? 'waiting' : attempt ? 'failed' : 'due',
    done: done?.at ?? null,
    byHand: done?.byHand ?? false,
    failure: isOpen && attempt ? failure(attempt) : null,
  };
}

/** A try that failed, as the page shows it. */
function failure({ at, code, text, message, advice, waitMs }: Attempt): ReportFailure {
  const nextTry = waitMs === null ? null : localTime(at + waitMs);
  return { at: localTime(at), code, text, message, advice, nextTry };
}
