/** A line to a server of a test, which can be cut after so many bytes. */
import net from 'node:net';
import { onTestFinished } from 'vitest';

/** A line. */
export interface Line {
  port: number;
  /** Bytes that have gone over it, in whichever direction, since it was whole. */
  readonly used: number;
  /** Cuts it after so many bytes. `once`: what comes behind goes through again; else it stays cut. */
  cutAfter(bytes: number, once?: boolean): void;
  /** It is whole again. */
  mend(): void;
  /** Called with what is said to the server, before it goes there. */
  heard: (text: string) => void;
}

/** Lays a line to a port of this machine; gone after the test. */
export async function lineTo(to: number): Promise<Line> {
  let [left, used] = [Infinity, 0];
  let isOnce = false;
  const open = new Set<net.Socket>();
  const server = net.createServer((near) => {
    if (left <= 0) {
      near.destroy();
      return;
    }
    const far = net.connect(to, '127.0.0.1');
    const pass = (from: net.Socket, target: net.Socket) =>
      from.on('data', (chunk) => {
        if (from === near) line.heard(chunk.toString('latin1'));
        const part = chunk.subarray(0, Math.max(left, 0));
        if (part.length > 0) target.write(part);
        used += part.length;
        left -= chunk.length;
        if (left > 0) return;
        near.end();
        far.end();
        // What was let through arrives before the line is gone.
        setImmediate(() => near.destroy());
        if (isOnce) left = Infinity;
      });
    pass(near, far);
    pass(far, near);
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on('error', () => near.destroy());
      socket.on('close', () => open.delete(socket));
    }
    near.on('close', () => far.end());
    far.on('close', () => near.end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    for (const socket of open) socket.destroy();
  });
  const line: Line = {
    port: (server.address() as net.AddressInfo).port,
    get used() {
      return used;
    },
    cutAfter(bytes, once = false) {
      [left, used, isOnce] = [bytes, 0, once];
    },
    mend() {
      [left, used, isOnce] = [Infinity, 0, false];
    },
    heard: () => undefined,
  };
  return line;
}
