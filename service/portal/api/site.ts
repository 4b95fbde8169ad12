/**
 * Keeps pages of other sites away from everything that works without a key:
 * a browser says for whom it asks, and a name that a stranger has pointed to
 * this machine is none of ours (DNS rebinding).
 */
import type { IncomingHttpHeaders } from 'node:http';
import { isFromForeignPage, isOurHost } from '../../access/caller.ts';
import { forbidden } from '../problem.ts';
import type { Proxies } from './proxies.ts';

/** Where people reach the portal. */
export interface Site {
  /** As it was given, without a slash at the end; null: wherever it listens. */
  publicUrl: string | null;
  /** It listens on this machine only. */
  isLocal: boolean;
  /** What stands in front of it. */
  proxies: Proxies;
}

/** @throws Problem 403 for a request of another site's page */
export function refuseForeign(
  { publicUrl, isLocal }: Omit<Site, 'proxies'>,
  headers: IncomingHttpHeaders,
): void {
  if (publicUrl === null) {
    if (isLocal && !isOurHost(headers.host)) {
      throw forbidden(`${String(headers.host)} is no name of this portal; --public-url tells its name`);
    }
    if (isFromForeignPage(headers)) throw forbidden('the request comes from a page of another site');
    return;
  }
  // A proxy may have changed the host; what the browser says stays.
  const { origin, 'sec-fetch-site': site } = headers;
  const isForeign = origin !== undefined && origin !== new URL(publicUrl).origin;
  if (isForeign || (site !== undefined && site !== 'same-origin' && site !== 'none')) {
    throw forbidden(`the request does not come from a page of ${publicUrl}`);
  }
}
