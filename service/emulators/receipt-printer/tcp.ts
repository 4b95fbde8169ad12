/** An emulated printer on the network: port 9100, one connection at a time, as most have it. */
import net from 'node:net';
import type { EmulatedPrinter } from './printer.ts';

/** A printer that listens. */
export interface ListeningPrinter {
  port: number;
  close(): Promise<void>;
}

/** @param port 0 for any */
export async function listen(
  printer: EmulatedPrinter,
  port = 0,
  host = '127.0.0.1',
): Promise<ListeningPrinter> {
  let current: net.Socket | null = null;
  const server = net.createServer((socket) => {
    if (current !== null || !printer.isReachable) {
      socket.destroy();
      return;
    }
    current = socket;
    socket.setNoDelay();
    socket.on('error', () => undefined);
    const send = (bytes: Uint8Array) => void socket.write(bytes);
    const onReachable = (is: boolean) => {
      if (!is) socket.destroy();
    };
    const onTaken = () => void socket.resume();
    printer.on('sent', send).on('reachable', onReachable).on('taken', onTaken);
    socket.on('data', (bytes) => {
      printer.receive(bytes);
      if (!printer.takes) socket.pause();
    });
    socket.on('close', () => {
      printer.off('sent', send).off('reachable', onReachable).off('taken', onTaken);
      current = null;
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as net.AddressInfo).port,
    close() {
      current?.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
