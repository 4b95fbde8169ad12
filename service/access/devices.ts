/**
 * Browsers that somebody has signed in with before (OWASP, "Slow Down Online Guessing Attacks
 * with Device Cookies"): a sealed cookie tells them apart from strangers, so that those cannot
 * keep them from signing in. It opens nothing by itself. It is sealed with the hash of the
 * password, so nothing needs to be kept for it, and it ends with the password.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** As long as browsers keep a cookie at most, seconds. */
export const DEVICE_SECONDS = 400 * 24 * 3600;
const VALUE = /^([\w-]{22})\.([\w-]{43})$/;

/**
 * The browser that a cookie names.
 * @param hash the password's, as it is kept
 * @param cookie its value; null without one
 * @returns null for a stranger
 */
export function deviceOf(hash: string, cookie: string | null): string | null {
  const m = VALUE.exec(cookie ?? '');
  if (!m) return null;
  const isOurs = timingSafeEqual(Buffer.from(m[2]!), Buffer.from(sealOf(hash, m[1]!)));
  return isOurs ? m[1]! : null;
}

/**
 * Value of the cookie for a browser that has signed in.
 * @param device as {@link deviceOf} knows it; null for one that has none yet
 */
export function deviceCookie(hash: string, device: string | null): string {
  const id = device ?? randomBytes(16).toString('base64url');
  return `${id}.${sealOf(hash, id)}`;
}

function sealOf(hash: string, id: string): string {
  return createHmac('sha256', hash).update(`device ${id}`).digest('base64url');
}
