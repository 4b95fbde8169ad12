/** How to reach the tax authority's web service for series, and what comes of a call. */

import type { Target } from '../../base/http-client.ts';

/** A service for series. */
export interface SeriesService {
  url: string;
  /** PEM of the issuer to trust, instead of those that Node knows. */
  ca?: string;
}

/**
 * The authority's own services. Production: the manual names the host and the path
 * only; the port is the one all programs use. Test: own database, client certificate
 * of its own, but the sub-user's real password. No setting changes them: what
 * another service gives is practice. Our tests put a simulator in their place.
 */
export const SERVICES: Record<'live' | 'test', SeriesService> = {
  live: { url: 'https://servicos.portaldasfinancas.gov.pt:422/SeriesWSService' },
  test: { url: 'https://servicos.portaldasfinancas.gov.pt:722/SeriesWSService' },
};

/** What a call needs. */
export interface AuthorityAccess {
  /** `https:` address, one of {@link SERVICES} or that of PT_SeriesServer. */
  url: string;
  /** Sub-user of the taxpayer with the permission for series (WSE): `<NIF>/<number>`. */
  user: string;
  password: string;
  /** The authority's X.509 certificate that passwords are encrypted with, PEM. */
  authorityCertificate: string;
  /** TLS client certificate that the authority issued to the software producer, PEM. */
  client?: { certificate: string; key: string };
  /** Trusted issuers of the server's certificate, PEM, instead of those that Node knows. */
  ca?: string;
  /** Longest time for one request and its answer. */
  timeoutMs: number;
  /** Milliseconds since 1970 (UTC). */
  now(): number;
}

/** Where and how to send a message. */
export function targetOf({ url, ca, client, timeoutMs }: AuthorityAccess): Target {
  const headers = { 'content-type': 'text/xml; charset=utf-8', soapaction: '""' };
  return { url, name: 'the tax authority', headers, ca, client, timeoutMs };
}

/** The call was understood and not done: trying again without a change is no use. */
export interface Refused {
  /** Result or authentication code of the authority, HTTP status, or {@link NOT_UNDERSTOOD}. */
  refused: { code: number; text: string };
}

/** Nobody answered, or the authority has trouble of its own: worth another try. */
export interface Unreachable {
  unreachable: string;
  /** The authority did answer: its trouble may concern this call alone. */
  answered?: true;
}

/** Outcome of a call. Texts are English, for logs, with the authority's own message; never with a secret. */
export type AuthorityAnswer<T> = { ok: T } | Refused | Unreachable;

/** Code of a refusal that has none of the authority: unusable certificates, unreadable answers. */
export const NOT_UNDERSTOOD = 0;
