/** Command line of the fiscal printer of Epson in small. */
import { runFiscalPrinter } from '../fiscal-printer-main.ts';
import { startEmulator } from './emulator.ts';

await runFiscalPrinter('epson-fp', 8081, startEmulator);
