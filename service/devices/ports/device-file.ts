/** Device files, such as those of USB printers on Linux (`/dev/usb/lp0`): no native code, and they answer. */
import fs from 'node:fs/promises';
import { constants } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { portError, PortError, type OpenPort, type Port } from './contract.ts';
import { Received } from './received.ts';

/** Between two looks at a device that has nothing to say, ms. */
const LOOK_MS = 50;
/** A printer that is out of paper takes nothing more; the system says so by "try again". */
const FULL_MS = 50;

/** Opens a device file. It must be a device: bytes of receipts are not written over files. */
export function devicePort(path: string): OpenPort {
  return async () => {
    let handle: fs.FileHandle;
    try {
      if (!(await fs.stat(path)).isCharacterDevice())
        throw new PortError('unsupported', `${path} is no device`);
      handle = await fs.open(path, constants.O_RDWR | constants.O_NONBLOCK | constants.O_NOCTTY);
    } catch (error) {
      throw portError(error, path);
    }
    return portOver(handle, path);
  };
}

function portOver(handle: fs.FileHandle, path: string): Port {
  const received = new Received();
  const ended = Promise.withResolvers<PortError | null>();
  const stop = new AbortController();
  const reading = read(handle, received, stop.signal).catch((error: unknown) =>
    ended.resolve(portError(error, path)),
  );
  return {
    async write(bytes) {
      for (let at = 0; at < bytes.length;) {
        if (stop.signal.aborted) throw new PortError('lost', `${path}: closed`);
        const written = await attempt(() => handle.write(bytes, at), path);
        if (written) at += written.bytesWritten;
        else await pause(FULL_MS);
      }
    },
    receive: (listener) => received.listen(listener),
    ended: ended.promise,
    async close() {
      stop.abort();
      await reading;
      ended.resolve(null);
      await handle.close().catch(() => undefined);
    },
  };
}

async function read(handle: fs.FileHandle, received: Received, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const buffer = Buffer.alloc(256);
    const found = await attempt(() => handle.read(buffer, 0, buffer.length, null), 'reading');
    if (found && found.bytesRead > 0) received.push(buffer.subarray(0, found.bytesRead));
    else await pause(LOOK_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** Null where the device has to be asked again. */
async function attempt<T>(work: () => Promise<T>, what: string): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return null;
    throw portError(error, what);
  }
}
