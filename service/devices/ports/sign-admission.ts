/** Who may sign with the devices of this machine (profile attribute `SignServer`): tills that know the password of the sign server. */
import type { Log } from '../../log.ts';

/** What is known of the sign server. */
export interface SignAdmissionOptions {
  /** Whether this machine is a sign server now. */
  enabled: () => boolean;
  /** Whether a password is that of the server. Without one nothing is signed. */
  isPassword: (password: string, from: string) => boolean | Promise<boolean>;
  /** Seconds that somebody must wait who has tried too many wrong passwords; 0 for others. */
  waitOf: (from: string) => number;
  log: Pick<Log, 'warn'>;
}

/** Why somebody is not let in. */
export interface SignRefusal {
  /** Of HTTP. */
  status: 401 | 403 | 404 | 429;
  headers: Record<string, string>;
  text: string;
}

/** Null: it may sign. @param request.authorization header `Authorization` @param request.from address of who asks */
export async function signRefusal(
  { enabled, isPassword, waitOf, log }: SignAdmissionOptions,
  { authorization, from }: { authorization: string | undefined; from: string },
): Promise<SignRefusal | null> {
  if (!enabled()) return { status: 404, headers: {}, text: 'this is no sign server' };
  const password = passwordIn(authorization);
  if (password === null) {
    const headers = { 'www-authenticate': 'Basic realm="Tillmark", charset="UTF-8"' };
    return { status: 401, headers, text: 'the password of the sign server is needed' };
  }
  const wait = waitOf(from);
  if (wait > 0) {
    const headers = { 'retry-after': String(wait) };
    return { status: 429, headers, text: `too many wrong passwords: wait ${wait} seconds` };
  }
  if (await isPassword(password, from)) return null;
  log.warn(`sign server: wrong password from ${from}`);
  return { status: 403, headers: {}, text: 'the password of the sign server is another one' };
}

/** The password of basic authentication; null when there is none. */
function passwordIn(authorization: string | undefined): string | null {
  const encoded = /^Basic +([A-Za-z0-9+/=]+)$/i.exec(authorization ?? '')?.[1];
  if (encoded === undefined) return null;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0 ? null : text.slice(colon + 1);
}
