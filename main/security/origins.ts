/** Scheme of the shell's own pages. */
export const ownScheme = 'tillmark';
/** Host of the shell's own pages. */
export const ownHost = 'app';
/** The shell's own page. */
export const ownPage = `${ownScheme}://${ownHost}/`;
/** The shell's own page that asks for user and password. */
export const signInPage = `${ownPage}sign-in`;

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
  if (url.protocol === `${ownScheme}:` && url.host === ownHost) return `${ownScheme}://${ownHost}`;
  return null;
}

/** Tells whether a URL is the shell's own page or of the register's exact origin. */
export function isAllowed(text: string, registerUrl: string | null): boolean {
  const origin = originOf(text);
  if (origin === null) return false;
  return origin === originOf(ownPage) || (registerUrl !== null && origin === originOf(registerUrl));
}
