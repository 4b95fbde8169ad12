/** What the pages of online countries show in common, and what their registers should be looked after for. */
import { factsOf, type NameField } from '../../../certificates/facts.ts';
import { localTime } from '../../../clock.ts';
import { configuredTerminal } from '../../../receipt/cfg.ts';
import { numberKey } from '../../../receipt/number-key.ts';
import { daysBetween } from '../../../receipt/time.ts';
import type { Problem } from '../../../wire.ts';
import type { CountryContext } from '../../contract/services.ts';
import type { State } from '../../contract/state.ts';
import { lastDayOf, type CompanyCertificate } from './company-certificate.ts';
import { trustedFacts } from './authority.ts';
import type { Environment } from './environment.ts';
import { WARN_DAYS, type OnlinePageInput, type TrustingPageInput } from './page.ts';

/** Certificate, environment, what waits and what was answered last. */
export function onlinePageInput(
  certificate: CompanyCertificate | null,
  isTest: boolean,
  context: CountryContext,
): Omit<OnlinePageInput, 'problems'> {
  const { waiting = [] } = context.deliveries?.() ?? {};
  return {
    now: context.now,
    environment: isTest ? 'test' : 'production',
    certificate: certificateFacts(certificate, context.now),
    waiting: { count: waiting.length, deadline: waiting.map(({ deadline }) => deadline).sort()[0] ?? null },
    lastAnswer: lastAnswer(context),
  };
}

/** The same with what answers are believed by. */
export function trustingPageInput(
  environment: Environment,
  certificate: CompanyCertificate | null,
  context: CountryContext,
): Omit<TrustingPageInput, 'problems'> {
  return {
    ...onlinePageInput(certificate, environment.isTest(context), context),
    trusted: trustedFacts(environment.trusted(context)),
  };
}

/** The highest number that the register has given this year. */
export function highestNumber(state: State, { cfg, now }: CountryContext): number {
  const { TL, TT } = configuredTerminal(cfg);
  return Number(state.get(numberKey({ TL, TT, D: now })) ?? 0);
}

/** `<CC>_NO_CERTIFICATE`, `<CC>_CERTIFICATE_ENDS`, `<CC>_CERTIFICATE_ENDED`. @param country ISO 3166 code */
export function certificateProblems(
  country: string,
  kept: CompanyCertificate | null,
  now: string,
): Problem[] {
  const certificate = certificateFacts(kept, now);
  if (!certificate) return [{ code: `${country}_NO_CERTIFICATE`, severity: 'stop' }];
  const { validTill: date, daysLeft: days } = certificate;
  if (days > WARN_DAYS) return [];
  return [
    days < 0
      ? { code: `${country}_CERTIFICATE_ENDED`, severity: 'warning', params: { date } }
      : { code: `${country}_CERTIFICATE_ENDS`, severity: 'warning', params: { date, days } },
  ];
}

/**
 * Those of {@link certificateProblems}, and `<CC>_NO_TRUST` where no answer can be believed.
 * @param country ISO 3166 code
 */
export function trustProblems(
  country: string,
  environment: Environment,
  kept: CompanyCertificate | null,
  context: CountryContext,
): Problem[] {
  const isTrusting = environment.trusted(context).length > 0;
  return [
    ...certificateProblems(country, kept, context.now),
    ...(isTrusting ? [] : [{ code: `${country}_NO_TRUST`, severity: 'warning' as const }]),
  ];
}

function certificateFacts(kept: CompanyCertificate | null, now: string): OnlinePageInput['certificate'] {
  if (!kept) return null;
  const { subject, issuer } = factsOf(kept.certificate);
  const validTill = lastDayOf(kept.certificate);
  const today = now.slice(0, 10);
  const days = daysBetween(today, validTill);
  return {
    ...{ subject: nameOf(subject), issuer: nameOf(issuer), validTill },
    daysLeft: validTill < today ? -days : days,
  };
}

function nameOf(fields: readonly NameField[]): string {
  return fields.map(({ name, value }) => `${name}=${value}`).join(', ');
}

/** The last thing that is known of the authority: an answer, or that there was none. */
function lastAnswer({ deliveries }: CountryContext): OnlinePageInput['lastAnswer'] {
  const { failure = null, answeredAt = null, waiting = [] } = deliveries?.() ?? {};
  const refused = waiting.find((entry) => entry.refused !== null)?.refused;
  if (failure) return { time: localTime(failure.at), failure: failure.text };
  if (refused) return { time: refused.at, failure: refused.text };
  return answeredAt === null ? null : { time: localTime(answeredAt), failure: null };
}
