/**
 * Renews the company's certificate: another one is asked for by itself three weeks before its end, or by a manager at
 * any time, taken into use as soon as it was issued, and its reception said. Each step can be done again.
 */
import { localTime } from '../../clock.ts';
import { isTree } from '../../receipt/tree.ts';
import { note } from '../base/action.ts';
import { lastDayOf, type CompanyCertificate } from '../base/online/company-certificate.ts';
import { isSilent } from '../base/online/environment.ts';
import type { CountryContext } from '../contract/services.ts';
import type { Work } from '../contract/work.ts';
import { CERTIFICATES } from './credentials.ts';
import {
  acknowledge,
  askForRenewal,
  claim,
  renewalUrl,
  stateOfRequest,
  thumbprint,
  type Caller,
  type Told,
} from './renewal-api.ts';
import { taxNumberOf } from './tax-number.ts';
import { eetVersion } from './version.ts';

/** A request that is not over, kept for all registers of the company. */
interface Request extends Record<string, string | boolean> {
  id: string;
  /** The certificate that tokens are signed with meanwhile: SHA-256. */
  by: string;
  /** When it was made, local time. */
  at: string;
  /** The new certificate is in use; only that is still to be said. */
  taken: boolean;
}

/** How renewing goes, for the page. */
export interface RenewalFacts {
  /** First day on which it is asked for by itself, `YYYY-MM-DD`. */
  from: string;
  /** When it was asked for, local time; null when it was not. */
  asked: string | null;
  /** Why it came to nothing so far; null while nothing is wrong. */
  failure: string | null;
}

/** Days before the end of a certificate from which another one is asked for: the authority advises two to three weeks. */
const RENEW_DAYS = 21;
/** Days before its end from which a certificate is a worry that should have been renewed. */
const WORRY_DAYS = 14;
const DAY_MS = 86_400_000;
/** Until it is tried again: where nobody answers, and where the authority has said no. */
const [AGAIN_MS, REFUSED_MS] = [15 * 60_000, DAY_MS];
/** Longest time of all questions of one round. */
const ROUND_MS = 30_000;

/** Memory of the process: when to go on, and what went wrong. */
interface Waiting {
  until: number;
  failure: string | null;
}

const nameOf = ({ cfg }: Pick<CountryContext, 'cfg'>) => `CZ/renewal ${taxNumberOf(cfg.Cmp.TaxId)}`;

/** How renewing stands; null where certificates are not renewed: by the older law, on the playground, without certificate. */
export function renewalFacts(context: CountryContext): RenewalFacts | null {
  const certificate = renewable(context);
  if (!certificate) return null;
  const request = requestOf(context, certificate);
  const from = localTime(certificate.certificate.validToDate.getTime() - RENEW_DAYS * DAY_MS).slice(0, 10);
  const asked = request && !request.taken ? request.at : null;
  return { from, asked, failure: waitingOf(context)?.failure ?? null };
}

/** Whether the end of the certificate need not worry anybody yet: it is renewed by itself before. @param days left */
export function isRenewedInTime(days: number, context: CountryContext): boolean {
  return days > WORRY_DAYS && renewable(context) !== null;
}

/** What is due. @param isAsked by a manager: at once, however long the certificate is valid */
export async function* renew(
  context: CountryContext,
  isAsked = false,
): AsyncGenerator<Work, string | null, void> {
  const certificate = renewable(context);
  if (!certificate || isSilent(context)) return null;
  const now = context.clock.now();
  const waiting = waitingOf(context);
  // A clock that was set back must not make it wait for years.
  if (!isAsked && waiting && now < waiting.until && waiting.until - now <= REFUSED_MS) return waiting.failure;
  let request = requestOf(context, certificate);
  const left = certificate.certificate.validToDate.getTime() - now;
  if (!request && !isAsked && left > RENEW_DAYS * DAY_MS) return null;
  const caller: Caller = { certificate, services: context, signal: AbortSignal.timeout(ROUND_MS) };
  if (!request) {
    const told = await askForRenewal(caller);
    if ('failed' in told) return failed(told, context);
    context.memory.delete(nameOf(context));
    request = { id: told.told, by: thumbprint(certificate), at: context.now, taken: false };
    await context.vault.set(nameOf(context), request);
    yield note('renewal-asked', { Request: request.id });
  }
  if (request.taken) return await said(request, caller, context);
  return yield* fetched(request, caller, context);
}

