/**
 * The key by which this installation shows who it is to others, not for
 * receipts: `gbl/keys/communication.pem`, its certificate beside it there and
 * in `cer/<serial>.pem` for everybody.
 */
import { createPrivateKey, randomUUID, X509Certificate, type KeyObject } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { signPlain } from '../certificates/ecdsa.ts';
import { keepAside, writeDurably } from './durable-file.ts';

/** Life of a token: it is made anew for each use. */
const TOKEN_SECONDS = 300;
/** A certificate is replaced before it ends. */
const LEAST_LIFE_MS = 30 * 24 * 3_600_000;

/** A P-256 key and its certificate, PEM. */
interface Certified {
  key: string;
  certificate: string;
}

/** A key that is ready to be used. */
interface Identity {
  privateKey: KeyObject;
  certificate: X509Certificate;
  /** Serial number of the certificate, small hex; its name in `cer/`. */
  serial: string;
}

/** Where the key lies, and whose it is. */
export interface CommunicationOptions {
  /** Folder of secret keys. */
  secretFolder: string;
  /** Folder of certificates. */
  publicFolder: string;
  /** Identifies the installation. */
  instance: string;
  version: string;
  /** Country of the company, ISO 3166 alpha-2; null while there is none. */
  country: () => Promise<string | null>;
  /** Makes a key with a certificate for a common name, in a country or none, valid for years. */
  make: (commonName: string, country: string | null, now: number) => Certified;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** The communication key of an installation, made when it is first needed. */
export class Communication {
  private readonly options: CommunicationOptions;
  private loaded: Promise<Identity | null> = Promise.resolve(null);

  constructor(options: CommunicationOptions) {
    this.options = options;
  }

  /**
   * A JSON Web Token (RFC 7519) signed with ES256. Claims: `iss` (`tillmark`),
   * `sub` (id of the installation), `ver` (version of the program), `iat`, `exp`
   * (five minutes later), `jti` (new in each); header `kid`: serial of the certificate.
   */
  async token(): Promise<string> {
    const { instance, version, now } = this.options;
    const { privateKey, serial } = await this.identity();
    const iat = Math.floor(now() / 1000);
    const header = { alg: 'ES256', typ: 'JWT', kid: serial };
    const claims = {
      ...{ iss: 'tillmark', sub: instance, ver: version },
      ...{ iat, exp: iat + TOKEN_SECONDS, jti: randomUUID() },
    };
    const input = [header, claims].map((part) => base64url(Buffer.from(JSON.stringify(part)))).join('.');
    return `${input}.${base64url(signPlain(Buffer.from(input), privateKey))}`;
  }

  /** One after the other, so that no two keys are made. */
  private identity(): Promise<Identity> {
    const loaded = this.loaded
      .catch(() => null)
      .then((found) => (found && this.lasts(found) ? found : this.load()));
    this.loaded = loaded;
    return loaded;
  }

  private async load(): Promise<Identity> {
    const { secretFolder, publicFolder, country, make, instance, now } = this.options;
    const file = path.join(secretFolder, 'communication.pem');
    const text = await fs.readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    let found = text === null ? null : read(text);
    if (!found || !this.lasts(found)) {
      if (text !== null && !found) await keepAside(file);
      const { key, certificate } = make(`Tillmark ${instance}`, await country(), now());
      await fs.mkdir(secretFolder, { recursive: true, mode: 0o700 });
      await writeDurably(file, key + certificate, 0o600);
      found = read(key + certificate)!;
    }
    await writeDurably(path.join(publicFolder, `${found.serial}.pem`), found.certificate.toString(), 0o644);
    return found;
  }

  private lasts({ certificate }: Identity): boolean {
    return Date.parse(certificate.validTo) - this.options.now() > LEAST_LIFE_MS;
  }
}

/** Null when the text is no key with its certificate. */
function read(text: string): Identity | null {
  try {
    const privateKey = createPrivateKey(text);
    const certificate = new X509Certificate(text.slice(text.indexOf('-----BEGIN CERTIFICATE-----')));
    if (!certificate.checkPrivateKey(privateKey)) return null;
    return { privateKey, certificate, serial: certificate.serialNumber.toLowerCase() };
  } catch {
    return null;
  }
}

function base64url(bytes: Buffer): string {
  return bytes.toString('base64url');
}
