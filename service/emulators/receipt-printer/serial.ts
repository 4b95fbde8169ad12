/** An emulated printer on a line that is there already: a serial line, a pseudo-terminal. */
import type { OpenPort, PortError } from '../../devices/ports/contract.ts';
import type { EmulatedPrinter } from './printer.ts';

/** A printer on a line. */
export interface ConnectedPrinter {
  /** Settles when the line is gone; null when it was closed from here. */
  ended: Promise<PortError | null>;
  close(): Promise<void>;
}

/**
 * Takes what comes on a line for a printer, and sends its answers. It cannot say
 * "wait": what comes while it does not print is kept, however much it is.
 * @throws PortError
 */
export async function connect(printer: EmulatedPrinter, open: OpenPort): Promise<ConnectedPrinter> {
  const port = await open(new AbortController().signal);
  let turn: Promise<unknown> = Promise.resolve();
  const send = (bytes: Uint8Array) => {
    // A lost line is told by `ended`.
    if (printer.isReachable) turn = turn.then(() => port.write(bytes)).catch(() => undefined);
  };
  printer.on('sent', send);
  port.receive((bytes) => {
    if (printer.isReachable) printer.receive(bytes);
  });
  return {
    ended: port.ended,
    async close() {
      printer.off('sent', send);
      await turn;
      await port.close();
    },
  };
}
