/** HTTP Strict Transport Security (RFC 6797): browsers that came over HTTPS do not come back without it. */
import { isIP } from 'node:net';
import { hostName, isLocalHost } from './caller.ts';

/** So long browsers remember: a shop that goes back to HTTP is reached again the next day. */
export const HSTS_SECONDS = 24 * 3600;

/**
 * Value of `Strict-Transport-Security` for a request over HTTPS; null where there must be none.
 * It holds for all ports of a name: not for this machine, where the portal and others speak HTTP,
 * and browsers ignore it for addresses and behind certificates that they do not trust. Never
 * longer than the certificate: nobody can pass over the warning of an ended one then.
 * @param host header `Host`
 * @param seconds longest time; 0 lets browsers forget
 * @param left milliseconds until the certificate ends
 */
export function strictTransport(host: string | undefined, seconds: number, left: number): string | null {
  const name = host === undefined ? null : hostName(host);
  if (name === null || isIP(name) !== 0 || isLocalHost(host)) return null;
  return `max-age=${Math.max(0, Math.min(seconds, Math.floor(left / 1000)))}`;
}
