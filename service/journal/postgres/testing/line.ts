/** A line to a PostgreSQL that a test can cut. */
import net from 'node:net';
import { onTestFinished } from 'vitest';

/** What becomes of a message that a test waits for. */
export type Fate =
  /** The line breaks, and the server never sees it. */
  | 'lost'
  /** The server does it, and the line breaks before its answer is through. */
  | 'unanswered'
  /** The line breaks, and the server sees it later: when the test says so. */
  | 'late';

/** A line. */
export interface Line {
  /** URL of the server through this line. */
  url: string;
  /**
   * The next message to the server that holds this text has a fate of its own.
   * @param isBlocked nothing comes through behind it
   */
  next(text: string, fate: Fate, isBlocked?: boolean): void;
  /** Hands over what is late; resolves when the server has answered it. */
  deliver(): Promise<void>;
  /** From now on it leads to another server. */
  leadTo(url: string): void;
  /** From now on no connection comes through, or each does again. */
  block(isBlocked: boolean): void;
}

/** Opens a line to the server of a URL. */
export async function openLine(to: string): Promise<Line> {
  const url = new URL(to);
  let target = { host: url.hostname, port: Number(url.port) };
  const sockets = new Set<net.Socket>();
  let waiting: { text: string; fate: Fate; blocks: boolean } | null = null;
  let late: { chunk: Buffer; server: net.Socket } | null = null;
  let isBlocked = false;
  const proxy = net.createServer((client) => {
    const server = net.connect(target);
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
    }
    if (isBlocked) return void [client, server].map((socket) => socket.destroy());
    let swallows = false;
    client.on('data', (chunk: Buffer) => {
      if (!waiting || !chunk.includes(waiting.text)) return void server.write(chunk);
      const { fate, blocks } = waiting;
      waiting = null;
      if (blocks) {
        isBlocked = true;
        for (const socket of sockets) if (socket !== client && socket !== server) socket.destroy();
      }
      if (fate === 'unanswered') {
        swallows = true;
        server.write(chunk);
        return;
      }
      if (fate === 'late') late = { chunk, server };
      else server.destroy();
      client.destroy();
    });
    server.on('data', (chunk: Buffer) => {
      if (swallows) client.destroy();
      else if (!client.destroyed) client.write(chunk);
    });
    client.on('close', () => late?.server !== server && server.end());
    server.on('close', () => client.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    proxy.close();
    for (const socket of sockets) socket.destroy();
  });
  url.hostname = '127.0.0.1';
  url.port = String((proxy.address() as net.AddressInfo).port);
  return {
    url: url.href,
    next: (text, fate, blocks = false) => (waiting = { text, fate, blocks }),
    leadTo(other) {
      const { hostname, port } = new URL(other);
      target = { host: hostname, port: Number(port) };
    },
    async deliver() {
      const { chunk, server } = late!;
      const answered = new Promise((resolve) => server.once('data', resolve));
      server.write(chunk);
      await answered;
      server.end();
    },
    block(blocked) {
      isBlocked = blocked;
      if (!blocked) return;
      for (const socket of sockets) if (socket !== late?.server) socket.destroy();
    },
  };
}
