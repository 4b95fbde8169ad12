/**
 * Digest authentication (RFC 2617) with `qop=auth`: the answer to a challenge is
 * good for one request, and a challenge for some minutes.
 */
import { isUtf8 } from 'node:buffer';
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { SteadyClock } from '../clock.ts';
import { Attempts } from './attempts.ts';
import type { DigestUsers } from './htdigest.ts';
import { networkOf } from './network.ts';

const NONCE_MS = 5 * 60_000;
/** Numbers that one challenge may be answered with; then there is a new one. */
const MOST_USES = 10_000;

/** What an `Authorization` comes to. */
export type DigestVerdict =
  | { realm: string; user: string }
  /** `stale`: another challenge may be answered rightly: this one is too old, its number was used, or it is of another realm. */
  | { refused: 'missing' | 'wrong' | 'stale' }
  /** Nobody looked: several wrong ones came from there. */
  | { waitSeconds: number };

/** What is looked at. */
export interface DigestAsked {
  /** `Authorization`. */
  header: string | undefined;
  /** Address of the other end. */
  address: string;
  method: string;
  /** Path and query as they were asked for. */
  uri: string;
  /** The only realm that counts; null where any does. */
  realm: string | null;
}

/** Makes challenges and checks their answers. */
export class Digest {
  private readonly users: DigestUsers;
  private readonly clock: SteadyClock;
  private readonly attempts: Attempts;
  private readonly secret = randomBytes(32);
  /** Numbers that challenges were answered with. */
  private readonly used = new Map<string, Set<number>>();

  constructor(users: DigestUsers, clock: SteadyClock) {
    this.users = users;
    this.clock = clock;
    this.attempts = new Attempts(clock);
  }

  /** The realm that a register belongs to. */
  realmOf(rn: string | null): string {
    return this.users.realmOf(rn);
  }

  /** Which realm is wanted depends on the register. */
  get isByRegister(): boolean {
    return this.users.isByRegister;
  }

  /** Value of `WWW-Authenticate`. */
  challenge(realm: string, stale = false): string {
    const quoted = realm.replace(/["\\]/g, '\\$&');
    // Two clients of one moment must not get the same: each counts its answers for itself.
    const made = `${Math.floor(this.clock.elapsed()).toString(36)}.${randomBytes(9).toString('base64url')}`;
    const nonce = `${made}.${this.sealOf(made)}`;
    const text = `Digest realm="${quoted}", qop="auth", algorithm=MD5, nonce="${nonce}"`;
    // Headers carry bytes: names of registers may have any letters.
    return Buffer.from(stale ? `${text}, stale=true` : text, 'utf8').toString('latin1');
  }

  /** Checks a header. Wrong ones count as wrong passwords do; a missing or an old one is no attempt. */
  check({ header, address, method, uri, realm: wanted }: DigestAsked): DigestVerdict {
    const values = header === undefined ? null : readDigest(header);
    if (!values) return { refused: 'missing' };
    const { username = '', realm = '' } = values;
    const user = JSON.stringify([realm, username]);
    // A till that was right before is not kept waiting for what others in its network try.
    const till = `${address} ${user}`;
    const network = networkOf(address);
    const name = this.attempts.heardAs(this.attempts.knows(till) ? [till, network] : [network]);
    const waitSeconds = this.attempts.waitOf(name);
    if (waitSeconds > 0) return { waitSeconds };
    // Its client did not know yet which register is meant. Nothing is looked at, so that nothing can be found out.
    if (wanted !== null && realm !== wanted) return { refused: 'stale' };
    const verdict = this.look(values, method, uri);
    if (!('refused' in verdict)) {
      this.attempts.right(name, user);
      this.attempts.right(till);
    } else if (verdict.refused === 'wrong') {
      // Any text can be a name; only those of users are kept.
      this.attempts.wrong(name, this.users.hashOf(username, realm) === null ? '' : user);
    }
    return verdict;
  }

  private look(values: Partial<Record<string, string>>, method: string, uri: string): DigestVerdict {
    const { username = '', realm = '', nonce = '', nc = '', cnonce = '', response = '' } = values;
    const hash = this.users.hashOf(username, realm);
    const isForm = values.qop === 'auth' && /^[0-9a-f]{8}$/i.test(nc) && cnonce !== '' && values.uri === uri;
    const asked = md5(`${method}:${uri}`);
    // Somebody unknown takes as long as a wrong password.
    const right = md5([hash ?? md5(username), nonce, nc, cnonce, 'auth', asked].join(':'));
    const isRight = equal(right, response.toLowerCase());
    if (hash === null || !isForm || !isRight) return { refused: 'wrong' };
    return this.isFresh(nonce, Number.parseInt(nc, 16)) ? { realm, user: username } : { refused: 'stale' };
  }

  private isFresh(nonce: string, number: number): boolean {
    const now = this.clock.elapsed();
    for (const known of this.used.keys()) {
      if (now - timeOf(known) <= NONCE_MS) break;
      this.used.delete(known);
    }
    const [time = '', random = '', seal = ''] = nonce.split('.');
    if (!equal(seal, this.sealOf(`${time}.${random}`)) || now - timeOf(nonce) > NONCE_MS) return false;
    const used = this.used.get(nonce) ?? new Set();
    if (used.has(number) || used.size >= MOST_USES) return false;
    this.used.set(nonce, used.add(number));
    return true;
  }

  private sealOf(made: string): string {
    return createHmac('sha256', this.secret).update(made).digest('base64url');
  }
}

/** When a challenge was made, by {@link SteadyClock.elapsed}. */
function timeOf(nonce: string): number {
  return Number.parseInt(nonce.split('.')[0]!, 36);
}

/** The values of the header, names in lower case; null when it is no digest. */
function readDigest(header: string): Partial<Record<string, string>> | null {
  const m = /^digest\s+(\S.*)$/is.exec(header);
  if (!m) return null;
  const bytes = Buffer.from(m[1]!, 'latin1');
  const text = isUtf8(bytes) ? bytes.toString('utf8') : m[1]!;
  const values: Partial<Record<string, string>> = Object.create(null) as object;
  for (const [, name, quoted, plain] of text.matchAll(
    /(?<!\w)(\w+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))/g,
  )) {
    values[name!.toLowerCase()] = quoted === undefined ? plain! : quoted.replace(/\\(.)/g, '$1');
  }
  return values;
}

function equal(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function md5(text: string): string {
  return createHash('md5').update(text, 'utf8').digest('hex');
}
