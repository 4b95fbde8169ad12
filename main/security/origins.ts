/** Scheme of the shell's own pages. */
export const OWN_SCHEME = 'tillmark';
/** Host of the shell's own pages. */
export const OWN_HOST = 'app';
/** The shell's own page. */
export const OWN_PAGE = `${OWN_SCHEME}://${OWN_HOST}/`;
/** The shell's own page that asks for user and password. */
export const SIGN_IN_PAGE = `${OWN_PAGE}sign-in`;

/**
 * Origin of a URL, null for everything that has no business in the window.
 * Parsed, never compared as text: `http://127.0.0.1:5618@evil.example` begins
 * like the register and is not.
 */
export function originOf(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.username || url.password) return null;
  if (url.protocol === 'http:' || url.protocol === 'https:') return url.origin;
  // The URL standard gives no origin to schemes it does not know, though Chromium does once told.
  if (url.protocol === `${OWN_SCHEME}:` && url.host === OWN_HOST) return `${OWN_SCHEME}://${OWN_HOST}`;
  return null;
}

/** Tells whether a URL is the shell's own page or of the register's exact origin. */
export function isAllowed(text: string, registerUrl: string | null): boolean {
  const origin = originOf(text);
  if (origin === null) return false;
  return origin === originOf(OWN_PAGE) || (registerUrl !== null && origin === originOf(registerUrl));
}
