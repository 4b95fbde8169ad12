/** Command line of the fiscal printer of Custom in small. */
import { runFiscalPrinter } from '../fiscal-printer-main.ts';
import { startEmulator } from './emulator.ts';

await runFiscalPrinter('custom-fp', 8082, startEmulator);
