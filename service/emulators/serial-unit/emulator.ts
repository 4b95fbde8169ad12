/** A Swedish control unit with a serial line in small, on a TCP port as a converter of serial lines shows it. */
import net from 'node:net';
import { SerialUnit, type Conditions, type Protocol, type Stored } from './unit.ts';

/** How to start an emulator. */
export interface EmulatorOptions {
  protocol: Protocol;
  /** Port on this machine; a free one when left out. */
  port?: number;
  /** Called with each receipt as it is stored. */
  stored?(receipt: Stored): void;
}

/** What becomes of one exchange: the line breaks behind it, nothing or noise comes back, or the unit mishears what was said. */
export type Fault = 'cut' | 'silent' | 'noise' | 'mishears';

/** A running emulator. */
export interface Emulator {
  port: number;
  /** As registers name it. */
  address: string;
  unit: SerialUnit;
  conditions: Conditions;
  readonly stored: readonly Stored[];
  /** What becomes of the next exchanges, in their order; null for nothing. */
  faults: (Fault | null)[];
  stop(): Promise<void>;
}

const LONGEST = 1000;

/** Starts an emulator on 127.0.0.1. */
export async function startEmulator(options: EmulatorOptions): Promise<Emulator> {
  const { protocol, port = 0 } = options;
  const unit = new SerialUnit(protocol);
  const open = new Set<net.Socket>();
  const end = protocol === 'ccsp' ? '\r' : '\r\n';
  const exchange = (line: string): string | null => {
    const fault = running.faults.shift() ?? null;
    const before = unit.stored.length;
    const answer = unit.answer(fault === 'mishears' ? `${line}?` : line);
    for (const receipt of unit.stored.slice(before)) options.stored?.(receipt);
    if (fault === 'cut') return null;
    if (fault === 'silent') return '';
    return fault === 'noise' ? '\u0007#!#0ZZ#\u00FF\r' : answer;
  };
  const server = net.createServer((socket) => {
    open.add(socket);
    let heard = '';
    socket.setNoDelay();
    socket.on('error', () => undefined);
    socket.on('close', () => open.delete(socket));
    socket.on('data', (bytes) => {
      heard += bytes.toString('latin1');
      for (let at = heard.indexOf(end); at >= 0; at = heard.indexOf(end)) {
        const line = heard.slice(0, at);
        heard = heard.slice(at + end.length);
        const answer = exchange(line);
        if (answer === null) socket.destroy();
        else socket.write(Buffer.from(answer, 'latin1'));
      }
      if (heard.length > LONGEST) socket.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const at = (server.address() as net.AddressInfo).port;
  const running: Emulator = {
    ...{
      port: at,
      address: `127.0.0.1:${at}`,
      unit,
      conditions: unit.conditions,
      stored: unit.stored,
      faults: [],
    },
    stop() {
      for (const socket of open) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return running;
}
