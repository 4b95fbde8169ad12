/**
 * Registers, finalises and annuls document series at the tax authority
 * (Portaria 195/2020; series web service, manual v1.0). Every call may be
 * repeated: what the authority did already counts as done.
 */
import { randomBytes } from 'node:crypto';
import { cleaned } from '../../base/clean.ts';
import { post } from '../../base/http-client.ts';
import {
  NOT_UNDERSTOOD,
  targetOf,
  type AuthorityAccess,
  type AuthorityAnswer,
  type Refused,
  type Unreachable,
} from './access.ts';
import { CODE, inWords } from './codes.ts';
import {
  annulRequest,
  finaliseRequest,
  INVOICING_PROGRAM,
  plainNumber,
  queryRequest,
  readAnswer,
  registerRequest,
  writeRequest,
  type Annulment,
  type Finalisation,
  type Registration,
  type Request,
  type SeriesFilter,
  type SeriesInfo,
  type SeriesName,
} from './messages.ts';
import { authorityKey, securityHeader, SESSION_KEY_BYTES } from './security.ts';

/** A result of the service, good or bad. */
interface Result {
  code: number;
  /** The authority's own words, Portuguese. */
  text: string;
  series: SeriesInfo[];
}

/** At least eight characters; more than letters and digits would break ATCUD and QR code. */
const VALIDATION_CODE = /^[A-Za-z0-9]{8,70}$/;

/**
 * Registers a series and returns its validation code. A series that is
 * registered already is adopted when it can only be this one: an earlier
 * request of ours whose answer was lost.
 */
export async function registerSeries(
  access: AuthorityAccess,
  registration: Registration,
): Promise<AuthorityAnswer<{ code: string }>> {
  const answer = await ask(access, registerRequest(registration));
  if (!('result' in answer)) return answer;
  const { code, text, series } = answer.result;
  if (code === CODE.alreadyRegistered) return adopt(access, registration, text);
  if (code !== CODE.registered) return refused(code, text);
  return usableCode(series.find((info) => isNamed(info, registration)));
}

/** Tells the authority that a series takes no more documents. */
export async function finaliseSeries(
  access: AuthorityAccess,
  finalisation: Finalisation,
): Promise<AuthorityAnswer<true>> {
  const answer = await ask(access, finaliseRequest(finalisation));
  if (!('result' in answer)) return answer;
  const { code, text } = answer.result;
  if (code === CODE.finalised) return { ok: true };
  if (code !== CODE.cannotFinalise) return refused(code, text);
  return doneBefore(
    access,
    finalisation,
    refused(code, text),
    (info) => info.status === 'F' && (info.last === undefined || info.last === finalisation.last),
  );
}

/**
 * Takes back the registration of a series without documents. The authority
 * allows it on the day of the registration and the day after only.
 */
export async function annulSeries(
  access: AuthorityAccess,
  annulment: Annulment,
): Promise<AuthorityAnswer<true>> {
  const answer = await ask(access, annulRequest(annulment));
  if (!('result' in answer)) return answer;
  const { code, text } = answer.result;
  if (code === CODE.annulled) return { ok: true };
  if (code !== CODE.cannotAnnul) return refused(code, text);
  return doneBefore(access, annulment, refused(code, text), (info) => info.status === 'N');
}

/** Lists series of the taxpayer. Changes nothing, so it also serves to try a login. */
export async function querySeries(
  access: AuthorityAccess,
  filter: SeriesFilter,
): Promise<AuthorityAnswer<SeriesInfo[]>> {
  const answer = await ask(access, queryRequest(filter));
  if (!('result' in answer)) return answer;
  const { code, text, series } = answer.result;
  return code === CODE.found ? { ok: series } : refused(code, text);
}

async function adopt(
  access: AuthorityAccess,
  registration: Registration,
  said: string,
): Promise<AuthorityAnswer<{ code: string }>> {
  const { series, documentType, documentClass } = registration;
  const found = await querySeries(access, { series, documentType, documentClass });
  if ('unreachable' in found) return found;
  const info = 'ok' in found ? found.ok.find((one) => isNamed(one, registration)) : undefined;
  const objection =
    'refused' in found
      ? `asking for it was refused: ${found.refused.text}`
      : notOurs(info, registration, access.user);
  if (objection === null) return usableCode(info);
  const code = CODE.alreadyRegistered;
  const reason = cleaned(objection, [access.password]);
  return {
    refused: { code, text: `${inWords(code, said)}; ${documentType} ${series} is not taken over: ${reason}` },
  };
}

