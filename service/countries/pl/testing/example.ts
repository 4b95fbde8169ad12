/** Poland for the suite of all countries: registers that share an emulated fiscal printer. */
import { startEmulator } from '../../../emulators/posnet/emulator.ts';
import type { ManualClock } from '../../../testing/manual-clock.ts';
import { DEVICE_MANNERS, printerEquipment } from '../../testing/device-manners.ts';
import type { CountryExample, Equipment } from '../../testing/example.ts';
import { plainReceipts } from '../../testing/plain-receipts.ts';
import { CFG, NOW, pay, pos } from './shop.ts';

const SERIAL = 'ZBF 2101002392';

async function equipment(clock: ManualClock): Promise<Equipment> {
  // Nobody puts the clock of the printer back with that of the till.
  let latest = 0;
  const own = { now: () => (latest = Math.max(latest, clock.now())) };
  const emulator = await startEmulator({ clock: own, serial: SERIAL });
  const { printer } = emulator;
  return printerEquipment(
    {
      device: { ...emulator, drop: (times, where) => emulator.lose(times > 0 ? where : null) },
      attributes: `Printer=posnet Printer_Port=127.0.0.1:${emulator.port}`,
      refuse: (does) => (printer.conditions.hasPaper = !does),
      forget: () => printer.exchange(SERIAL),
      done: () => printer.documents.map(({ z, number }) => `${z}/${number}`),
    },
    clock,
  );
}

export const poland: CountryExample = {
  name: 'Poland',
  cfg: CFG,
  now: NOW,
  manners: DEVICE_MANNERS,
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
