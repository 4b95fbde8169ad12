/** An FDM of GKS 1 in small, on a TCP port as a converter of serial lines shows it. */
import net from 'node:net';
import { systemClock, type Clock } from '../../clock.ts';
import { ACK, frameOf, FrameReader, NACK } from '../../devices/fdm/serial/frame.ts';
import { EmulatedSerialFdm, type Conditions, type SignedTicket } from './module.ts';

/** How to start an emulator. */
export interface EmulatorOptions {
  port?: number;
  clock?: Clock;
  id?: string;
  /** Keeps no process running. */
  background?: boolean;
}

/** What goes wrong on the line; each is used up by one exchange. */
export interface Fault {
  /** The line breaks after so many bytes of the request. */
  cutRequest?: number;
  /** The line breaks after so many bytes of what comes back, ACK included. */
  cutAnswer?: number;
  /** The request is done, and nothing comes back. */
  isSilent?: boolean;
  /** Nothing is done, and NACK comes back. */
  isNacked?: boolean;
  /** The check byte of the answer is wrong. */
  isSpoilt?: boolean;
}

/** A running emulator. */
export interface Emulator {
  port: number;
  /** As registers name it. */
  address: string;
  conditions: Conditions;
  readonly tickets: readonly SignedTicket[];
  /** What goes wrong with the next exchanges, in their order; null for nothing. */
  faults: (Fault | null)[];
  /** Answers that were taken by ACK. */
  readonly acknowledged: number;
  stop(): Promise<void>;
}

const ID = 'FDM01234567';

/** Starts an emulator on 127.0.0.1. */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const { clock = systemClock, id = ID, port = 0 } = options;
  const fdm = new EmulatedSerialFdm(id, clock);
  const open = new Set<net.Socket>();
  let acknowledged = 0;
  const faults: (Fault | null)[] = [];
  const server = net.createServer((socket) => {
    open.add(socket);
    socket.setNoDelay();
    socket.on('error', () => undefined);
    socket.on('close', () => open.delete(socket));
    const reader = new FrameReader();
    let taken = 0;
    socket.on('data', (bytes) => {
      const cut = faults[0]?.cutRequest;
      taken += bytes.length;
      if (cut !== undefined && taken > cut) {
        faults.shift();
        socket.destroy();
        return;
      }
      for (const heard of reader.push(bytes)) {
        if (heard === 'ack') acknowledged++;
        else if (heard === 'spoilt') socket.write(Uint8Array.of(NACK));
        else if (heard !== 'nack') {
          taken = 0;
          exchange(socket, heard.text);
        }
      }
    });
  });

  function exchange(socket: net.Socket, message: string): void {
    const { cutAnswer, isSilent, isNacked, isSpoilt } = faults.shift() ?? {};
    if (isNacked) {
      socket.write(Uint8Array.of(NACK));
      return;
    }
    const frame = frameOf(fdm.answer(message));
    if (isSpoilt) frame[frame.length - 1]! ^= 1;
    if (isSilent) return;
    const whole = Buffer.concat([Uint8Array.of(ACK), frame]);
    if (cutAnswer === undefined) socket.write(whole);
    else socket.write(whole.subarray(0, cutAnswer), () => socket.destroy());
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  if (options.background) server.unref();
  const at = (server.address() as net.AddressInfo).port;
  return {
    ...{ port: at, address: `127.0.0.1:${at}`, conditions: fdm.conditions, tickets: fdm.tickets, faults },
    get acknowledged() {
      return acknowledged;
    },
    stop() {
      for (const socket of open) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
