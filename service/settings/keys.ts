/**
 * Signing keys at rest: private parts under `gbl/keys`, sealed with the key of the
 * vault, public parts under `cer/<serial>.pem` for everybody. The installation's own
 * keys lie in the folder itself, those of a partner in a folder of its own.
 *
 * A key that lies there as PEM, from a version before or because somebody put it
 * there, is taken in at the start: the PEM goes when the sealed key was read back.
 */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { keepAside, writeDurably } from './durable-file.ts';
import type { Sealer } from './vault.ts';

/** A key pair with its version. */
export interface StoredKey {
  version: number;
  serial: string;
  privateKey: KeyObject;
  test: boolean;
}

/** The text is no key that can sign receipts; the message says why. */
export class KeyError extends Error {}

/** The law fixes RSA with 1024 bits (Despacho 8632/2014): the hash field has 172 characters. */
const KEY_BITS = 1024;
const KEY_FILE = /^(\d{1,6})(\.test)?\.(sealed|pem)$/;
/** What a crash of a version before has left of a key. */
const LEFT_OVER = /^\d{1,6}(\.test)?\.pem\.tmp$/;

/** The keys of one folder, by version. */
export class Keys {
  private readonly secretFolder: string;
  private readonly publicFolder: string;
  private readonly sealer: Sealer;
  private keys: StoredKey[] = [];
  /** The highest version of a test key that cannot be opened: no other key may have it. */
  private lost = 0;
  /** The last import under way; the next one waits for it, so that no version is given twice. */
  private importing: Promise<unknown> = Promise.resolve();

  private constructor(secretFolder: string, publicFolder: string, sealer: Sealer) {
    this.secretFolder = secretFolder;
    this.publicFolder = publicFolder;
    this.sealer = sealer;
  }

  /** Loads the installation's own keys; creates one for test use when there is none that can be opened. */
  static async open(secretFolder: string, publicFolder: string, sealer: Sealer): Promise<Keys> {
    const store = await Keys.load(secretFolder, publicFolder, sealer);
    if (store.keys.length === 0)
      await store.add(
        generateKeyPairSync('rsa', { modulusLength: KEY_BITS }).privateKey,
        store.lost + 1,
        true,
      );
    return store;
  }

  /**
   * Loads the keys of a folder, if any.
   * @throws KeyError when one cannot be read; the message names its file
   */
  static async load(secretFolder: string, publicFolder: string, sealer: Sealer): Promise<Keys> {
    await fs.mkdir(secretFolder, { recursive: true, mode: 0o700 });
    await fs.mkdir(publicFolder, { recursive: true });
    const store = new Keys(secretFolder, publicFolder, sealer);
    for (const file of await fs.readdir(secretFolder)) {
      if (LEFT_OVER.test(file)) await fs.rm(path.join(secretFolder, file));
      if (file.endsWith('.pem') && versionOf(file)) await store.takeIn(file);
    }
    for (const file of await fs.readdir(secretFolder)) {
      const named = versionOf(file);
      if (named && file.endsWith('.sealed')) await store.read(file, named);
    }
    store.keys.sort((a, b) => a.version - b.version);
    // A lost public part is derived again.
    for (const key of store.keys) await store.publish(key);
    return store;
  }

  /** The key of the highest version. The installation's own keys always have one. */
  active(): StoredKey {
    return this.keys[this.keys.length - 1]!;
  }

  /** The keys, lowest version first. */
  get list(): readonly StoredKey[] {
    return this.keys;
  }

  /** The key of a version. */
  version(version: number): StoredKey | undefined {
    return this.keys.find((key) => key.version === version);
  }

  /**
   * Takes over a private key (PEM, PKCS#1 or PKCS#8) as the next version.
   * @throws KeyError when it is unusable, or the one in use already
   */
  async import(pem: string): Promise<StoredKey> {
    const { privateKey, serial } = readPrivateKey(pem, 'the text');
    const imported = this.importing.then(() => {
      if (serial === this.active().serial) throw new KeyError('this key is in use already');
      return this.add(privateKey, this.active().version + 1, false);
    });
    this.importing = imported.catch(() => undefined);
    return imported;
  }

  /**
   * Takes over a private key under a version that its owner has given.
   * @throws KeyError when the version is taken: no key is ever overwritten
   */
  async put(version: number, privateKey: KeyObject): Promise<StoredKey> {
    if (this.version(version)) throw new KeyError(`there is a key of version ${version} already`);
    return this.add(privateKey, version, false);
  }