/** Why a registered series cannot be the one that is wanted; null when it is. */
function notOurs(info: SeriesInfo | undefined, wanted: Registration, user: string): string | null {
  if (!info) return 'the tax authority does not show it';
  // Numbers of an older one may be in customers' hands, e.g. after the loss of all data.
  if (wanted.since === null) return 'it was registered before this register tried to';
  if (info.registered !== '' && info.registered < wanted.since) {
    return `it was registered on ${info.registered}, before this register tried to`;
  }
  if (info.status === 'N') return 'it was annulled, and no name is given twice';
  if (info.status === 'F') return 'it was finalised, and no name is given twice';
  if (info.status !== 'A') return `its status is ${info.status || 'unknown'}`;
  if (info.kind !== wanted.kind) return `its kind is ${info.kind}, not ${wanted.kind}`;
  if (info.documentClass !== wanted.documentClass) {
    return `its class is ${info.documentClass}, not ${wanted.documentClass}`;
  }
  if (info.medium !== INVOICING_PROGRAM) return `it belongs to other means of processing (${info.medium})`;
  const nif = user.split('/')[0]!;
  if (info.communicatedBy !== nif) return `${info.communicatedBy} registered it, not ${nif}`;
  if (plainNumber(info.certificate) !== plainNumber(wanted.certificate)) {
    return `the program with certificate ${info.certificate} registered it`;
  }
  if (info.first !== wanted.first) return `it begins with number ${info.first}, not ${wanted.first}`;
  // Numbers would be given twice, e.g. after the loss of all data.
  if (info.last !== undefined && info.last >= wanted.first) {
    return `it has documents up to number ${info.last}`;
  }
  return null;
}

/** A refusal, unless the authority shows that the series is in the wanted state already. */
async function doneBefore(
  access: AuthorityAccess,
  name: SeriesName & { code: string },
  refusal: Refused,
  done: (info: SeriesInfo) => boolean,
): Promise<AuthorityAnswer<true>> {
  const { series, documentType, documentClass } = name;
  const found = await querySeries(access, { series, documentType, documentClass });
  if ('unreachable' in found) return found;
  if ('refused' in found) return refusal;
  const info = found.ok.find((one) => isNamed(one, name) && one.code === name.code);
  return info && done(info) ? { ok: true } : refusal;
}

/** Names are unique whatever the case of their letters, and may come back in another one. */
function isNamed(info: SeriesInfo, name: SeriesName): boolean {
  return info.series.toUpperCase() === name.series.toUpperCase() && info.documentType === name.documentType;
}

function usableCode(info: SeriesInfo | undefined): AuthorityAnswer<{ code: string }> {
  return info && VALIDATION_CODE.test(info.code)
    ? { ok: { code: info.code } }
    : notUnderstood('it has no usable validation code');
}

/** Sends a request and sorts what comes back. */
async function ask(
  access: AuthorityAccess,
  request: Request,
): Promise<{ result: Result } | Refused | Unreachable> {
  const key = authorityKey(access.authorityCertificate);
  if ('problem' in key) {
    return notUsable(`the tax authority's certificate cannot be used: ${key.problem}`);
  }
  const login = {
    user: access.user,
    password: access.password,
    now: access.now(),
    sessionKey: randomBytes(SESSION_KEY_BYTES),
  };
  const posted = await post(targetOf(access), writeRequest(securityHeader(login, key.key), request));
  const clean = (text: string) => cleaned(text, [access.password]);
  if ('unreachable' in posted) return { unreachable: clean(posted.unreachable) };
  if ('unusable' in posted) return notUsable(clean(posted.unusable));
  if ('unreadable' in posted) return notUsable(posted.unreadable);

  const { status, body } = posted;
  const answer = readAnswer(request.operation, body);
  if ('fault' in answer) {
    const { code, text } = answer.fault;
    if (code === null) return notUsable(`the tax authority refused the message: ${clean(text)}`);
    return sorted(code, clean(text)) ?? refused(code, clean(text));
  }
  if (status >= 500) return { unreachable: `the tax authority answered with HTTP ${status}` };
  if (status !== 200) {
    return { refused: { code: status, text: `the tax authority answered with HTTP ${status}` } };
  }
  if ('problem' in answer) return notUnderstood(clean(answer.problem));
  const { code, text, series } = answer.result;
  return sorted(code, clean(text)) ?? { result: { code, text: clean(text), series } };
}

/** The one code that asks for another try. */
function sorted(code: number, said: string): Unreachable | null {
  return code === CODE.technicalError ? { unreachable: inWords(code, said), answered: true } : null;
}

function refused(code: number, said: string): Refused {
  return { refused: { code, text: inWords(code, said) } };
}

function notUsable(text: string): Refused {
  return { refused: { code: NOT_UNDERSTOOD, text } };
}

function notUnderstood(problem: string): Refused {
  return notUsable(`the answer of the tax authority cannot be understood: ${problem}`);
}
