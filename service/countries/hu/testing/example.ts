/** Hungary for the suite of all countries: registers that share an emulated fiscal printer. */
import { onTestFinished } from 'vitest';
import { startEmulator } from '../../../emulators/hu-json/emulator.ts';
import { FiscalPrinters } from '../../../printing/fiscal-printers.ts';
import { Attributes } from '../../../settings/attributes.ts';
import { silentLog } from '../../../log.ts';
import type { ManualClock } from '../../../testing/manual-clock.ts';
import type { CountryExample, Equipment, Manner } from '../../testing/example.ts';
import { plainReceipts } from '../../testing/plain-receipts.ts';
import { CFG, NOW } from './shop.ts';

/** For ever, as far as a test goes. */
const ALWAYS = 1e9;
const SERIAL = 'A12345678';
/** Longer than the printer is waited for where it is slow, ms. */
const SLOW_MS = 150;

async function equipment(clock: ManualClock): Promise<Equipment> {
  const printer = await startEmulator({ clock, serial: SERIAL });
  onTestFinished(() => printer.stop());
  let timeout = 10_000;
  const attributes = () =>
    `Printer=hu-json Printer_Port=127.0.0.1:${printer.port} Fiscal_ZLaunch Fiscal_Timeout=${timeout}`;
  const printers = new FiscalPrinters({
    ...{ clock, log: silentLog, folderOf: () => '' },
    attributes: () => Attributes.parse(attributes()),
  });
  const manners: Record<Manner, () => void> = {
    works: () => undefined,
    'is-down': () => printer.down(),
    'is-slow': () => {
      timeout = SLOW_MS / 3;
      printer.slow(SLOW_MS);
    },
    refuses: () => (printer.conditions.hasPaper = false),
    'loses-request': () => printer.drop(ALWAYS, 'before'),
    'loses-answer': () => printer.drop(ALWAYS, 'after'),
  };
  return {
    attributes,
    services: { fiscalPrinter: (rn) => printers.of(rn) },
    behave(manner) {
      printer.up();
      printer.drop(0);
      printer.slow(0);
      printer.conditions.hasPaper = true;
      timeout = 10_000;
      manners[manner]();
    },
    forget: () => printer.exchange(SERIAL),
    done: () => printer.documents.map(({ name }) => name),
  };
}

export const hungary: CountryExample = {
  name: 'Hungary',
  cfg: CFG,
  now: NOW,
  manners: ['is-down', 'is-slow', 'refuses', 'loses-request', 'loses-answer'],
  equipment,
  // NAV is told of invoices, and of no receipts.
  untold: true,
  // The numbers are the printer's, whichever register it works for.
  placeOf: () => null,
  receipts: plainReceipts({ groups: ['C', 'A'], unit: 100, values: { Rsn: 'V2' } }),
  forge: ({ Fis }) => (Fis!.DN = '999'),
};