  private async add(privateKey: KeyObject, version: number, test: boolean): Promise<StoredKey> {
    const key: StoredKey = { ...describe(privateKey), version, test };
    await this.keep(`${version}${test ? '.test' : ''}.sealed`, privateKey);
    await this.publish(key);
    this.keys = [...this.keys, key].sort((a, b) => a.version - b.version);
    return key;
  }

  private async read(file: string, { version, test }: Pick<StoredKey, 'version' | 'test'>): Promise<void> {
    if (this.version(version)) return;
    const pem = await this.opened(file);
    if (pem !== null) this.keys.push({ ...readPrivateKey(pem, file), version, test });
    else if (test) this.lost = Math.max(this.lost, version);
    else {
      const cure = `put vault.key back, or the key itself as ${version}.pem beside it`;
      const place = path.join(this.secretFolder, file);
      throw new KeyError(`${place} cannot be opened with the key of the vault: ${cure}`);
    }
  }

  /** Seals a key that lies there as PEM, and removes the PEM. */
  private async takeIn(file: string): Promise<void> {
    const place = path.join(this.secretFolder, file);
    const { privateKey, serial } = readPrivateKey(await fs.readFile(place, 'utf8'), place);
    const name = file.replace(/pem$/, 'sealed');
    const there = await this.opened(name);
    if (there === null) {
      try {
        // What another vault may open.
        await keepAside(path.join(this.secretFolder, name));
        await this.keep(name, privateKey);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === undefined) throw error;
        // A full disk must not keep a till from selling: the PEM counts until the next start.
        this.keys.push({ privateKey, serial, ...versionOf(file)! });
        return;
      }
    } else if (readPrivateKey(there, name).serial !== serial) {
      throw new KeyError(`${place} is another key than ${name}: a version stands for one key`);
    }
    await fs.rm(place);
  }

  /** Resolves when the sealed key is on disk, and was opened from there. */
  private async keep(file: string, privateKey: KeyObject): Promise<void> {
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const sealed = await this.sealer.seal(this.nameOf(file), pem);
    await writeDurably(path.join(this.secretFolder, file), sealed, 0o600);
    if ((await this.opened(file)) !== pem) throw new Error(`${file} was not written as it should be`);
  }

  /** The PEM of a sealed key; null when it cannot be opened, or there is none. */
  private async opened(file: string): Promise<string | null> {
    const text = await fs.readFile(path.join(this.secretFolder, file), 'utf8').catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    });
    return text === null ? null : this.sealer.unseal(this.nameOf(file), text);
  }

  /** A sealed key is worth nothing under another name, of another partner, or as one that is no test key. */
  private nameOf(file: string): string {
    return `${path.basename(this.secretFolder)}/${file}`;
  }

  private async publish(key: StoredKey): Promise<void> {
    const file = path.join(this.publicFolder, `${key.serial}.pem`);
    const pem = createPublicKey(key.privateKey).export({ type: 'spki', format: 'pem' }).toString();
    const found = await fs.readFile(file, 'utf8').catch(() => null);
    if (found !== pem) await writeDurably(file, pem, 0o644);
  }
}

/** What the name of a key's file says; null for other files. */
function versionOf(file: string): Pick<StoredKey, 'version' | 'test'> | null {
  const m = KEY_FILE.exec(file);
  return m && { version: Number(m[1]), test: m[2] !== undefined };
}

/**
 * Reads a private key that can sign receipts (PEM, PKCS#1 or PKCS#8), and its serial.
 * @param what what to call it in the message when it is no usable key
 * @throws KeyError
 */
export function readPrivateKey(pem: string, what: string): { privateKey: KeyObject; serial: string } {
  let key: KeyObject;
  try {
    key = createPrivateKey(pem);
  } catch {
    throw new KeyError(`${what} is not a private key in PEM format (PKCS#1 or PKCS#8, without a password)`);
  }
  if (key.asymmetricKeyType !== 'rsa' || key.asymmetricKeyDetails?.modulusLength !== KEY_BITS) {
    throw new KeyError(`${what} must be an RSA key with ${KEY_BITS} bits`);
  }
  return describe(key);
}

/** Name of a public key in `cer/`: the start of its SHA-256, 16 hex digits. */
export function serialOf(publicKey: KeyObject): string {
  const der = publicKey.export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(der).digest('hex').slice(0, 16);
}

function describe(privateKey: KeyObject): { serial: string; privateKey: KeyObject } {
  return { serial: serialOf(createPublicKey(privateKey)), privateKey };
}
