/**
 * What all emulators have in common: a server on this machine that answers
 * requests of limited length, and what can go wrong on the way to it.
 */
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

/** What a request is answered with. */
export interface Reply {
  status: number;
  /** Media type. */
  type: string;
  body: string | Buffer;
  headers?: Readonly<Record<string, string>>;
}

/** How to start a server. */
export interface EmulatorServerOptions {
  /** Port on this machine; a free one when left out. */
  port?: number | undefined;
  /** Speaks HTTPS with these keys and certificates in place of HTTP. */
  tls?: ServerOptions | undefined;
  /** Longer bodies are given as null. Bytes. */
  longestBody: number;
  /** Called for each request as soon as it was read. */
  take: (incoming: IncomingMessage, body: Buffer | null) => Taken;
  /** Keeps no process running. */
  background?: boolean | undefined;
  /** Writes an answer in another way than as it is. */
  write?: (response: ServerResponse, reply: Reply) => void;
}

/** A request that was read. */
export interface Taken {
  /** Does what it asks for, in its turn. */
  answer: () => Reply | Promise<Reply>;
  /** Called after the answer. */
  answered?: () => void;
}

/**
 * Where a connection breaks: before the request is looked at, after it was done
 * and before the answer, or in the middle of the answer. `never` is a request that
 * is done and not answered, on a connection that stays open.
 */
export type Break = 'before' | 'after' | 'within' | 'never';

/** What can go wrong between a client and a service. */
export interface Faults {
  /** Breaks off every connection until {@link up}. */
  down(): void;
  up(): void;
  /** Breaks the connections of the next requests off, after it has done what they ask for if nothing else is said. */
  drop(times?: number, where?: Break): void;
  /** Waits so many milliseconds before each answer. */
  slow(ms: number): void;
  /** Lets requests wait, before anything is done, until the returned function is called. */
  hold(): () => void;
  /** Closes all connections, also those that are kept for later requests. */
  dropIdle(): void;
  stop(): Promise<void>;
}

/** A running server. */
export interface EmulatorServer extends Faults {
  /** E.g. `https://localhost:7220`. */
  origin: string;
}

/** Starts a server on 127.0.0.1. */
export async function startServer(options: EmulatorServerOptions): Promise<EmulatorServer> {
  const { tls, port = 0, write = writeReply } = options;
  const open = new Set<Duplex>();
  let isDown = false;
  let drops: { times: number; where: Break } = { times: 0, where: 'after' };
  let delayMs = 0;
  let gate: Promise<void> | null = null;

  const server = tls ? createHttpsServer({ minVersion: 'TLSv1.2', ...tls }) : createHttpServer();
  // Tests close connections themselves.
  server.keepAliveTimeout = 0;
  server.on('connection', (socket: Duplex) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    if (isDown) socket.destroy();
  });
  server.on('request', (incoming: IncomingMessage, response: ServerResponse) => {
    // A client that has gone away is no failure of the emulator.
    handle(incoming, response).catch(() => response.destroy());
  });

  function isDropped(where: Break): boolean {
    if (drops.times === 0 || drops.where !== where) return false;
    drops.times -= 1;
    return true;
  }

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    if (isDropped('before')) {
      incoming.socket.destroy();
      return;
    }
    const taken = options.take(incoming, await bodyOf(incoming, options.longestBody));
    await gate;
    const reply = await taken.answer();
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
    if (isDropped('after')) incoming.socket.destroy();
    else if (isDropped('within')) writeHalf(response, reply);
    else if (!isDropped('never')) write(response, reply);
    taken.answered?.();
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  if (options.background) server.unref();
  const dropIdle = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    origin: `${tls ? 'https' : 'http'}://localhost:${(server.address() as AddressInfo).port}`,
    down: () => {
      isDown = true;
      dropIdle();
    },
    up: () => {
      isDown = false;
    },
    drop: (times = 1, where = 'after') => {
      drops = { times, where };
    },
    slow: (ms) => {
      delayMs = ms;
    },
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      gate = promise;
      return () => {
        gate = null;
        resolve();
      };
    },
    dropIdle,
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      dropIdle();
      await closed;
    },
  };
}

function writeReply(response: ServerResponse, { status, type, body, headers }: Reply): void {
  response.writeHead(status, { 'content-type': type, ...headers }).end(body);
}

function writeHalf(response: ServerResponse, { status, type, body }: Reply): void {
  const bytes = Buffer.from(body);
  response.writeHead(status, { 'content-type': type, 'content-length': bytes.length });
  response.write(bytes.subarray(0, bytes.length / 2), () => response.socket?.destroy());
}

/** The whole body; null when it is too long. */
async function bodyOf(incoming: IncomingMessage, longest: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= longest) chunks.push(chunk);
  }
  return size <= longest ? Buffer.concat(chunks) : null;
}
