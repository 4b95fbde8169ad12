/** Signed messages of FURS: compact JWS with RS256 (RFC 7515), under a header of its own. */
import { sign, verify, X509Certificate } from 'node:crypto';
import { serialNumberOf } from '../../certificates/facts.ts';
import { isTree, type Tree } from '../../receipt/tree.ts';
import type { CompanyCertificate } from '../base/online/company-certificate.ts';
import { isTrusted } from '../base/trusted-certificate.ts';
import { rfc4514Name } from '../base/x509-name.ts';
import { exactJson, ExactNumber } from '../base/exact-json.ts';

const BASE64URL = /^[\w-]+$/;
const LEAST_BITS = 2048;

/** Signs a payload (JSON text) with a company's certificate. */
export function signToken(payload: string, { key, certificate }: CompanyCertificate): string {
  const header = exactJson({
    alg: 'RS256',
    subject_name: rfc4514Name(certificate.subject),
    issuer_name: rfc4514Name(certificate.issuer),
    serial: new ExactNumber(String(serialNumberOf(certificate) ?? 0)),
  });
  const signed = [header, payload].map((text) => Buffer.from(text).toString('base64url')).join('.');
  return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`;
}

/** What a token says, or what is wrong with it, English. */
export type ReadToken = { payload: Tree } | { problem: string };

/**
 * Reads a token that FURS has signed with the first certificate of its header `x5c`.
 * @param trusted that certificate itself, or those who issue it
 */
export function readToken(token: string, trusted: readonly X509Certificate[], now: Date): ReadToken {
  const parts = token.split('.');
  const [head = '', body = '', signature = ''] = parts;
  if (parts.length !== 3 || !parts.every((part) => BASE64URL.test(part)))
    return { problem: 'it is no signed token' };
  const header = jsonOf(head);
  if (header?.alg !== 'RS256' || Object.hasOwn(header, 'crit'))
    return { problem: 'it is not signed with RS256' };
  const certificate = certificateIn(header);
  if (!certificate) return { problem: 'it has no certificate' };
  const wrong = distrust(certificate, trusted, now);
  if (wrong !== null) return { problem: wrong };
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${body}`),
    certificate.publicKey,
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned) return { problem: 'its signature does not hold' };
  const payload = jsonOf(body);
  return payload ? { payload } : { problem: 'it has no message' };
}

/** Why the signer is not believed; null when it is. */
function distrust(
  certificate: X509Certificate,
  trusted: readonly X509Certificate[],
  now: Date,
): string | null {
  const name = rfc4514Name(certificate.subject);
  if (!isTrusted(certificate, trusted)) return `its certificate is not trusted: ${name}`;
  const { validFromDate, validToDate, publicKey } = certificate;
  if (now < validFromDate || validToDate < now) return `its certificate is not valid at that time: ${name}`;
  const { asymmetricKeyType, asymmetricKeyDetails } = publicKey;
  const isStrong = asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= LEAST_BITS;
  return isStrong ? null : `its key is no RSA key of ${LEAST_BITS} bits or more`;
}

function certificateIn({ x5c }: Tree): X509Certificate | null {
  const [first] = Array.isArray(x5c) ? x5c : [];
  if (typeof first !== 'string') return null;
  try {
    return new X509Certificate(Buffer.from(first, 'base64'));
  } catch {
    return null;
  }
}

/** An object in Base64url; null for anything else. */
function jsonOf(part: string): Tree | null {
  try {
    const value: unknown = JSON.parse(
      new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(part, 'base64url')),
    );
    return isTree(value) ? value : null;
  } catch {
    return null;
  }
}
