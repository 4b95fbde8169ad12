/** What a manager has to know of FinanzOnline. */
import { withoutLogins } from '../../../receipt/addresses.ts';
import type { Problem } from '../../../wire.ts';
import type { CountryContext } from '../../contract/services.ts';
import type { State } from '../../contract/state.ts';
import { accountOf, isHeldBack, modeOf, otherServer } from './account.ts';
import { generalFailure, lastFailure, type Attempt } from './attempts.ts';
import { dutiesOf, type Duty } from './duties.ts';

const DAY_MS = 24 * 3_600_000;
/** An outage of FinanzOnline that passes is nobody's concern, unless a last day is that near. */
const DAYS_BEFORE = 2;

/** Problems of login, reports and network. */
export function finanzOnlineProblems(state: State, context: CountryContext): Problem[] {
  const account = accountOf(context);
  if (!account || isHeldBack(account, context)) return [];
  const found: Problem[] = [];
  const server = otherServer(context);
  // What an emulator was told, the tax office does not know.
  if (server !== undefined && account.mode === 'production')
    found.push({ code: 'AT_FON_SERVER', severity: 'warning', params: { server: withoutLogins(server) } });
  const general = generalFailure(context);
  const open = dutiesOf(state, modeOf(account), context).filter(({ done, waits }) => !done && !waits);
  if (open.length === 0) return found;
  if (general?.refused)
    return [...found, { code: 'AT_FON_LOGIN', severity: 'warning', params: { error: words(general) } }];
  const failed = open.flatMap((duty) => {
    const attempt = lastFailure(context, duty.id);
    return attempt ? [{ duty, attempt }] : [];
  });
  for (const { duty, attempt } of failed.filter(({ attempt: { refused } }) => refused)) {
    const params = { subject: duty.subject, error: words(attempt) };
    found.push({ code: 'AT_FON_REFUSED', severity: 'warning', params });
  }
  const late = failed.find(({ duty, attempt }) => !attempt.refused && isLate(duty, attempt, context));
  if (late)
    found.push({ code: 'AT_FON_UNREACHABLE', severity: 'warning', params: { error: words(late.attempt) } });
  return found;
}

function isLate({ lastDay }: Duty, { since }: Attempt, { clock, now }: CountryContext): boolean {
  if (clock.now() - since > DAY_MS) return true;
  return lastDay !== null && Date.parse(lastDay) - Date.parse(now.slice(0, 10)) <= DAYS_BEFORE * DAY_MS;
}

/** FinanzOnline's own words, if it had any, for the middle of a sentence. */
function words({ message, text }: Attempt): string {
  return (message === '' ? text : message).replace(/\.$/, '');
}
