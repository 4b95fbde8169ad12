/** What is worked out of the state of the portal before it is shown. */
import type { PortalStatus } from '../../../service/wire.ts';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Whether an address leads to the machine that it is used on. */
export function isLocal(url: string): boolean {
  return LOOPBACK.test(new URL(url).hostname);
}

/** Whether an address can be opened from where the page is seen. */
export function isReachable(url: string, pageHost: string): boolean {
  return !isLocal(url) || LOOPBACK.test(pageHost);
}

/** Address of the register's page in the portal (renderer/portal/api/route.ts); null before it was connected. */
export function registerLink({ url, register }: Pick<PortalStatus, 'url' | 'register'>): string | null {
  return url && register && `${url}#/register/${register.companyId}/${register.registerId}`;
}

/** How long it takes until nothing waits any more, in words that promise no more than is known. */
export function waitingTime(
  seconds: number | null,
): { unit: 'soon' | 'minutes' | 'hours'; number: number } | null {
  if (seconds === null) return null;
  if (seconds < 60) return { unit: 'soon', number: 1 };
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90
    ? { unit: 'minutes', number: minutes }
    : { unit: 'hours', number: Math.ceil(minutes / 60) };
}
