/**
 * Secrets and settings that countries keep for the whole installation, e.g. the
 * access to an authority's web service: `gbl/vault.json`, encrypted.
 *
 * Each value is AES-256-GCM under the random key in `gbl/vault.key`, with a
 * nonce of its own and its name as additional data, so that no value can stand
 * in another one's place. This protects copies without the key file: a settings
 * file sent to support, a backup without `vault.key`, screenshots. It does not
 * protect against somebody who can read both files, unless the system keeps what
 * opens the key (`vault-key.ts`). Texts with files of their own, such as signing
 * keys, are sealed with the same key.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Log } from '../log.ts';
import type { Json } from '../receipt/json.ts';
import { keepAside, writeDurably } from './durable-file.ts';
import { seal, unseal } from './seal.ts';
import { newKey, readKey, systemSecret, writeKey } from './vault-key.ts';

/** What seals texts that lie in files of their own. */
export interface Sealer {
  /** The text as it may lie on disk; resolves when what opens it is on disk. */
  seal(name: string, text: string): Promise<string>;
  /** The text of what {@link seal} made under this name; null when it cannot be opened. */
  unseal(name: string, sealed: string): string | null;
}

/** Apart from the names of values. */
const sealedName = (name: string) => `file ${name}`;

/** The vault of the countries' contract, in two files of a folder. */
export class FileVault implements Sealer {
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

  private readonly system: Buffer | null;
  /** The key lies open, though the system has a secret to seal it with. */
  private isOpen = false;

  private constructor(folder: string, system: Buffer | null) {
    this.system = system;
    this.file = path.join(folder, 'vault.json');
    this.keyFile = path.join(folder, 'vault.key');
  }

  /**
   * Reads the vault of a folder; a missing one is empty. What cannot be read
   * counts as missing and is logged by name: selling goes on without it.
   * @param system the secret that the system hands the service; null where it has none
   */
  static async open(folder: string, log: Log, system: Buffer | null = systemSecret()): Promise<FileVault> {
    const vault = new FileVault(folder, system);
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

  /** Seals the key with the secret of the system, if that came later than the key. */
  async bind(): Promise<void> {
    if (!this.isOpen || !this.key) return;
    await writeKey(this.keyFile, this.key, this.system);
    this.isOpen = false;
  }

  async seal(name: string, text: string): Promise<string> {
    const key = this.writing.then(() => this.ownKey());
    this.writing = key.catch(() => undefined);
    return `${JSON.stringify(seal(sealedName(name), text, await key))}\n`;
  }

  unseal(name: string, sealed: string): string | null {
    try {
      return this.key && unseal(sealedName(name), JSON.parse(sealed), this.key);
    } catch {
      return null;
    }
  }

  private async readKey(log: Log): Promise<void> {
    const text = await this.read(this.keyFile, log);
    if (text === null) return;
    const read = readKey(text, this.system);
    if ('problem' in read) {
      this.damaged.add(this.keyFile);
      log.error(`${this.keyFile} ${read.problem}`);
      return;
    }
    this.key = read.key;
    this.isOpen = read.isPlain && this.system !== null;
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
      const value = this.key && unseal(name, sealed, this.key);
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
    const key = await this.ownKey();
    const sealed = Object.fromEntries([...texts].map(([name, text]) => [name, seal(name, text, key)]));
    await writeDurably(this.file, `${JSON.stringify(sealed, null, 2)}\n`, 0o600);
  }

  /** The key, made when there is none yet; what could not be read is kept first. */
  private async ownKey(): Promise<Buffer> {
    for (const file of this.damaged) {
      await keepAside(file);
      this.damaged.delete(file);
    }
    if (!this.key) {
      const key = newKey();
      await writeKey(this.keyFile, key, this.system);
      this.key = key;
    }
    return this.key;
  }
}
