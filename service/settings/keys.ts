/**
 * Signing keys at rest: private parts under `gbl/keys` (readable by the service
 * only), public parts under `cer/<serial>.pem` for everybody. The installation's
 * own keys lie in the folder itself, those of a partner in a folder of its own.
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
import { writeDurably } from './durable-file.ts';

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
const KEY_FILE = /^(\d{1,6})(\.test)?\.pem$/;

/** The keys of one folder, by version. */
export class Keys {
  private readonly secretFolder: string;
  private readonly publicFolder: string;
  private keys: StoredKey[];
  /** The last import under way; the next one waits for it, so that no version is given twice. */
  private importing: Promise<unknown> = Promise.resolve();

  private constructor(secretFolder: string, publicFolder: string, keys: StoredKey[]) {
    this.secretFolder = secretFolder;
    this.publicFolder = publicFolder;
    this.keys = keys;
  }

  /** Loads the installation's own keys; creates a first one for test use when there is none. */
  static async open(secretFolder: string, publicFolder: string): Promise<Keys> {
    const store = await Keys.load(secretFolder, publicFolder);
    if (store.keys.length === 0)
      await store.add(generateKeyPairSync('rsa', { modulusLength: KEY_BITS }).privateKey, 1, true);
    return store;
  }

  /**
   * Loads the keys of a folder, if any.
   * @throws KeyError when one cannot be read; the message names its file
   */
  static async load(secretFolder: string, publicFolder: string): Promise<Keys> {
    await fs.mkdir(secretFolder, { recursive: true, mode: 0o700 });
    await fs.mkdir(publicFolder, { recursive: true });
    const keys: StoredKey[] = [];
    for (const file of await fs.readdir(secretFolder)) {
      const m = KEY_FILE.exec(file);
      if (!m) continue;
      const place = path.join(secretFolder, file);
      const pem = await fs.readFile(place, 'utf8');
      keys.push({ ...readPrivateKey(pem, place), version: Number(m[1]), test: m[2] !== undefined });
    }
    keys.sort((a, b) => a.version - b.version);
    const store = new Keys(secretFolder, publicFolder, keys);
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
    const file = path.join(this.secretFolder, `${version}${test ? '.test' : ''}.pem`);
    await writeDurably(file, privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), 0o600);
    await this.publish(key);
    this.keys = [...this.keys, key].sort((a, b) => a.version - b.version);
    return key;
  }

  private async publish(key: StoredKey): Promise<void> {
    const file = path.join(this.publicFolder, `${key.serial}.pem`);
    const pem = createPublicKey(key.privateKey).export({ type: 'spki', format: 'pem' }).toString();
    const found = await fs.readFile(file, 'utf8').catch(() => null);
    if (found !== pem) await writeDurably(file, pem, 0o644);
  }
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

/** Serial: the start of the public key's SHA-256, in hex. */
function describe(privateKey: KeyObject): { serial: string; privateKey: KeyObject } {
  const der = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  return { serial: createHash('sha256').update(der).digest('hex').slice(0, 16), privateKey };
}
