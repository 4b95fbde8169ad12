/** Serial lines over the package `serialport` (13), inside their process. */
import { createRequire } from 'node:module';
import { access, realpath } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { PortError, type PortFault } from './contract.ts';
import type { NativeAddress, NativeDriver, NativeEvents, NativePort } from './native-messages.ts';

/** Between two looks whether the line is still there: some drivers never say that it has gone, ms. */
const LOOK_MS = 2000;
/** Pieces of what is sent, and how long one may be to go out whatever DSR says. */
const CHUNK = 256;
const SHORT = 64;
const READY_PAUSE_MS = 20;

interface SerialPort {
  on(event: 'data', listener: (bytes: Buffer) => void): void;
  on(event: 'error' | 'close', listener: (error?: Error | null) => void): void;
  open(done: (error: Error | null) => void): void;
  write(bytes: Buffer, done: (error?: Error | null) => void): void;
  drain(done: (error?: Error | null) => void): void;
  get(done: (error: Error | null, lines?: { dsr: boolean }) => void): void;
  close(done: (error?: Error | null) => void): void;
}

interface SerialModule {
  SerialPort: (new (options: object) => SerialPort) & {
    list(): Promise<
      { path: string; manufacturer?: string; serialNumber?: string; pnpId?: string; vendorId?: string }[]
    >;
  };
}

/** Loads the package. @param module in its place, for tests @throws Error with the reason for people */
export async function loadSerial(module?: string): Promise<NativeDriver> {
  let loaded: SerialModule;
  try {
    loaded =
      module === undefined
        ? (createRequire(import.meta.url)('serialport') as SerialModule)
        : ((await import(module)) as SerialModule);
  } catch (error) {
    throw new Error(`the package serialport cannot be loaded: ${(error as Error).message.split('\n')[0]}`);
  }
  return {
    list: async () => {
      const lines = (await loaded.SerialPort.list()).filter(
        ({ path, vendorId }) => vendorId ?? /^COM/i.test(path),
      );
      return Promise.all(
        lines.map(async ({ path, manufacturer = '', pnpId }) => ({
          address: await lasting(path, pnpId),
          name: manufacturer,
          model: null,
          fault: await accessFault(path),
        })),
      );
    },
    open: (address, events) => openLine(loaded, address, events),
  };
}

/** The name that stays after replugging, where Linux gives one. */
async function lasting(path: string, pnpId: string | undefined): Promise<string> {
  const name = `/dev/serial/by-id/${pnpId}`;
  if (process.platform !== 'linux' || !pnpId || name.includes(':')) return path;
  return (await realpath(name).catch(() => null)) === path ? name : path;
}

async function accessFault(path: string): Promise<PortFault | null> {
  if (process.platform === 'win32') return null;
  return access(path, 6).then(
    () => null,
    () => 'rights' as const,
  );
}

async function openLine(
  { SerialPort }: SerialModule,
  address: NativeAddress,
  events: NativeEvents,
): Promise<NativePort> {
  if (address.kind !== 'serial') throw new PortError('unsupported', 'no serial address');
  const { path, speed, flow } = address;
  const port = new SerialPort({
    path,
    baudRate: speed,
    autoOpen: false,
    rtscts: flow === 'rts',
    xon: flow === 'xon',
    xoff: flow === 'xon',
  });
  let isOpen = true;
  const end = (text: string) => {
    if (!isOpen) return;
    isOpen = false;
    events.ended('lost', `${path}: ${text}`);
  };
  port.on('error', (error) => end(error?.message ?? 'error'));
  port.on('data', (bytes) => events.received(Uint8Array.from(bytes)));
  await settled((done) => port.open(done), path);
  port.on('close', () => end('disconnected'));
  const lines = () =>
    new Promise<{ dsr: boolean } | Error>((resolve) => port.get((error, got) => resolve(error ?? got!)));
  const first = await lines();
  // A printer whose DSR is not connected must not be waited for.
  const minds = flow === 'none' && 'dsr' in first && first.dsr;
  const look = setInterval(() => {
    void (first instanceof Error ? access(path).catch((error: Error) => error) : lines()).then(
      (got) => got instanceof Error && end(got.message),
    );
  }, LOOK_MS);
  const ready = async () => {
    while (isOpen && minds) {
      const now = await lines();
      if (now instanceof Error || now.dsr) return;
      await pause(READY_PAUSE_MS);
    }
  };
  return {
    async write(bytes) {
      for (let at = 0; at < bytes.length; at += CHUNK) {
        if (bytes.length > SHORT) await ready();
        if (!isOpen) throw new PortError('lost', `${path}: closed`);
        const piece = Buffer.from(bytes.subarray(at, at + CHUNK));
        await settled((done) => port.write(piece, done), path);
        await settled((done) => port.drain(done), path);
      }
    },
    async close() {
      isOpen = false;
      clearInterval(look);
      await settled((done) => port.close(done), path).catch(() => undefined);
    },
  };
}

function settled(work: (done: (error?: Error | null) => void) => void, path: string): Promise<void> {
  return new Promise((resolve, reject) =>
    work((error) =>
      error ? reject(new PortError(faultOf(error.message), `${path}: ${error.message}`)) : resolve(),
    ),
  );
}

function faultOf(message: string): PortFault {
  if (/permission|access denied|EACCES/i.test(message)) return 'rights';
  if (/lock|busy/i.test(message)) return 'busy';
  return /no such|not found|ENOENT/i.test(message) ? 'absent' : 'lost';
}
