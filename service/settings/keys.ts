/**
 * Signing keys at rest: private parts under `gbl/keys` (readable by the service
 * only), public parts under `cer/<serial>.pem` for everybody.
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

/** The keys of a data root; the one with the highest version signs. */
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

  /** Loads the keys; creates a first one for test use when there is none. */
  static async open(secretFolder: string, publicFolder: string): Promise<Keys> {
    await fs.mkdir(secretFolder, { recursive: true, mode: 0o700 });
    await fs.mkdir(publicFolder, { recursive: true });
    const keys: StoredKey[] = [];
    for (const file of await fs.readdir(secretFolder)) {
      const m = KEY_FILE.exec(file);
      if (!m) continue;
      const place = path.join(secretFolder, file);
      const pem = await fs.readFile(place, 'utf8');
      keys.push({ ...describe(readPrivateKey(pem, place)), version: Number(m[1]), test: m[2] !== undefined });
    }
    keys.sort((a, b) => a.version - b.version);
    const store = new Keys(secretFolder, publicFolder, keys);
    if (keys.length === 0)
      await store.add(generateKeyPairSync('rsa', { modulusLength: KEY_BITS }).privateKey, true);
    // A lost public part is derived again.
    for (const key of store.keys) await store.publish(key);
    return store;
  }

  /** The key that signs now. */
  active(): StoredKey {
    return this.keys[this.keys.length - 1]!;
  }

  /**
   * Takes over a private key (PEM, PKCS#1 or PKCS#8) as the next version.
   * @throws KeyError when it is unusable, or the one in use already
   */
  async import(pem: string): Promise<StoredKey> {
    const key = readPrivateKey(pem, 'the text');
    const imported = this.importing.then(() => {
      if (describe(key).serial === this.active().serial) throw new KeyError('this key is in use already');
      return this.add(key, false);
    });
    this.importing = imported.catch(() => undefined);
    return imported;
  }

  private async add(privateKey: KeyObject, test: boolean): Promise<StoredKey> {
    const version = (this.keys.at(-1)?.version ?? 0) + 1;
    const key: StoredKey = { ...describe(privateKey), version, test };
    const file = path.join(this.secretFolder, `${version}${test ? '.test' : ''}.pem`);
    await writeDurably(file, privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), 0o600);
    await this.publish(key);
    this.keys = [...this.keys, key];
    return key;
  }

  private async publish(key: StoredKey): Promise<void> {
    const file = path.join(this.publicFolder, `${key.serial}.pem`);
    const pem = createPublicKey(key.privateKey).export({ type: 'spki', format: 'pem' }).toString();
    const found = await fs.readFile(file, 'utf8').catch(() => null);
    if (found !== pem) await writeDurably(file, pem, 0o644);
  }
}

/** @param what what to call it in the message when it is no usable key */
function readPrivateKey(pem: string, what: string): KeyObject {
  let key: KeyObject;
  try {
    key = createPrivateKey(pem);
  } catch {
    throw new KeyError(`${what} is not a private key in PEM format (PKCS#1 or PKCS#8, without a password)`);
  }
  if (key.asymmetricKeyType !== 'rsa' || key.asymmetricKeyDetails?.modulusLength !== KEY_BITS) {
    throw new KeyError(`${what} must be an RSA key with ${KEY_BITS} bits`);
  }
  return key;
}

/** Serial: the start of the public key's SHA-256, in hex. */
function describe(privateKey: KeyObject): { serial: string; privateKey: KeyObject } {
  const der = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  return { serial: createHash('sha256').update(der).digest('hex').slice(0, 16), privateKey };
}
