/** An emulated display on the network, as behind an adapter for serial lines. */
import net from 'node:net';
import type { EmulatedLineDisplay } from './display.ts';

/** A display that listens. */
export interface ListeningDisplay {
  port: number;
  close(): Promise<void>;
}

/** @param port 0 for any */
export async function listenDisplay(display: EmulatedLineDisplay, port = 0): Promise<ListeningDisplay> {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (bytes) => display.receive(bytes));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as net.AddressInfo).port,
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
