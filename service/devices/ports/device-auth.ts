/**
 * User and password for devices that speak HTTP (profile attribute `Device_Auth`,
 * doc 2: "`username:password` for authorization with external devices"): Basic
 * (RFC 7617) and Digest (RFC 7616). Neither belongs in a log or in an error.
 */
import { createHash, randomBytes } from 'node:crypto';

/** User and password. */
export interface DeviceLogin {
  user: string;
  password: string;
}

/** The request that is authorized. */
export interface AuthorizedRequest {
  method: string;
  /** Path and query. */
  uri: string;
}

/** A password may have colons, a user may not. */
const LOGIN = /^([^:\p{Cc}]{1,200}):([^\p{Cc}]{0,200})$/u;
/** Longest header of a device that is read, characters. */
const MOST_LETTERS = 2000;
/** What Digest counts with, by its name in the challenge; the better one first. */
const ALGORITHMS = [
  ['SHA-256', 'sha256'],
  ['MD5', 'md5'],
] as const;

/** Reads `Device_Auth`; null where there is none, or none that can be read. */
export function deviceLogin(text: string | undefined): DeviceLogin | null {
  const parts = LOGIN.exec(text ?? '');
  return parts && { user: parts[1]!, password: parts[2]! };
}

/** Value of `Authorization` without having been asked: right for devices that want Basic. */
export function basicAuthorization({ user, password }: DeviceLogin): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

/**
 * Value of `Authorization` for the request that is sent again after status 401.
 * @param challenge `WWW-Authenticate` of the answer; several stand behind each other
 * @param cnonce only tests give one
 * @returns null where the device wants what is not known here
 */
export function authorizationFor(
  login: DeviceLogin,
  challenge: string,
  { method, uri }: AuthorizedRequest,
  cnonce = randomBytes(16).toString('hex'),
): string | null {
  const offers = challenge.slice(0, MOST_LETTERS).split(/[\s,](?=(?:Digest|Basic)\s)/i);
  const digests = offers.flatMap((offer) => (/^Digest\s/i.test(offer) ? [parameters(offer)] : []));
  for (const [name, algorithm] of ALGORITHMS) {
    const wanted = digests.find((offer) => (offer.get('algorithm') ?? 'MD5').toUpperCase() === name);
    const realm = wanted?.get('realm');
    const nonce = wanted?.get('nonce');
    const qops = wanted?.get('qop');
    if (!wanted || realm === undefined || nonce === undefined) continue;
    const hasQop = qops !== undefined;
    if (hasQop && !/(?:^|[\s,])auth(?:[\s,]|$)/i.test(qops)) continue;
    const hash = (text: string) => createHash(algorithm).update(text).digest('hex');
    const secret = hash(`${login.user}:${realm}:${login.password}`);
    const asked = hash(`${method}:${uri}`);
    const middle = hasQop ? `${nonce}:00000001:${cnonce}:auth` : nonce;
    const opaque = wanted.get('opaque');
    return [
      `Digest username="${quoted(login.user)}", realm="${quoted(realm)}", nonce="${quoted(nonce)}"`,
      `uri="${uri}", algorithm=${name}, response="${hash(`${secret}:${middle}:${asked}`)}"`,
      ...(hasQop ? [`qop=auth, nc=00000001, cnonce="${cnonce}"`] : []),
      ...(opaque === undefined ? [] : [`opaque="${quoted(opaque)}"`]),
    ].join(', ');
  }
  return offers.some((offer) => /^Basic\s/i.test(offer)) ? basicAuthorization(login) : null;
}

function parameters(offer: string): Map<string, string> {
  const found = offer.matchAll(/([a-z-]{1,20})\s?=\s?(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))/gi);
  return new Map(
    Array.from(found, ([, name, text, token]) => [
      name!.toLowerCase(),
      text === undefined ? token! : text.replaceAll(/\\(.)/g, '$1'),
    ]),
  );
}

function quoted(text: string): string {
  return text.replaceAll(/["\\]/g, '\\$&');
}
