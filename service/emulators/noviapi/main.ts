/** Command line of the Novitus printer in small. */
import { runPrinter } from '../pl-printer/main.ts';
import { startEmulator } from './emulator.ts';

await runPrinter({
  ...{ name: 'noviapi', title: 'Novitus printer (NoviApi)', port: 8888 },
  start: (options) => startEmulator(options),
});
