/** Browsers that a user has signed in with before, see access/devices.ts: one cookie for each user. */
import { cookieOf } from '../../access/cookies.ts';
import { DEVICE_SECONDS, deviceCookie, deviceOf } from '../../access/devices.ts';
import type { UserRow } from './users.ts';

type DeviceUser = Pick<UserRow, 'id' | 'password_hash'>;

/**
 * The browser of a request, if this user has signed in with it; null for a stranger.
 * @param cookies header `Cookie`
 */
export function browserOf(cookies: string | undefined, user: DeviceUser | null): string | null {
  return user && deviceOf(user.password_hash, cookieOf(cookies, nameFor(user)));
}

/**
 * The header `Set-Cookie` for the browser that a user has just signed in with.
 * @param cookies header `Cookie` of the request
 * @param secure the page is reached over HTTPS
 */
export function browserCookie(cookies: string | undefined, user: DeviceUser, secure: boolean): string {
  const value = deviceCookie(user.password_hash, browserOf(cookies, user));
  const cookie = `${nameFor(user)}=${value}; Path=/; Max-Age=${DEVICE_SECONDS}; HttpOnly; SameSite=Strict`;
  return secure ? `${cookie}; Secure` : cookie;
}

function nameFor({ id }: DeviceUser): string {
  return `tillmark_portal_device_${id}`;
}
