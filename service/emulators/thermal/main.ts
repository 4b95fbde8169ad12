/** Command line of the printer with the old protocol in small. */
import { runPrinter } from '../pl-printer/main.ts';
import { startEmulator } from './emulator.ts';

await runPrinter({
  ...{ name: 'thermal', title: 'Printer with the Thermal protocol', port: 6001 },
  start: (options) => startEmulator(options),
});
