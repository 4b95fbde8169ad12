/** Displays that share the line of a receipt printer: `ESC =` says who listens. */
import type { OpenPort } from '../ports/contract.ts';

const ESC = 0x1b;
const PRINTER = [ESC, 0x3d, 1];
const DISPLAY = [ESC, 0x3d, 2];

/** Bytes that only the display takes; afterwards the printer listens again. */
export function throughPrinter(bytes: Uint8Array): Uint8Array {
  return Uint8Array.of(...DISPLAY, ...bytes, ...PRINTER);
}

/** Lets the printer listen as soon as its port is open: a crash may have left the display selected. */
export function selecting(open: OpenPort): OpenPort {
  return async (signal) => {
    const port = await open(signal);
    try {
      await port.write(Uint8Array.from(PRINTER));
    } catch (error) {
      await port.close();
      throw error;
    }
    return port;
  };
}
