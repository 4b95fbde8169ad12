/** Italy for the suite of all countries: registers that share an emulated fiscal printer. */
import { onTestFinished } from 'vitest';
import { FiscalPrinters } from '../../../printing/fiscal-printers.ts';
import { Attributes } from '../../../settings/attributes.ts';
import { silentLog } from '../../../log.ts';
import type { ManualClock } from '../../../testing/manual-clock.ts';
import type { CountryExample, Equipment, Manner } from '../../testing/example.ts';
import { plainReceipts } from '../../testing/plain-receipts.ts';
import { CFG, DEVICES, NOW, type Device } from './shop.ts';

/** For ever, as far as a test goes. */
const ALWAYS = 1e9;
/** Longer than the printer is waited for where it is slow, ms. */
const SLOW_MS = 150;

async function equipment(device: Device, clock: ManualClock): Promise<Equipment> {
  const { start, serial } = DEVICES[device];
  const printer = await start({ clock, serial });
  onTestFinished(() => printer.stop());
  let timeout = 10_000;
  const attributes = () =>
    `Printer=${device} Printer_Port=127.0.0.1:${printer.port} ${DEVICES[device].attributes} Fiscal_ZLaunch Fiscal_Timeout=${timeout}`;
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
    forget: () => printer.exchange(serial),
    done: () => printer.documents.map(({ z, number }) => `${z}-${number}`),
  };
}

/** Italy with one of its devices. */
export const italyWith = (device: Device): CountryExample => ({
  name: `Italy, ${device}`,
  cfg: CFG,
  now: NOW,
  manners: ['is-down', 'is-slow', 'refuses', 'loses-request', 'loses-answer'],
  equipment: (clock) => equipment(device, clock),
  // The numbers are the printer's, whichever register it works for.
  placeOf: () => null,
  receipts: plainReceipts({ groups: ['A', 'B'] }),
  forge: ({ Fis }) => (Fis!.DN = '999'),
});

export const italy: CountryExample = { ...italyWith('epson-fp'), name: 'Italy' };
