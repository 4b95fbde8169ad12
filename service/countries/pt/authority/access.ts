/** How to reach the tax authority's web service for series, and what comes of a call. */

/** Production address. The manual names the host and the path only; the port is the one all programs use. */
export const PRODUCTION_URL = 'https://servicos.portaldasfinancas.gov.pt:422/SeriesWSService';

/** Test address: own database, client certificate of its own, but the sub-user's real password. */
export const TEST_URL = 'https://servicos.portaldasfinancas.gov.pt:722/SeriesWSService';

/** What a call needs. */
export interface AuthorityAccess {
  /** `https:` address, {@link PRODUCTION_URL} or {@link TEST_URL}. */
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

/** The call was understood and not done: trying again without a change is no use. */
export interface Refused {
  /** Result or authentication code of the authority, HTTP status, or {@link NOT_UNDERSTOOD}. */
  refused: { code: number; text: string };
}

/** Nobody answered, or the authority has trouble of its own: worth another try. */
export interface Unreachable {
  unreachable: string;
}

/** Outcome of a call. Texts are English, for logs, with the authority's own message; never with a secret. */
export type AuthorityAnswer<T> = { ok: T } | Refused | Unreachable;

/** Code of a refusal that has none of the authority: unusable certificates, unreadable answers. */
export const NOT_UNDERSTOOD = 0;
