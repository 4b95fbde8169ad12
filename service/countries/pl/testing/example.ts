/** Poland for the suite of all countries: registers that share an emulated fiscal printer. */
import { onTestFinished } from 'vitest';
import { startEmulator } from '../../../emulators/posnet/emulator.ts';
import { silentLog } from '../../../log.ts';
import { FiscalPrinters } from '../../../printing/fiscal-printers.ts';
import { Attributes } from '../../../settings/attributes.ts';
import type { ManualClock } from '../../../testing/manual-clock.ts';
import type { CountryExample, Equipment, Manner } from '../../testing/example.ts';
import { plainReceipts } from '../../testing/plain-receipts.ts';
import { CFG, NOW, pay, pos } from './shop.ts';

const SERIAL = 'ZBF 2101002392';
/** Longer than the printer is waited for where it is slow, ms. */
const SLOW_MS = 150;

async function equipment(clock: ManualClock): Promise<Equipment> {
  // Nobody puts the clock of the printer back with that of the till.
  let latest = 0;
  const own = { now: () => (latest = Math.max(latest, clock.now())) };
  const emulator = await startEmulator({ clock: own, serial: SERIAL });
  onTestFinished(() => emulator.stop());
  const { printer } = emulator;
  let timeout = 10_000;
  const attributes = () =>
    `Printer=posnet Printer_Port=127.0.0.1:${emulator.port} Fiscal_ZLaunch Fiscal_Timeout=${timeout}`;
  const printers = new FiscalPrinters({
    ...{ clock, log: silentLog, folderOf: () => '' },
    attributes: () => Attributes.parse(attributes()),
  });
  const manners: Record<Manner, () => void> = {
    works: () => undefined,
    'is-down': () => emulator.down(),
    'is-slow': () => {
      timeout = SLOW_MS / 3;
      emulator.slow(SLOW_MS);
    },
    refuses: () => (printer.conditions.hasPaper = false),
    'loses-request': () => emulator.lose('before'),
    'loses-answer': () => emulator.lose('after'),
  };
  return {
    attributes,
    services: { fiscalPrinter: (rn) => printers.of(rn) },
    behave(manner) {
      emulator.up();
      emulator.lose(null);
      emulator.slow(0);
      printer.conditions.hasPaper = true;
      timeout = 10_000;
      manners[manner]();
    },
    forget: () => printer.exchange(SERIAL),
    done: () => printer.documents.map(({ z, number }) => `${z}/${number}`),
  };
}

export const poland: CountryExample = {
  name: 'Poland',
  cfg: CFG,
  now: NOW,
  manners: ['is-down', 'is-slow', 'refuses', 'loses-request', 'loses-answer'],
  equipment,
  // The numbers are the printer's, whichever register it works for.
  placeOf: () => null,
  receipts: {
    ...plainReceipts({ groups: ['A', 'B'] }),
    // Goods of one name are not sold at a higher rate than before.
    twoGroups: {
      PosA: [pos('Coffee', 'A', '2.00'), pos('Roll', 'B', '1.20')],
      PayA: [pay('debitcard', '3.20')],
    },
    // Printers refuse receipts of no value: it is registered without one.
    zero: { PosA: [pos('Próbka', 'A', '0.00')], PayA: [] },
  },
  forge: ({ Fis }) => (Fis!.FN = '999'),
};
