/** Command line of the Posnet printer in small. */
import { runPrinter } from '../pl-printer/main.ts';
import { startEmulator } from './emulator.ts';

await runPrinter({
  ...{ name: 'posnet', title: 'Posnet Online printer', port: 6666 },
  start: (options) => startEmulator(options),
});
