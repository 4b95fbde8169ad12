/** Public keys by which the portal's access tokens are known (RFC 7517, `/.well-known/jwks.json`). */
import { importJWK, type CryptoKey } from 'jose';
import type { Clock } from '../clock.ts';
import type { Portal } from './bearer-portal.ts';

const PATH = '/.well-known/jwks.json';
const MOST_BYTES = 65_536;
const MOST_KEYS = 50;
/** Keys in use are asked for again after this time, so that one that the portal has withdrawn ends. */
const REFRESH_MS = 600_000;
/** Tokens that nobody has made must not make us ask all the time. */
const PAUSE_MS = 30_000;
/** As long as there are no keys at all nobody can sell. */
const FIRST_PAUSE_MS = 2000;

/** The keys of the portal, remembered; they go on working while it cannot be reached. */
export class PortalKeys {
  private readonly portal: Portal;
  private readonly clock: Clock;
  private keys: ReadonlyMap<string, CryptoKey> | null = null;
  /** When the portal was asked last; 0 for never. */
  private askedAt = 0;
  private pending: Promise<void> | null = null;
  private isSilent = false;

  constructor(portal: Portal, clock: Clock) {
    this.portal = portal;
    this.clock = clock;
  }

  /**
   * The key of an id; null when the portal has none.
   * @returns `silent` when the portal could not be asked for a key that is not known here
   */
  async find(kid: string): Promise<CryptoKey | null | 'silent'> {
    const known = this.keys?.get(kid);
    if (known) {
      if (this.isAfter(REFRESH_MS)) void this.ask();
      return known;
    }
    if (this.pending || this.isAfter(this.keys ? PAUSE_MS : FIRST_PAUSE_MS)) await this.ask();
    return this.keys?.get(kid) ?? (this.isSilent ? 'silent' : null);
  }

  /** Also when the clock was put back. */
  private isAfter(ms: number): boolean {
    return Math.abs(this.clock.now() - this.askedAt) >= ms;
  }

  /** Asks once for all who wait. */
  private ask(): Promise<void> {
    this.askedAt = this.clock.now();
    this.pending ??= this.load().finally(() => (this.pending = null));
    return this.pending;
  }

  private async load(): Promise<void> {
    try {
      const { status, json } = await this.portal.ask(PATH, { method: 'GET', mostBytes: MOST_BYTES });
      const keys = status === 200 ? await readKeys(json) : null;
      this.isSilent = keys === null;
      this.keys = keys ?? this.keys;
    } catch {
      // The portal has said why in the log.
      this.isSilent = true;
    }
  }
}

/** Ed25519 keys for signatures by their ids; others are left out. Null when it is no set of keys. */
async function readKeys(json: unknown): Promise<ReadonlyMap<string, CryptoKey> | null> {
  const list = (json as { keys?: unknown } | null)?.keys;
  if (!Array.isArray(list)) return null;
  const keys = new Map<string, CryptoKey>();
  for (const one of list.slice(0, MOST_KEYS) as unknown[]) {
    if (typeof one !== 'object' || one === null) continue;
    const { kid, kty, crv, x, alg = 'EdDSA', use = 'sig' } = one as Record<string, unknown>;
    if (typeof kid !== 'string' || kty !== 'OKP' || crv !== 'Ed25519' || typeof x !== 'string') continue;
    if ((alg !== 'EdDSA' && alg !== 'Ed25519') || use !== 'sig') continue;
    // The public part alone, whatever else stands there.
    const key = await importJWK({ kty, crv, x }, 'EdDSA').catch(() => null);
    if (key !== null && !(key instanceof Uint8Array)) keys.set(kid, key);
  }
  return keys;
}
