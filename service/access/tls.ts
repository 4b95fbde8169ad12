/**
 * HTTPS (doc 2, Authentication): `cer/ssl.pfx` with an empty password is the server's
 * identity, with its intermediate certificates. Client certificates in `cer/client`
 * are a list of who may connect; one called `ca*.pem` admits all that it has issued.
 */
import { constants, X509Certificate } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { createSecureContext, TLSSocket, type SecureContext, type TlsOptions } from 'node:tls';
import type { SteadyClock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Identity } from './identity.ts';
import { failureOf, Refusals } from './refusals.ts';

/** Identity or client certificates cannot be used: serving without them would be worse than not starting. */
export class TlsError extends Error {}

/** How connections are secured. */
export interface Tls {
  options: TlsOptions;
  identity: Identity;
  /** Whether a client may talk to the service; asked for each connection and each request. The log names who may not. */
  admits(socket: TLSSocket): boolean;
  /** Told of a handshake that came to nothing. @param address of the client */
  failed(error: Error, address: string | undefined): void;
  /** Whether a connection should end with its next answer, so that all of its certificates are checked again. */
  isOld(socket: TLSSocket): boolean;
}

const CERTIFICATE_FILE = /\.(?:pem|crt|cer|der)$/i;
const CA_FILE = /^ca.*\.pem$/i;
/** A certificate in between, which only a handshake shows, is heeded so long after its end. */
const OLD_MS = 3600_000;

/**
 * Reads identity and client certificates.
 * @param cer folder of certificates
 * @returns null when the service speaks plain HTTP
 * @param told who is refused, and why, goes there
 * @throws TlsError
 */
export async function openTls(cer: string, clock: SteadyClock, told: Pick<Log, 'warn'>): Promise<Tls | null> {
  const file = path.join(cer, 'ssl.pfx');
  const pfx = await orMissing(fs.readFile(file));
  const clients = await readClients(path.join(cer, 'client'));
  if (pfx === null) {
    if (clients === null) return null;
    throw new TlsError(
      `${path.join(cer, 'client')} holds client certificates, which need HTTPS: put the server's identity into ${file}`,
    );
  }
  const identity = { file, until: untilOf(contextOf(pfx, file)) };
  const options: TlsOptions = { pfx, passphrase: '', minVersion: 'TLSv1.2' };
  const refusals = new Refusals(clock, told);
  const failed = (error: Error, address: string | undefined) => {
    const why = failureOf(error);
    if (why !== null) refusals.tell(address, why);
  };
  if (clients === null) return { options, identity, failed, admits: () => true, isOld: () => false };
  const door = new ClientDoor(clients, clock);
  return {
    options: {
      ...options,
      requestCert: true,
      // Decided in admits: a certificate of the list need not be issued by anybody.
      rejectUnauthorized: false,
      ca: clients.authorities,
      // A connection that goes on with an earlier one's keys would show no certificates.
      secureOptions: constants.SSL_OP_NO_TICKET,
    },
    identity,
    failed,
    admits: (socket) => {
      const why = door.refusal(socket);
      if (why !== null) refusals.tell(socket.remoteAddress, why);
      return why === null;
    },
    isOld: (socket) => door.isOld(socket),
  };
}

function contextOf(pfx: Buffer, file: string): SecureContext {
  try {
    return createSecureContext({ pfx, passphrase: '' });
  } catch (error) {
    throw new TlsError(
      `${file} cannot be used (${(error as Error).message}): it must be PKCS#12 with an empty password, encrypted with AES`,
    );
  }
}

/** End of the server's own certificate: a connection that leads nowhere shows it. */
function untilOf(secureContext: SecureContext): number {
  const socket = new TLSSocket(new PassThrough(), { isServer: true, secureContext });
  const certificate = socket.getX509Certificate();
  socket.destroy();
  return certificate?.validToDate.getTime() ?? Infinity;
}

/** Lets clients in by their certificates. */
class ClientDoor {
  private readonly clients: Clients;
  private readonly clock: SteadyClock;
  private readonly connections = new WeakMap<TLSSocket, Connection>();

  constructor(clients: Clients, clock: SteadyClock) {
    this.clients = clients;
    this.clock = clock;
  }

  /** Why a client is not let in; null where it is. A certificate must be in force with each request: connections are kept for days. */
  refusal(socket: TLSSocket): string | null {
    const { certificate, isKnown, from, until } = this.connection(socket);
    if (certificate === null) return 'it shows no client certificate';
    const now = this.clock.now();
    const { validFrom, validTo } = certificate;
    const subject = certificate.subject.replace(/\s+/g, ' ').slice(0, 200);
    if (from > now || now > until) {
      return `its client certificate is not in force (${subject}, ${validFrom} to ${validTo})`;
    }
    return isKnown
      ? null
      : `its client certificate (${subject}) is not in cer/client, nor issued by an authority there`;
  }

  isOld(socket: TLSSocket): boolean {
    return this.clock.elapsed() - this.connection(socket).began > OLD_MS;
  }

  private connection(socket: TLSSocket): Connection {
    const before = this.connections.get(socket);
    if (before) return before;
    const { authorities, known } = this.clients;
    const certificate = socket.getPeerX509Certificate() ?? null;
    const connection = {
      certificate,
      isKnown:
        (authorities.length > 0 && socket.authorized) ||
        (certificate !== null && known.has(certificate.fingerprint256)),
      from: certificate?.validFromDate.getTime() ?? 0,
      until: certificate?.validToDate.getTime() ?? 0,
      began: this.clock.elapsed(),
    };
    this.connections.set(socket, connection);
    return connection;
  }
}

/** What a handshake has shown. */
interface Connection {
  certificate: X509Certificate | null;
  /** On the list, or issued by an authority of ours. */
  isKnown: boolean;
  /** When the certificate is in force, milliseconds since 1970. */
  from: number;
  until: number;
  /** By {@link SteadyClock.elapsed}. */
  began: number;
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

async function orMissing<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
