/** Devices on the network: a raw TCP connection, as printers take it on port 9100. */
import net from 'node:net';
import { portError, PortError, type OpenPort, type Port } from './contract.ts';
import { Received } from './received.ts';

/** A printer on the same network answers at once or not at all. */
const CONNECT_MS = 3000;
/** A printer may take a while to print what it has; its connection is not waited for any longer. */
const CLOSE_MS = 2000;

/** Opens connections to a host. Most printers take one at a time: close it soon. */
export function tcpPort(host: string, port: number): OpenPort {
  return (signal) => connect(host, port, signal);
}

async function connect(host: string, port: number, signal: AbortSignal): Promise<Port> {
  const what = `${host}:${port}`;
  const socket = net.connect({ host, port, noDelay: true, keepAlive: true });
  const received = new Received();
  socket.on('data', received.push);
  const broken = Promise.withResolvers<PortError | null>();
  let isClosing = false;
  socket.on('error', (error) => broken.resolve(isClosing ? null : portError(error, what)));
  socket.on('close', () => broken.resolve(isClosing ? null : new PortError('lost', `${what}: hung up`)));
  const connected = new Promise<null>((resolve) => socket.once('connect', () => resolve(null)));
  const late = AbortSignal.any([signal, AbortSignal.timeout(CONNECT_MS)]);
  const onLate = () => broken.resolve(new PortError('silent', `${what}: no answer`));
  late.addEventListener('abort', onLate, { once: true });
  if (late.aborted) onLate();
  const failure = await Promise.race([connected, broken.promise]);
  late.removeEventListener('abort', onLate);
  if (failure) {
    socket.destroy();
    throw failure;
  }
  return {
    async write(bytes) {
      const written = new Promise<null>((resolve) => socket.write(bytes, () => resolve(null)));
      const lost = await Promise.race([broken.promise, written]);
      if (lost) throw lost;
      if (socket.destroyed) throw new PortError('lost', `${what}: hung up`);
    },
    receive: (listener) => received.listen(listener),
    ended: broken.promise,
    async close() {
      isClosing = true;
      if (socket.destroyed) return;
      const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
      // Whatever still comes is read away, else the other side's end is never seen.
      socket.resume();
      socket.end();
      const patience = setTimeout(() => socket.destroy(), CLOSE_MS);
      await closed;
      clearTimeout(patience);
    },
  };
}
