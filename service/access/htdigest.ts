/**
 * Users of the digest authentication (doc 2): `gbl/.htdigest`, lines
 * `user:realm:hash`. A realm is the prefix, or the prefix, a dot and a register's
 * name: such a user reaches that register alone. Registers without users of their
 * own are for those of the prefix.
 */
import fs from 'node:fs/promises';

/** Kept as it is since the first versions: the hashes hold it. */
export const REALM = 'EFR';

const LINE = /^([^:\p{Cc}]{1,200}):([^:\p{Cc}]{1,200}):([0-9a-f]{32})$/iu;

/** A file that cannot be read: letting everybody in would be worse than not starting. */
export class HtdigestError extends Error {}

/** The users of an installation. */
export class DigestUsers {
  /** Hash by realm and user. */
  private readonly hashes = new Map<string, ReadonlyMap<string, string>>();

  /** @throws HtdigestError for a line that is none */
  constructor(text: string) {
    for (const [i, line] of text.split(/\r?\n/).entries()) {
      if (line.trim() === '' || line.startsWith('#')) continue;
      const m = LINE.exec(line);
      if (!m || !isRealm(m[2]!)) {
        throw new HtdigestError(
          `line ${i + 1} of .htdigest is not user:${REALM}:hash or user:${REALM}.RN:hash`,
        );
      }
      const [, user, realm, hash] = m as unknown as [string, string, string, string];
      this.hashes.set(realm, new Map([...(this.hashes.get(realm) ?? []), [user, hash.toLowerCase()]]));
    }
  }

  /**
   * Reads the file; null when there is none.
   * @throws HtdigestError
   */
  static async open(file: string): Promise<DigestUsers | null> {
    const text = await fs.readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    return text === null ? null : new DigestUsers(text);
  }

  /** The realm that a register belongs to; without a name the one of all others. */
  realmOf(rn: string | null): string {
    const own = `${REALM}.${rn}`;
    return rn !== null && this.hashes.has(own) ? own : REALM;
  }

  /** Some registers have users of their own. */
  get isByRegister(): boolean {
    return [...this.hashes.keys()].some((realm) => realm !== REALM);
  }

  /** MD5 over `user:realm:password` in hex; null for somebody unknown. */
  hashOf(user: string, realm: string): string | null {
    return this.hashes.get(realm)?.get(user) ?? null;
  }
}

function isRealm(realm: string): boolean {
  return realm === REALM || (realm.startsWith(`${REALM}.`) && realm.length > REALM.length + 1);
}
