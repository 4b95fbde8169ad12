/** What the page of a Swedish register shows, and what its register should be looked after for. */
import { X509Certificate } from 'node:crypto';
import { localTime } from '../../clock.ts';
import { factsOf } from '../../certificates/facts.ts';
import { daysBetween } from '../../receipt/time.ts';
import type { Problem } from '../../wire.ts';
import { grandFrom } from '../base/cash-register/sums.ts';
import { lastDayOf } from '../base/online/company-certificate.ts';
import { journalBackground } from '../base/cash-register/sessions.ts';
import type { DescribedPage } from '../contract/described-page/page.ts';
import type { CountryContext } from '../contract/services.ts';
import type { State } from '../contract/state.ts';
import type { Work } from '../contract/work.ts';
import { askState, openIntent } from './actions.ts';
import { KEYS, lastNumber, NUMBERS } from './books.ts';
import { swedenPage, type CertificateFacts } from './page.ts';
import { openSales } from './parked.ts';
import { designation, keptClient, keptUnit, seenUnit, settingsOf, unitOf } from './unit.ts';

/** Days before its end from which a certificate is pointed out. */
const WARN_DAYS = 30;

/** {@link CountryPage.page} of Sweden. */
export function page(state: State, context: CountryContext): DescribedPage {
  const { vault, cfg } = context;
  const seen = seenUnit(context);
  return swedenPage({
    register: designation(cfg),
    number: lastNumber(state),
    grand: grandFrom(state.get(KEYS.grand)),
    parked: openSales(state),
    unit: keptUnit(vault, cfg),
    seen: seen && { ...seen, at: localTime(seen.at) },
    certificate: certificateOf(context),
    warnDays: WARN_DAYS,
    restored: NUMBERS.unknown(state) ? lastNumber(state) : null,
    open: openIntent(state)?.receipt ?? null,
    problems: problems(state, context),
  });
}

function certificateOf({ vault, cfg, now }: CountryContext): CertificateFacts | null {
  const kept = keptClient(vault, cfg);
  if (!kept) return null;
  const certificate = new X509Certificate(kept.certificate);
  const { subjectName: subject, issuerName: issuer } = namesOf(certificate);
  const validTill = lastDayOf(certificate);
  return { subject, issuer, validTill, daysLeft: daysBetween(now.slice(0, 10), validTill) };
}

function namesOf(certificate: X509Certificate): { subjectName: string; issuerName: string } {
  const { subject, issuer } = factsOf(certificate);
  const text = (name: typeof subject) => name.map(({ value }) => value).join(', ');
  return { subjectName: text(subject), issuerName: text(issuer) };
}

/** {@link CountryPage.problems} of Sweden. */
export function problems(state: State, context: CountryContext): Problem[] {
  const found: Problem[] = [];
  if (NUMBERS.unknown(state)) found.push({ code: 'SE_NUMBERS_UNKNOWN', severity: 'stop' });
  const kept = keptUnit(context.vault, context.cfg);
  if (!kept) return [{ code: 'SE_NO_UNIT', severity: 'stop' }, ...found];
  if (!settingsOf(context)) found.push({ code: 'SE_NO_CERTIFICATE', severity: 'stop' });
  const certificate = kept.kind === 'tcs' ? certificateOf(context) : null;
  if (certificate && certificate.daysLeft <= WARN_DAYS)
    found.push({ code: 'SE_CERTIFICATE_ENDS', severity: 'warning', params: { date: certificate.validTill } });
  const seen = seenUnit(context);
  if (seen?.failure)
    found.push({
      code: 'SE_UNIT_SILENT',
      severity: 'stop',
      params: { address: kept.url, text: seen.failure.text },
    });
  else if (seen?.warning)
    found.push({ code: 'SE_UNIT_WARNS', severity: 'warning', params: { text: seen.warning } });
  const open = openIntent(state);
  if (open)
    found.push({ code: 'SE_OPEN', severity: 'warning', params: { number: String(open.receipt.number) } });
  return found;
}

const start = journalBackground('SE');

/** {@link CountryWork.background} of Sweden: the unit is asked how it is, so that trouble is known before a sale. */
export async function* background(state: State, context: CountryContext): AsyncIterable<Work> {
  yield* start(state, context);
  const inUse = unitOf(context);
  if (inUse) await askState(context, inUse.unit);
}
