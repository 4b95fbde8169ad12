import { useEffect } from 'react';
import type { SessionState } from '../../service/wire.ts';
import { useHash } from './use-hash.ts';

/** The address under which the service asks for the manager before it shows one of its own pages. */
const SIGN_IN = '#/sign-in?';

/**
 * Path and query of the service's page that a hash leads to after signing in; null when it leads to none. Anybody
 * can write such a hash into a link: nothing but an address of this very service is taken.
 * @param origin where this page is
 */
export function wayBackIn(hash: string, origin: string): string | null {
  if (!hash.startsWith(SIGN_IN)) return null;
  const next = new URLSearchParams(hash.slice(SIGN_IN.length)).get('next') ?? '/';
  if (!next.startsWith('/') || !URL.canParse(next, origin)) return '/';
  const url = new URL(next, origin);
  return url.origin === origin ? url.pathname + url.search : '/';
}

/**
 * Goes on to the page of the service that somebody was on the way to, once it is known that the manager asks.
 * @returns whether there is such a page, so that somebody has to sign in
 */
export function useWayBack(session: SessionState | null): boolean {
  const next = wayBackIn(useHash(), window.location.origin);
  const isManager = session?.role === 'manager';
  useEffect(() => {
    if (next !== null && isManager) window.location.replace(next);
  }, [next, isManager]);
  return next !== null;
}
