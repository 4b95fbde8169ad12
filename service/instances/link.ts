/**
 * Connections of clients between instances: an instance that stands by hands each connection on to the owner, byte
 * for byte, over TLS with the key that both have. The first line says where the client is, since the owner asks
 * for that: who comes from its own machine may do more.
 */
import net from 'node:net';
import { Transform } from 'node:stream';
import tls from 'node:tls';

const IDENTITY = 'tillmark';
/** With forward secrecy, and no certificates. */
const CIPHERS = 'ECDHE-PSK-CHACHA20-POLY1305:DHE-PSK-AES256-GCM-SHA384';
/** Longest first line; longest time until it is there. */
const [MOST_BYTES, GREETING_MS] = [200, 5000];
/** Says that the first line was read, and that what follows is the client's. */
const READY = '\n';
const CONNECT_MS = 2000;
/** As many as clients may come directly. */
const MOST_CONNECTIONS = 2000;

/** Where other instances reach this one. */
export interface LinkServer {
  /** `host:port`. */
  address: string;
  close(): Promise<void>;
}

/** Where an instance listens for others. */
export interface LinkPlace {
  host: string;
  /** 0 for any free one. */
  port: number;
}

/**
 * Listens for other instances.
 * @param onClient told of each client whose connection is handed on; `remoteAddress` is that of the client
 */
export async function openLink(
  place: LinkPlace,
  key: Buffer,
  onClient: (connection: net.Socket) => void,
): Promise<LinkServer> {
  const open = new Set<net.Socket>();
  const server = tls.createServer(
    {
      ciphers: CIPHERS,
      minVersion: 'TLSv1.2',
      maxVersion: 'TLSv1.2',
      handshakeTimeout: GREETING_MS,
      allowHalfOpen: true,
      pskCallback: (_, identity) => (identity === IDENTITY ? key : null),
    },
    (connection) => greeted(connection, onClient),
  );
  server.maxConnections = MOST_CONNECTIONS;
  server.on('connection', (socket: net.Socket) => {
    open.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => open.delete(socket));
  });
  // A stranger without the key.
  server.on('tlsClientError', (_, socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(place.port, place.host, resolve);
  });
  const { port } = server.address() as net.AddressInfo;
  return {
    address: `${place.host.includes(':') ? `[${place.host}]` : place.host}:${port}`,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}

/** Reads where the client is, and hands the rest over. */
function greeted(connection: tls.TLSSocket, onClient: (connection: net.Socket) => void): void {
  const late = setTimeout(() => connection.destroy(), GREETING_MS);
  let read = Buffer.alloc(0);
  connection.on('error', () => connection.destroy());
  connection.on('close', () => clearTimeout(late));
  const listen = (chunk: Buffer) => {
    read = Buffer.concat([read, chunk]);
    const end = read.indexOf('\n');
    if (end < 0 && read.length <= MOST_BYTES) return;
    clearTimeout(late);
    connection.off('data', listen);
    const address = end < 0 ? '' : read.subarray(0, end).toString('latin1');
    // An empty one only asks whether somebody is here; nothing may stand behind the line before it is answered.
    if (net.isIP(address) === 0 || end + 1 < read.length) {
      if (address === '') connection.resume();
      else connection.destroy();
      return;
    }
    Object.defineProperty(connection, 'remoteAddress', { value: address });
    connection.write(READY);
    onClient(connection);
  };
  connection.on('data', listen);
}

/** Connects to another instance; resolves when both know each other. */
export async function connectLink(
  address: string,
  key: Buffer,
  signal?: AbortSignal,
): Promise<tls.TLSSocket> {
  const { hostname, port } = new URL(`tcp://${address}`);
  const connection = tls.connect({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port),
    ciphers: CIPHERS,
    minVersion: 'TLSv1.2',
    maxVersion: 'TLSv1.2',
    pskCallback: () => ({ psk: key, identity: IDENTITY }),
    // There is no certificate: whoever has the key is the one.
    checkServerIdentity: () => undefined,
  });
  connection.setNoDelay(true);
  connection.on('error', () => connection.destroy());
  const late = setTimeout(() => connection.destroy(), CONNECT_MS);
  await once(connection, 'secureConnect', { signal }).finally(() => clearTimeout(late));
  return connection;
}

/**
 * Announces a client to the owner; nothing of the client was read yet.
 * @param signal gives it up
 * @returns the owner's end, ready for the client's bytes
 */
export async function announce(
  client: net.Socket,
  address: string,
  key: Buffer,
  signal: AbortSignal,
): Promise<net.Socket> {
  const owner = await connectLink(address, key, signal);
  try {
    owner.write(`${client.remoteAddress}\n`);
    // What is sent together with the line would be read with it.
    await once(owner, 'data', { signal });
    owner.pause();
    return owner;
  } catch (error) {
    owner.destroy();
    throw error;
  }
}

/**
 * Joins a client with the owner; what breaks on one side ends on the other.
 * @param mayPass asked before each piece of the client; false ends the connection
 */
export function join(client: net.Socket, owner: net.Socket, mayPass: () => boolean): void {
  owner.on('close', () => client.destroy());
  client.on('close', () => owner.destroy());
  const gate = new Transform({
    transform: (chunk: Buffer, _, done) => (mayPass() ? done(null, chunk) : client.destroy()),
  });
  client.pipe(gate).pipe(owner);
  owner.pipe(client);
}

/** Resolves with an event; rejects when the connection is closed, or given up. */
function once(
  connection: net.Socket,
  event: 'data' | 'secureConnect',
  { signal }: { signal: AbortSignal | undefined },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error('the connection was closed'));
    const giveUp = () => connection.destroy();
    connection.once(event, () => {
      connection.off('close', fail);
      signal?.removeEventListener('abort', giveUp);
      resolve();
    });
    connection.once('close', fail);
    if (signal?.aborted) giveUp();
    signal?.addEventListener('abort', giveUp, { once: true });
  });
}

/** Whether nobody listens at an address whose machine answers: its process has ended. */
export function isDeserted(address: string): Promise<boolean> {
  const { hostname, port } = new URL(`tcp://${address}`);
  return new Promise((resolve) => {
    const probe = net.connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port), timeout: 500 });
    const tell = (is: boolean) => {
      probe.destroy();
      resolve(is);
    };
    probe.on('connect', () => tell(false));
    probe.on('timeout', () => tell(false));
    probe.on('error', ({ code }: NodeJS.ErrnoException) => tell(code === 'ECONNREFUSED'));
  });
}
