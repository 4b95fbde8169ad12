/**
 * The authority's interface that renews certificates of companies (CA EET, `caeetapi_jwt` 1.0.0 of 2026): JSON over
 * HTTPS, with a token that the certificate to be renewed has signed.
 */
import { createHash, sign } from 'node:crypto';
import { isTree, type Tree } from '../../receipt/tree.ts';
import { cleaned } from '../base/clean.ts';
import type { CompanyCertificate } from '../base/online/company-certificate.ts';
import { exchange } from '../base/online/environment.ts';
import type { CountryServices } from '../contract/services.ts';
import { ENVIRONMENT } from './credentials.ts';

const PRODUCTION = 'https://caeet.gov.cz/api';
/** Seconds that a token is good for; the authority takes none that lives longer than five minutes. */
const TOKEN_SECONDS = 120;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
/** Longest time between two questions, seconds. */
const MOST_SECONDS = 3600;

/** How far a request is. */
export type RequestState =
  | { state: 'INPROCESS'; again: number }
  | { state: 'ISSUED' | 'DELIVERING' | 'FINISHED' }
  | { state: 'REJECTED'; reason: string };

/** What it says, or why there is nothing to work with, English. `status`: of an answer that is an error. */
export type Told<T> = { told: T } | { failed: string; status: number | null };

/** With whom to talk, and as whom. */
export interface Caller {
  certificate: CompanyCertificate;
  services: CountryServices;
  signal: AbortSignal;
}

/** Where certificates are renewed; null where there is no such service: the playground has none. */
export function renewalUrl(services: Pick<CountryServices, 'attributes'>): string | null {
  const other = ENVIRONMENT.other(services);
  if (ENVIRONMENT.isTest(services)) return other === undefined ? null : `${other.replace(/\/$/, '')}/api`;
  return PRODUCTION;
}

/** SHA-256 of a certificate, as tokens name it. */
export function thumbprint({ certificate }: Pick<CompanyCertificate, 'certificate'>): string {
  return createHash('sha256').update(certificate.raw).digest('base64url');
}

/** A token of the certificate (JWS, RS256). @param now ms since 1970 */
export function bearerToken(certificate: CompanyCertificate, now: number): string {
  const iat = Math.floor(now / 1000);
  const header = { alg: 'RS256', typ: 'JWT', 'x5t#S256': thumbprint(certificate) };
  const signed = [header, { iat, exp: iat + TOKEN_SECONDS }]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${signed}.${sign('sha256', Buffer.from(signed), certificate.key).toString('base64url')}`;
}

/** Asks for another certificate: id of the request. */
export async function askForRenewal(caller: Caller): Promise<Told<string>> {
  const answer = await call('/request/renew', 'POST', 201, caller);
  if ('failed' in answer) return answer;
  const { reqId } = answer.told;
  return typeof reqId === 'string' && UUID.test(reqId) ? { told: reqId } : unread('names no request');
}

/** How far a request is. */
export async function stateOfRequest(id: string, caller: Caller): Promise<Told<RequestState>> {
  const answer = await call(`/request/${id}/status`, 'GET', 200, caller);
  if ('failed' in answer) return answer;
  const { reqId, state, pollAfterSeconds, rejectedReason } = answer.told;
  if (reqId !== id) return unread('is about another request');
  switch (state) {
    case 'INPROCESS': {
      const again = typeof pollAfterSeconds === 'number' ? pollAfterSeconds : 1;
      return { told: { state, again: Math.min(Math.max(again, 1), MOST_SECONDS) } };
    }
    case 'REJECTED':
      return {
        told: { state, reason: cleaned(typeof rejectedReason === 'string' ? rejectedReason : '', []) },
      };
    case 'ISSUED':
    case 'DELIVERING':
    case 'FINISHED':
      return { told: { state } };
    default:
      return unread('has no state that is known');
  }
}

/** The new key with its certificate, and the password of the file. Neither is written anywhere but to the vault. */
export async function claim(id: string, caller: Caller): Promise<Told<{ file: Buffer; password: string }>> {
  const answer = await call(`/request/${id}/claim-download`, 'POST', 200, caller);
  if ('failed' in answer) return answer;
  const { pkcs12, password } = answer.told;
  return typeof pkcs12 === 'string' && BASE64.test(pkcs12) && typeof password === 'string'
    ? { told: { file: Buffer.from(pkcs12, 'base64'), password } }
    : unread('holds no file with its password');
}

/** Says that the file was taken: the authority forgets it. */
export async function acknowledge(id: string, caller: Caller): Promise<Told<null>> {
  const answer = await call(`/request/${id}/ack-download`, 'POST', 204, caller);
  return 'failed' in answer ? answer : { told: null };
}

async function call(
  path: string,
  method: 'GET' | 'POST',
  right: number,
  { certificate, services, signal }: Caller,
): Promise<Told<Tree>> {
  const url = renewalUrl(services);
  if (url === null) return { failed: 'the playground renews no certificates', status: null };
  const sent = await exchange(
    {
      ...{ url: `${url}${path}`, name: 'the certification authority', signal },
      ...{ test: ENVIRONMENT.isTest(services), trusted: ENVIRONMENT.trusted(services) },
      headers: {
        authorization: `Bearer ${bearerToken(certificate, services.clock.now())}`,
        accept: 'application/json',
      },
      body: method === 'GET' ? null : '',
    },
    services,
  );
  if ('unreachable' in sent) return { failed: sent.unreachable, status: null };
  const { status, body } = sent;
  const tree = treeOf(body);
  if (status === right && (right === 204 || tree)) return { told: tree ?? {} };
  const { message, additionalInfo } = tree ?? {};
  const words = [message, additionalInfo].filter((one) => typeof one === 'string').join(' ');
  return { failed: `HTTP status ${status} ${cleaned(words, [])}`.trim(), status };
}

function unread(what: string): { failed: string; status: null } {
  return { failed: `the answer ${what}`, status: null };
}

function treeOf(body: Buffer): Tree | null {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return isTree(value) ? value : null;
  } catch {
    return null;
  }
}
