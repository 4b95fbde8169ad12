/** Devices on USB, HID and serial lines: their processes look for them. */
import { portError } from '../ports/contract.ts';
import { NATIVE, type NativeProcess } from '../ports/native-process.ts';
import type { Finder, FoundDevice } from './contract.ts';
import { hidDevices } from './hid.ts';
import { readable } from './readable.ts';

/** @param process in place of that of the service, for tests */
export function nativeFinder(
  connection: 'usb' | 'serial' | 'hid',
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
      const described =
        connection === 'hid' ? hidDevices(found) : found.map((device) => ({ ...device, kind }));
      return {
        connection,
        devices: described.map(({ kind, address, name, model, fault }) => ({
          ...{ kind, connection, address, name: readable(name), model, fault },
        })),
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
