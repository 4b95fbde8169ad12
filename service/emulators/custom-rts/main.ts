/** Command line of the RT server of Custom in small. */
import { runFiscalPrinter } from '../fiscal-printer-main.ts';
import { startEmulator } from './emulator.ts';

await runFiscalPrinter('custom-rts', 8083, ({ memory: _forgotten, ...options }) => startEmulator(options));
