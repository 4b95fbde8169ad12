/**
 * HTTPS (doc 2, Authentication): `cer/ssl.pfx` with an empty password is the server's
 * identity, with its intermediate certificates. Client certificates in `cer/client`
 * are a list of who may connect; one called `ca*.pem` admits all that it has issued.
 */
import { X509Certificate } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { createSecureContext, type TLSSocket, type TlsOptions } from 'node:tls';

/** Identity or client certificates cannot be used: serving without them would be worse than not starting. */
export class TlsError extends Error {}

/** How connections are secured. */
export interface Tls {
  options: TlsOptions;
  /** Whether a client may talk to the service. */
  admits(socket: TLSSocket): boolean;
}

const CERTIFICATE_FILE = /\.(?:pem|crt|cer|der)$/i;
const CA_FILE = /^ca.*\.pem$/i;

/**
 * Reads identity and client certificates.
 * @param cer folder of certificates
 * @returns null when the service speaks plain HTTP
 * @throws TlsError
 */
export async function openTls(cer: string): Promise<Tls | null> {
  const file = path.join(cer, 'ssl.pfx');
  const pfx = await orMissing(fs.readFile(file));
  const clients = await readClients(path.join(cer, 'client'));
  if (pfx === null) {
    if (clients === null) return null;
    throw new TlsError(
      `${path.join(cer, 'client')} holds client certificates, which need HTTPS: put the server's identity into ${file}`,
    );
  }
  try {
    createSecureContext({ pfx, passphrase: '' });
  } catch (error) {
    throw new TlsError(
      `${file} cannot be used (${(error as Error).message}): it must be PKCS#12 with an empty password, encrypted with AES`,
    );
  }
  const options: TlsOptions = { pfx, passphrase: '', minVersion: 'TLSv1.2' };
  if (clients === null) return { options, admits: () => true };
  const { authorities, known } = clients;
  return {
    options: {
      ...options,
      requestCert: true,
      // Decided in admits: a certificate of the list need not be issued by anybody.
      rejectUnauthorized: false,
      ca: authorities,
    },
    admits: (socket) => (authorities.length > 0 && socket.authorized) || isKnown(socket, known),
  };
}

interface Clients {
  /** PEM. */
  authorities: string[];
  /** Fingerprints of those that are on the list. */
  known: ReadonlySet<string>;
}

/** Null when there are none. */
async function readClients(folder: string): Promise<Clients | null> {
  const names = ((await orMissing(fs.readdir(folder))) ?? []).filter((name) => CERTIFICATE_FILE.test(name));
  if (names.length === 0) return null;
  const authorities: string[] = [];
  const known = new Set<string>();
  for (const name of names) {
    const certificate = await readCertificate(path.join(folder, name));
    if (CA_FILE.test(name)) authorities.push(certificate.toString());
    else known.add(certificate.fingerprint256);
  }
  return { authorities, known };
}

async function readCertificate(file: string): Promise<X509Certificate> {
  try {
    return new X509Certificate(await fs.readFile(file));
  } catch (error) {
    throw new TlsError(`${file} is no certificate (${(error as Error).message})`);
  }
}

function isKnown(socket: TLSSocket, known: ReadonlySet<string>): boolean {
  const certificate = socket.getPeerX509Certificate();
  if (!certificate || !known.has(certificate.fingerprint256)) return false;
  const now = Date.now();
  return certificate.validFromDate.getTime() <= now && now <= certificate.validToDate.getTime();
}

async function orMissing<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
