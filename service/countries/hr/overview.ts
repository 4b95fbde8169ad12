/** What the page of a Croatian register shows, and what its register should be looked after for. */
import { localTime } from '../../clock.ts';
import { factsOf, type NameField } from '../../certificates/facts.ts';
import { configuredTerminal } from '../../receipt/cfg.ts';
import { numberKey } from '../../receipt/number-key.ts';
import { daysBetween } from '../../receipt/time.ts';
import type { Problem } from '../../wire.ts';
import type { DescribedPage } from '../contract/described-page/page.ts';
import type { CountryContext } from '../contract/services.ts';
import type { State } from '../contract/state.ts';
import { certificateOf, dayOf } from './credentials.ts';
import { isTest } from './exchange.ts';
import { hoursOf } from './hours.ts';
import { croatiaPage, WARN_DAYS, type CroatiaPageInput } from './page.ts';
import { isInVatSystem } from './receipt-data.ts';
import { numbersUnknown } from './restored.ts';

/** {@link CountryPage.page} of Croatia. */
export function page(state: State, context: CountryContext): DescribedPage {
  const { cfg, now } = context;
  const { TL, TT } = configuredTerminal(cfg);
  const { waiting = [] } = context.deliveries?.() ?? {};
  const known = state.get(numberKey({ TL, TT, D: now }));
  return croatiaPage({
    now,
    environment: isTest(context) ? 'test' : 'production',
    certificate: certificateFacts(context),
    waiting: { count: waiting.length, deadline: waiting.map(({ deadline }) => deadline).sort()[0] ?? null },
    lastAnswer: lastAnswer(context),
    premises: TL,
    device: TT,
    ...hoursOf(context, cfg),
    inVat: isInVatSystem(cfg),
    restored: numbersUnknown(state) ? Number(known ?? 0) : null,
    problems: problems(state, context),
  });
}

/** {@link CountryPage.problems} of Croatia. */
export function problems(state: State, context: CountryContext): Problem[] {
  const found: Problem[] = [];
  const certificate = certificateFacts(context);
  if (!certificate) found.push({ code: 'HR_NO_CERTIFICATE', severity: 'stop' });
  else if (certificate.daysLeft <= WARN_DAYS) {
    const { validTill: date, daysLeft: days } = certificate;
    found.push(
      days < 0
        ? { code: 'HR_CERTIFICATE_ENDED', severity: 'warning', params: { date } }
        : { code: 'HR_CERTIFICATE_ENDS', severity: 'warning', params: { date, days } },
    );
  }
  if (numbersUnknown(state)) found.push({ code: 'HR_NUMBERS_UNKNOWN', severity: 'stop' });
  return found;
}

function certificateFacts(context: CountryContext): CroatiaPageInput['certificate'] {
  const kept = certificateOf(context, context.cfg);
  if (!kept) return null;
  const { subject, issuer } = factsOf(kept.certificate);
  const validTill = dayOf(kept.certificate);
  const today = context.now.slice(0, 10);
  const days = daysBetween(today, validTill);
  return {
    ...{ subject: nameOf(subject), issuer: nameOf(issuer), validTill },
    daysLeft: validTill < today ? -days : days,
  };
}

function nameOf(fields: readonly NameField[]): string {
  return fields.map(({ name, value }) => `${name}=${value}`).join(', ');
}

/** The last thing that is known of CIS: an answer, or that there was none. */
function lastAnswer({ deliveries }: CountryContext): CroatiaPageInput['lastAnswer'] {
  const { failure = null, answeredAt = null, waiting = [] } = deliveries?.() ?? {};
  const refused = waiting.find((entry) => entry.refused !== null)?.refused;
  if (failure) return { time: localTime(failure.at), failure: failure.text };
  if (refused) return { time: refused.at, failure: refused.text };
  return answeredAt === null ? null : { time: localTime(answeredAt), failure: null };
}
