/** Cookies of a request. */

/** Value of a cookie of a `Cookie` header; null without one. */
export function cookieOf(cookies: string | undefined, name: string): string | null {
  for (const cookie of (cookies ?? '').split(';')) {
    const equals = cookie.indexOf('=');
    if (equals > 0 && cookie.slice(0, equals).trim() === name) return cookie.slice(equals + 1).trim();
  }
  return null;
}
