/** ESC/POS printers that are connected by a port: they answer, or are found to tell nothing. */
import type { OpenPort } from '../ports/contract.ts';
import type { OpenPrinter } from './connected.ts';
import { print } from './print.ts';
import { PrinterSession } from './session.ts';

/** @param hasProcessId it knows process ids (GS ( H), and tells who it is */
export function escPosPrinter(open: OpenPort, hasProcessId: boolean): OpenPrinter {
  return async (signal) => {
    const session = await PrinterSession.open(open, signal);
    return {
      get isSilent() {
        return session.isSilent;
      },
      get status() {
        return session.status;
      },
      ended: session.ended,
      on: (event, listener) => session.on(event, listener),
      refresh: () => session.refresh(),
      // What older and copied ones make of the command is not known (PR56).
      identify: () =>
        hasProcessId && !session.isSilent
          ? session.identify()
          : Promise.resolve({ maker: '', model: '', serial: '' }),
      send: (bytes) => session.send(bytes),
      print: (job, watch, stop) => print(session, { ...job, hasProcessId }, watch, stop),
      next: (stop) => session.next(stop),
      close: () => session.close(),
    };
  };
}