/** Takes the new certificate into use, once it was issued. */
async function* fetched(
  request: Request,
  caller: Caller,
  context: CountryContext,
): AsyncGenerator<Work, string | null, void> {
  const told = await stateOfRequest(request.id, caller);
  if ('failed' in told) return told.status === 404 ? over(told.failed, context) : failed(told, context);
  const { state } = told.told;
  if (state === 'INPROCESS') return wait(told.told.again * 1000, null, context);
  if (state === 'REJECTED') {
    yield note('renewal-refused', { Request: request.id, Reason: told.told.reason });
    return over(`${request.id} was refused: ${told.told.reason}`, context);
  }
  // Fetched by somebody else, or too late.
  if (state === 'FINISHED') return over(`${request.id} is over at the authority`, context);
  const claimed = await claim(request.id, caller);
  if ('failed' in claimed) return failed(claimed, context);
  const { file, password } = claimed.told;
  const read = await CERTIFICATES.read(file, password, context.cfg, context.clock.now());
  if ('problem' in read) return failed({ failed: read.text, status: 200 }, context);
  if (read.certificate.validToDate <= caller.certificate.certificate.validToDate)
    return failed(
      { failed: 'the new certificate is not valid longer than the old one', status: 200 },
      context,
    );
  await CERTIFICATES.keep(context.vault, context.cfg, read);
  const taken = { ...request, by: thumbprint(read), taken: true };
  await context.vault.set(nameOf(context), taken);
  yield note('certificate-renewed', {
    Serial: read.certificate.serialNumber,
    Till: lastDayOf(read.certificate),
  });
  // The old one has asked for it, and is valid still.
  return await said(taken, caller, context);
}

/** Says that the new certificate was received; that it is missing there is no reason to stay. */
async function said({ id }: Request, caller: Caller, context: CountryContext): Promise<string | null> {
  const told = await acknowledge(id, caller);
  if ('failed' in told && told.status !== 404 && told.status !== 409) return failed(told, context);
  await context.vault.set(nameOf(context), null);
  context.memory.delete(nameOf(context));
  return null;
}

/** The certificate that can be renewed: of EET 2.0, and valid. */
function renewable(context: CountryContext): CompanyCertificate | null {
  const { cfg, clock, now } = context;
  const certificate = CERTIFICATES.of(context, cfg);
  const isOf4 = eetVersion(context.attributes(), now.slice(0, 10)) === 4;
  if (!certificate || !isOf4 || renewalUrl(context) === null) return null;
  return certificate.certificate.validToDate.getTime() > clock.now() ? certificate : null;
}

/** The open request; one of a certificate that was replaced meanwhile is none. */
function requestOf(context: CountryContext, certificate: CompanyCertificate): Request | null {
  const kept = context.vault.get(nameOf(context));
  return isTree(kept) && kept.by === thumbprint(certificate) ? (kept as unknown as Request) : null;
}

function waitingOf(context: CountryContext): Waiting | null {
  return (context.memory.get(nameOf(context)) as Waiting | undefined) ?? null;
}

/** The request is over without a certificate: another one is made later. */
async function over(failure: string, context: CountryContext): Promise<string> {
  await context.vault.set(nameOf(context), null);
  return wait(REFUSED_MS, failure, context);
}

function failed(
  { failed: failure, status }: Extract<Told<never>, { failed: string }>,
  context: CountryContext,
) {
  // Too many at once (429) and its own troubles (5xx) pass.
  const isRefused = status !== null && status !== 429 && status < 500;
  return wait(isRefused ? REFUSED_MS : AGAIN_MS, failure, context);
}

function wait<T extends string | null>(ms: number, failure: T, context: CountryContext): T {
  const waiting: Waiting = { until: context.clock.now() + ms, failure };
  context.memory.set(nameOf(context), waiting);
  return failure;
}
