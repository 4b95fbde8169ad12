/** Italy for the suite of all countries: registers that share an emulated fiscal printer. */
import type { ManualClock } from '../../../testing/manual-clock.ts';
import { DEVICE_MANNERS, printerEquipment } from '../../testing/device-manners.ts';
import type { CountryExample, Equipment } from '../../testing/example.ts';
import { plainReceipts } from '../../testing/plain-receipts.ts';
import { CFG, DEVICES, NOW, type Device } from './shop.ts';

async function equipment(name: Device, clock: ManualClock): Promise<Equipment> {
  const { start, serial, attributes } = DEVICES[name];
  const device = await start({ clock, serial });
  return printerEquipment(
    {
      device,
      attributes: `Printer=${name} Printer_Port=127.0.0.1:${device.port} ${attributes}`,
      refuse: (does) => (device.conditions.hasPaper = !does),
      forget: () => device.exchange(serial),
      done: () => device.documents.map(({ z, number }) => `${z}-${number}`),
    },
    clock,
  );
}

/** Italy with one of its devices. */
export const italyWith = (device: Device): CountryExample => ({
  name: `Italy, ${device}`,
  cfg: CFG,
  now: NOW,
  manners: DEVICE_MANNERS,
  equipment: (clock) => equipment(device, clock),
  // The numbers are the printer's, whichever register it works for.
  placeOf: () => null,
  receipts: plainReceipts({ groups: ['A', 'B'] }),
  forge: ({ Fis }) => (Fis!.DN = '999'),
});

export const italy: CountryExample = { ...italyWith('epson-fp'), name: 'Italy' };
