/** Queues of the operating system. They are asked for their names only; what hangs on them nobody can tell. */
import { portError } from '../ports/contract.ts';
import { addressText } from '../ports/address.ts';
import type { PrintService } from '../ports/queues/contract.ts';
import { systemQueues } from '../ports/queues/system.ts';
import type { Finder } from './contract.ts';
import { readable } from './readable.ts';

/** Drivers that write files or send mail and faxes print no receipt. */
const NO_PRINTER = /\b(?:pdf|xps|fax|onenote|e-?mail)\b/i;

/** @param service in place of that of the system, for tests */
export function queueFinder(service: () => PrintService = systemQueues): Finder {
  return async (signal) => {
    try {
      const found = await service().queues(signal);
      return {
        connection: 'queue',
        devices: found
          .filter(({ name, about }) => !NO_PRINTER.test(`${name} ${about}`))
          .map(({ name, about, isReady }) => ({
            ...{ kind: 'printer', connection: 'queue', model: null },
            address: addressText({ kind: 'queue', name }),
            name: readable(about === '' ? name : `${name} (${about})`),
            fault: isReady ? null : 'stopped',
          })),
        fault: null,
      };
    } catch (error) {
      return { connection: 'queue', devices: [], fault: portError(error, 'queues').fault };
    }
  };
}
