/**
 * Secrets and settings that countries keep for the whole installation, e.g. the
 * access to an authority's web service: `gbl/vault.json`, encrypted.
 *
 * Each value is AES-256-GCM under the random key in `gbl/vault.key`, with a
 * nonce of its own and its name as additional data, so that no value can stand
 * in another one's place. This protects copies without the key file: a settings
 * file sent to support, a backup without `vault.key`, screenshots. It does not
 * protect against somebody who can read both files.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Log } from '../log.ts';
import type { Json } from '../receipt/json.ts';
import { keepAside, writeDurably } from './durable-file.ts';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
/** A shorter tag would be easier to forge; Node takes any length unless told. */
const TAG = { authTagLength: 16 };

/** A value as it stands in the file, each part in Base64. */
interface Sealed {
  nonce: string;
  data: string;
  tag: string;
}

/** The vault of the countries' contract, in two files of a folder. */
export class FileVault {
  private readonly file: string;
  private readonly keyFile: string;
  /** Null until the first write makes one. */
  private key: Buffer | null = null;
  /** Values as JSON texts: callers get copies that they may change. */
  private texts: ReadonlyMap<string, string> = new Map();
  /** Files that hold what could not be read, to be kept before they are written again. */
  private readonly damaged = new Set<string>();
  /** The last write under way; the next one waits for it. */
  private writing: Promise<unknown> = Promise.resolve();

  private constructor(folder: string) {
    this.file = path.join(folder, 'vault.json');
    this.keyFile = path.join(folder, 'vault.key');
  }

  /**
   * Reads the vault of a folder; a missing one is empty. What cannot be read
   * counts as missing and is logged by name: selling goes on without it.
   */
  static async open(folder: string, log: Log): Promise<FileVault> {
    const vault = new FileVault(folder);
    await vault.readKey(log);
    await vault.readValues(log);
    return vault;
  }

  /** A copy of a value; undefined when there is none. */
  get(name: string): Json | undefined {
    const text = this.texts.get(name);
    return text === undefined ? undefined : (JSON.parse(text) as Json);
  }

  /** Resolves when the value is on disk, and only then it can be read; null removes it. */
  async set(name: string, value: Json): Promise<void> {
    // The value of this moment counts, whatever becomes of the object while the write waits.
    const text = JSON.stringify(value);
    const written = this.writing.then(async () => {
      const texts = new Map(this.texts);
      if (value === null) texts.delete(name);
      else texts.set(name, text);
      await this.write(texts);
      this.texts = texts;
    });
    this.writing = written.catch(() => undefined);
    return written;
  }

  private async readKey(log: Log): Promise<void> {
    const text = await this.read(this.keyFile, log);
    if (text === null) return;
    const key = Buffer.from(text, 'base64');
    if (key.length === KEY_BYTES) this.key = key;
    else {
      this.damaged.add(this.keyFile);
      log.error(`${this.keyFile} is damaged`);
    }
  }

  private async readValues(log: Log): Promise<void> {
    const text = await this.read(this.file, log);
    if (text === null) return;
    let content: unknown;
    try {
      content = JSON.parse(text);
    } catch {
      content = null;
    }
    if (typeof content !== 'object' || content === null || Array.isArray(content)) {
      this.damaged.add(this.file);
      log.error(`${this.file} is damaged`);
      return;
    }
    const texts = new Map<string, string>();
    for (const [name, sealed] of Object.entries(content)) {
      const value = this.key && unseal(name, sealed as Sealed, this.key);
      if (value !== null) texts.set(name, value);
      else {
        this.damaged.add(this.file);
        log.error(`${this.file}: ${JSON.stringify(name)} cannot be read and counts as missing`);
      }
    }
    this.texts = texts;
  }

  /** Text of a file; null when it is missing or cannot be read. */
  private async read(file: string, log: Log): Promise<string | null> {
    try {
      return await fs.readFile(file, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
        this.damaged.add(file);
        log.error(`${file} cannot be read`, error);
      }
      return null;
    }
  }

  private async write(texts: ReadonlyMap<string, string>): Promise<void> {
    for (const file of this.damaged) {
      await keepAside(file);
      this.damaged.delete(file);
    }
    const key = this.key ?? randomBytes(KEY_BYTES);
    if (!this.key) {
      await writeDurably(this.keyFile, `${key.toString('base64')}\n`, 0o600);
      this.key = key;
    }
    const sealed = Object.fromEntries([...texts].map(([name, text]) => [name, seal(name, text, key)]));
    await writeDurably(this.file, `${JSON.stringify(sealed, null, 2)}\n`, 0o600);
  }
}

function seal(name: string, text: string, key: Buffer): Sealed {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, TAG).setAAD(Buffer.from(name));
  const data = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return {
    nonce: nonce.toString('base64'),
    data: data.toString('base64'),
    tag: cipher.getAuthTag().toString('base64'),
  };
}

/** The text of a value; null when it was changed, moved, made under another key, or is no sealed value. */
function unseal(name: string, sealed: Sealed, key: Buffer): string | null {
  try {
    const { nonce, data, tag } = sealed;
    const decipher = createDecipheriv(CIPHER, key, Buffer.from(nonce, 'base64'), TAG)
      .setAAD(Buffer.from(name))
      .setAuthTag(Buffer.from(tag, 'base64'));
    return Buffer.concat([decipher.update(data, 'base64'), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
