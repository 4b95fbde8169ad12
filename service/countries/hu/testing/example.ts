/** Hungary for the suite of all countries: registers that share an emulated fiscal printer. */
import { startEmulator } from '../../../emulators/hu-json/emulator.ts';
import type { ManualClock } from '../../../testing/manual-clock.ts';
import { DEVICE_MANNERS, printerEquipment } from '../../testing/device-manners.ts';
import type { CountryExample, Equipment } from '../../testing/example.ts';
import { plainReceipts } from '../../testing/plain-receipts.ts';
import { CFG, NOW } from './shop.ts';

const SERIAL = 'A12345678';

async function equipment(clock: ManualClock): Promise<Equipment> {
  const device = await startEmulator({ clock, serial: SERIAL });
  return printerEquipment(
    {
      device,
      attributes: `Printer=hu-json Printer_Port=127.0.0.1:${device.port}`,
      refuse: (does) => (device.conditions.hasPaper = !does),
      forget: () => device.exchange(SERIAL),
      done: () => device.documents.map(({ name }) => name),
    },
    clock,
  );
}

export const hungary: CountryExample = {
  name: 'Hungary',
  cfg: CFG,
  now: NOW,
  manners: DEVICE_MANNERS,
  equipment,
  // NAV is told of invoices, and of no receipts.
  untold: true,
  // The numbers are the printer's, whichever register it works for.
  placeOf: () => null,
  receipts: plainReceipts({ groups: ['C', 'A'], unit: 100, values: { Rsn: 'V2' } }),
  forge: ({ Fis }) => (Fis!.DN = '999'),
};
