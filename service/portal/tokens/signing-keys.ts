/**
 * Keys that sign access tokens: Ed25519, kept in the table of settings so that
 * all processes of a portal share them. The newest one signs; older ones are
 * shown until nothing that they have signed is in force any more.
 */
import { exportJWK, generateKeyPair, importJWK, type CryptoKey, type JWK } from 'jose';
import { randomUUID } from 'node:crypto';
import type { Database } from '../database/database.ts';

/** Algorithm of access tokens, as JSON Web Tokens name it. */
export const ALGORITHM = 'EdDSA';

const SETTING = 'token_keys';
/** A key signs for so long. */
const SIGNS_MS = 90 * 24 * 3_600_000;
/** Afterwards it is shown for so long: more than any access token is good for. */
const SHOWN_MS = 24 * 3_600_000;

/** Public part of a key (RFC 8037). */
export interface PublicKey {
  kty: 'OKP';
  crv: 'Ed25519';
  x: string;
  kid: string;
  alg: typeof ALGORITHM;
  use: 'sig';
}

/** A key as it is kept. */
interface KeptKey {
  /** With its private part. */
  jwk: JWK & { kid: string; x: string };
  /** Milliseconds since 1970. */
  createdAt: number;
}

/** A key to sign with. */
export interface SigningKey {
  kid: string;
  key: CryptoKey;
}

/** The keys of a portal. */
export class SigningKeys {
  private readonly db: Database;
  /** The last one that signed, so that it is not read from its text for every token. */
  private last: SigningKey | null = null;

  constructor(db: Database) {
    this.db = db;
  }

  /** The key that signs now; made when there is none, or when the newest one has signed long enough. */
  async current(now: number): Promise<SigningKey> {
    const [newest] = await this.kept(now);
    const { jwk } = newest!;
    if (this.last?.kid === jwk.kid) return this.last;
    this.last = { kid: jwk.kid, key: (await importJWK(jwk, ALGORITHM)) as CryptoKey };
    return this.last;
  }

  /** The public parts, for whoever checks tokens (RFC 7517). */
  async published(now: number): Promise<PublicKey[]> {
    const kept = await this.kept(now);
    return kept.map(({ jwk: { x, kid } }) => ({
      kty: 'OKP',
      crv: 'Ed25519',
      x,
      kid,
      alg: ALGORITHM,
      use: 'sig',
    }));
  }

  /** The keys to sign with and to show, the newest first. */
  private async kept(now: number): Promise<KeptKey[]> {
    for (;;) {
      const text = await this.read();
      const all = text === null ? [] : (JSON.parse(text) as KeptKey[]);
      const shown = all.filter(({ createdAt }) => createdAt > now - SIGNS_MS - SHOWN_MS);
      if (shown[0] && shown[0].createdAt > now - SIGNS_MS) return shown;
      // Another process may do the same: the first one counts, and is read in the next round.
      await this.write(text, JSON.stringify([await makeKey(now), ...shown]));
    }
  }

  private async read(): Promise<string | null> {
    const [row] = await this.db.select<{ value: string }>('SELECT value FROM settings WHERE name = $name', {
      name: SETTING,
    });
    return row?.value ?? null;
  }

  /** Stores the keys, unless somebody else has done it since they were read. */
  private async write(before: string | null, value: string): Promise<void> {
    if (before === null) {
      await this.db.run(
        'INSERT INTO settings (name, value) VALUES ($name, $value) ON CONFLICT (name) DO NOTHING',
        { name: SETTING, value },
      );
      return;
    }
    await this.db.run('UPDATE settings SET value = $value WHERE name = $name AND value = $before', {
      ...{ name: SETTING, value, before },
    });
  }
}

async function makeKey(now: number): Promise<KeptKey> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  const jwk = await exportJWK(privateKey);
  return { jwk: { ...jwk, x: jwk.x!, kid: randomUUID() }, createdAt: now };
}
