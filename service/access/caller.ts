/** Who a request comes from, as far as connection and headers tell. */
import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import os from 'node:os';

/** What is looked at. */
export interface Approach {
  /** Address of the other end of the connection; no header can change it. */
  address: string;
  headers: IncomingHttpHeaders;
}

const LOOPBACK = /^(?:127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;

/** True for a connection from this machine. */
export function isLoopback(address: string): boolean {
  return LOOPBACK.test(address);
}

/** A request that a web page has sent, or a person who typed an address: browsers say so, programs do not. */
export function isFromBrowser({ 'sec-fetch-site': site, origin }: IncomingHttpHeaders): boolean {
  return site !== undefined || origin !== undefined;
}

/**
 * True for a request that any browser may have sent. On a network without HTTPS browsers do not say
 * which page a picture or a link belongs to; but they always name themselves, and no page can keep them
 * from it. PowerShell uses their name, old libraries of programs that of older versions.
 */
export function mayBeBrowser(headers: IncomingHttpHeaders): boolean {
  const { 'user-agent': agent = '', referer, cookie } = headers;
  const isNamedSo = agent.startsWith('Mozilla/5.0') && !agent.includes('PowerShell/');
  return isFromBrowser(headers) || isNamedSo || referer !== undefined || cookie !== undefined;
}

/** True when a page of another site has sent the request, by a picture, a link or a script. */
export function isFromForeignPage({ 'sec-fetch-site': site, origin, host }: IncomingHttpHeaders): boolean {
  if (origin !== undefined && origin !== `http://${host}` && origin !== `https://${host}`) return true;
  return site !== undefined && site !== 'same-origin' && site !== 'none';
}

/**
 * Whether a `Host` may be meant for this service. A page can let a name of its own
 * point to this machine (DNS rebinding) and then counts as the service's own: so
 * addresses are taken, names without a dot, which nobody outside can own, and names
 * that are known to be ours. Programs of old that send none are no browsers.
 * @param names further names, lower case
 */
export function isOurHost(host: string | undefined, names: readonly string[] = []): boolean {
  if (host === undefined || host === '') return true;
  const name = hostName(host);
  if (name === null) return false;
  if (isIP(name) !== 0 || !name.includes('.') || names.includes(name)) return true;
  const machine = os.hostname().toLowerCase();
  return name === machine || name === `${machine}.local`;
}

/** True for a `Host` that means this machine itself. */
export function isLocalHost(host: string | undefined): boolean {
  if (host === undefined || host === '') return true;
  const name = hostName(host);
  return name === 'localhost' || (name !== null && LOOPBACK.test(name));
}

/** A `Host` without port and brackets, lower case; null when it is none. */
export function hostName(host: string): string | null {
  const m = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9_.-]+))(?::\d{1,5})?$/i.exec(host);
  return m && (m[1] ?? m[2]!).toLowerCase();
}
