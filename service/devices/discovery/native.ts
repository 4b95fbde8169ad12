/** Devices on USB and serial lines: their processes look for them. */
import { portError } from '../ports/contract.ts';
import { NATIVE, type NativeProcess } from '../ports/native-process.ts';
import type { Finder, FoundDevice } from './contract.ts';

const MOST_LETTERS = 100;

/** @param process in place of that of the service, for tests */
export function nativeFinder(
  connection: 'usb' | 'serial',
  process: NativeProcess = NATIVE[connection],
): Finder {
  return async (signal) => {
    const late = new Promise<never>((_, reject) => {
      const giveUp = () => reject(new Error('no answer in time'));
      if (signal.aborted) giveUp();
      else signal.addEventListener('abort', giveUp, { once: true });
    });
    try {
      const found = await Promise.race([process.list(), late]);
      const kind: FoundDevice['kind'] = connection === 'usb' ? 'printer' : 'unknown';
      return {
        connection,
        devices: found.map((device) => ({ ...device, kind, connection, name: readable(device.name) })),
        fault: null,
      };
    } catch (error) {
      return {
        connection,
        devices: [],
        fault: signal.aborted ? 'silent' : portError(error, connection).fault,
      };
    }
  };
}

/** Whatever a device calls itself, as one short line. */
function readable(name: string): string {
  return name
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, MOST_LETTERS);
}
