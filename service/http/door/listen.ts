/** Listening: addresses of this machine or of the LAN, HTTP or HTTPS, and what slow clients may do. */
import http from 'node:http';
import https from 'node:https';
import net, { isIPv6, type AddressInfo, type Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { isLoopback } from '../../access/caller.ts';
import type { Tls } from '../../access/tls.ts';
import { Connections } from './connections.ts';

/** A server that listens. */
export interface RunningServer {
  /** Where it listens, e.g. `http://localhost:5618`. */
  url: string;
  port: number;
  /** Takes no new requests, lets those in flight finish. */
  close(): Promise<void>;
}

/** Decides where connections go before any of their bytes are read. */
export interface ConnectionHandler {
  /** Takes a connection that came in. */
  accept(connection: Socket): void;
  /** Called once: how a connection is served here. */
  onConnection(serve: (connection: Socket) => void): void;
}

/** How to listen. */
export interface Listening {
  /** Address; undefined for this machine only. */
  host: string | undefined;
  /** 0 for any free one. */
  port: number;
  /** Not over IPv6 (profile attribute `HttpServer_IPv4`). */
  ipv4: boolean;
  /** Null for plain HTTP. */
  tls: Tls | null;
  /** `Strict-Transport-Security` for a request over HTTPS by its `Host`; null for none. */
  strictTransport?(host: string | undefined): string | null;
  /** Whether other machines may connect now; asked for each connection. */
  admitsOthers(): boolean;
  /** Left out where all connections are served here. */
  handler?: ConnectionHandler | undefined;
}

/** Requests that are not finished by then are cut off: a client may never send the rest of its body. */
const CLOSE_MS = 3000;
const IDLE_MS = 50;

const LIMITS = {
  /** Names and values of all headers, bytes. */
  maxHeaderSize: 16_384,
  /** A client that takes longer for its headers, or for a whole request, holds a connection for nothing. */
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 5000,
  /** Longer than tills pause between two customers. */
  keepAliveTimeout: 65_000,
};
/** More tills than a service is made for, each with several. */
const MAX_CONNECTIONS = 2000;

/** Another program uses the port. */
export class PortTakenError extends Error {}

/** The machine does not have this address, or does not give this port to us. */
export class CannotListenError extends Error {}

/**
 * Listens on an address. Without one: on this machine only, over IPv4 and, where it
 * exists, IPv6, because clients differ in what `localhost` means to them. On an address
 * of the LAN: on this machine as well.
 * @throws PortTakenError, CannotListenError
 */
export async function listen(app: http.RequestListener, listening: Listening): Promise<RunningServer> {
  const { host, ipv4, tls } = listening;
  const [main, ...others] = addressesOf(host, ipv4);
  const connections = new Connections();
  const first = await listenOn(app, main, listening.port, listening, connections);
  const { port } = first;
  listening.handler?.onConnection((connection) => first.serve(connection));
  const servers = [first];
  for (const address of others) {
    const server = await listenOn(app, address, port, listening, connections).catch((error: unknown) => {
      // No IPv6 here.
      if (!(error instanceof PortTakenError) || listening.port === 0) return null;
      for (const open of servers) void open.end();
      throw error;
    });
    if (server) servers.push(server);
  }
  return {
    url: `${tls ? 'https' : 'http'}://${shownHost(main)}:${port}`,
    port,
    close: async () => {
      const late = setTimeout(() => servers.forEach((s) => s.closeAllConnections()), CLOSE_MS);
      // A client keeps its connection open after the answer; nothing more can come over it.
      const idle = setInterval(() => servers.forEach((s) => s.closeIdleConnections()), IDLE_MS);
      await Promise.all(servers.map((s) => s.end()));
      clearTimeout(late);
      clearInterval(idle);
    },
  };
}

/** True for an address that other machines can reach. */
export function isForOthers(host: string | undefined): boolean {
  return host !== undefined && host !== 'localhost' && !isLoopback(host);
}

function addressesOf(host: string | undefined, ipv4: boolean): [string, ...string[]] {
  if (host === undefined) return ipv4 ? ['127.0.0.1'] : ['127.0.0.1', '::1'];
  return isForOthers(host) && !isWildcard(host) ? [host, '127.0.0.1'] : [host];
}

function isWildcard(host: string): boolean {
  return host === '0.0.0.0' || host === '::';
}

function shownHost(host: string): string {
  if (isWildcard(host) || host === '127.0.0.1') return 'localhost';
  return isIPv6(host) ? `[${host}]` : host;
}

/** What is looked at with each request, however long its connection is kept. */
function secured(app: http.RequestListener, tls: Tls, listening: Listening): http.RequestListener {
  return (request, response) => {
    const socket = request.socket as TLSSocket;
    if (!tls.admits(socket)) {
      socket.destroy();
      return;
    }
    if (tls.isOld(socket)) response.setHeader('connection', 'close');
    const policy = listening.strictTransport?.(request.headers.host) ?? null;
    if (policy !== null) response.setHeader('strict-transport-security', policy);
    app(request, response);
  };
}

function listenOn(
  app: http.RequestListener,
  host: string,
  port: number,
  listening: Listening,
  connections: Connections,
): Promise<Listener> {
  const { tls, handler } = listening;
  return new Promise((resolve, reject) => {
    const server = tls
      ? https.createServer({ ...LIMITS, ...tls.options }, secured(app, tls, listening))
      : http.createServer(LIMITS, app);
    server.maxConnections = MAX_CONNECTIONS;
    server.on('connection', (socket: Socket) => {
      const address = socket.remoteAddress ?? '';
      const isAdmitted = isLoopback(address) || listening.admitsOthers();
      if (!isAdmitted || !connections.admit(address, socket)) socket.destroy();
    });
    /** Where clients are, by the ports of their connections: HTTPS shows only who has handed one on. */
    const addresses = new Map<string, string>();
    server.on('secureConnection', (socket: TLSSocket) => {
      const address = addresses.get(portsOf(socket));
      if (address !== undefined) Object.defineProperty(socket, 'remoteAddress', { value: address });
      if (tls?.admits(socket) === false) socket.destroy();
    });
    server.on('tlsClientError', (error: Error, socket: TLSSocket) => {
      const address = addresses.get(portsOf(socket)) ?? socket.remoteAddress;
      tls?.failed(error, address);
    });
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') reject(new PortTakenError(`port ${port} is taken by another program`));
      else {
        const reason = error.code ?? error.message;
        reject(new CannotListenError(`cannot listen on ${host} port ${port} (${reason})`));
      }
    });
    const front = handler ? frontOf(handler) : server;
    // With this it begins to look after its connections; nobody else tells it, when it does not listen itself.
    if (front !== server) server.emit('listening');
    front.once('error', (error: NodeJS.ErrnoException) => front !== server && server.emit('error', error));
    /** Connections that did not come by the server's own door. */
    const served = new Set<Socket>();
    front.listen(port, host, () =>
      resolve({
        port: (front.address() as AddressInfo).port,
        serve: (connection) => {
          const ports = portsOf(connection);
          served.add(connection);
          addresses.set(ports, connection.remoteAddress ?? '');
          connection.once('close', () => {
            served.delete(connection);
            addresses.delete(ports);
          });
          server.emit('connection', connection);
        },
        closeAllConnections: () => {
          server.closeAllConnections();
          for (const connection of served) connection.destroy();
        },
        closeIdleConnections: () => server.closeIdleConnections(),
        end: async () => {
          if (front !== server) server.close();
          await new Promise((closed) => void front.close(closed));
          await Promise.all([...served].map((one) => new Promise((gone) => one.once('close', gone))));
        },
      }),
    );
  });
}

/** A server at one address. */
interface Listener {
  port: number;
  /** Serves a connection that came in elsewhere. */
  serve(connection: Socket): void;
  closeAllConnections(): void;
  closeIdleConnections(): void;
  /** Takes no new connections; resolves when all are gone. */
  end(): Promise<void>;
}

function portsOf({ localPort, remotePort }: Socket): string {
  return `${localPort} ${remotePort}`;
}

/** As HTTP servers take connections. */
function frontOf(handler: ConnectionHandler): net.Server {
  const front = net.createServer({ allowHalfOpen: true, noDelay: true }, (connection) =>
    handler.accept(connection),
  );
  front.maxConnections = MAX_CONNECTIONS;
  return front;
}
