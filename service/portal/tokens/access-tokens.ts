/** Access tokens for cloud registers: JSON Web Tokens (RFC 7519) for one terminal of a company. */
import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { ALGORITHM, type SigningKey } from './signing-keys.ts';

/** The one terminal of a company that tokens are for (doc 2: tokens are scoped to TaxId, TL and TT). */
export interface TokenScope {
  TaxId: string;
  TL: string;
  TT: string;
}

/** So long is an access token good for (doc 2, Limits). */
export const ACCESS_SECONDS = 3600;

/** Whom access tokens are for. */
const AUDIENCE = 'register';

/** What an access token says. */
export interface AccessClaims {
  /** The portal's address, by which cloud registers know it. */
  issuer: string;
  companyId: number;
  scope: TokenScope;
  /** The one cloud register that it is for; null for any. */
  register: string | null;
  /** Seconds since 1970. */
  now: number;
}

/** Makes an access token. */
export function makeAccessToken(
  { kid, key }: SigningKey,
  { issuer, companyId, scope, register, now }: AccessClaims,
): Promise<string> {
  const { TaxId, TL, TT } = scope;
  return new SignJWT({ TaxId, TL, TT, ...(register !== null && { register_url: register }) })
    .setProtectedHeader({ alg: ALGORITHM, kid, typ: 'JWT' })
    .setIssuer(issuer)
    .setAudience(AUDIENCE)
    .setSubject(String(companyId))
    .setIssuedAt(now)
    .setExpirationTime(now + ACCESS_SECONDS)
    .setJti(randomUUID())
    .sign(key);
}
