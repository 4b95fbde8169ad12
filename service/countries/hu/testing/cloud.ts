/** A register of a Hungarian shop whose fiscal memory is an emulated one in the cloud, at work in this process. */
import {
  PASSWORD,
  SERIAL,
  startEmulator,
  type Emulator,
  type EmulatorOptions,
} from '../../../emulators/hu-fam/emulator.ts';
import type { ManualClock } from '../../../testing/manual-clock.ts';
import { printerEquipment } from '../../testing/device-manners.ts';
import type { CountryExample, Equipment } from '../../testing/example.ts';
import { openPrinterShop, startAt, type PrinterKit, type PrinterShop } from '../../testing/printer-shop.ts';
import { hungary } from './example.ts';
import { CFG, NOW, SALE } from './shop.ts';

export { restarted } from '../../testing/printer-shop.ts';

/** What the profile says of a register in the cloud. */
export const cloudAttributes = (port: number): string =>
  `Fiscal_Server=hu-fam@http://127.0.0.1:${port} Device_Auth=${SERIAL}:${PASSWORD}`;

/** A shop. */
export type CloudShop = PrinterShop<PrinterKit<Emulator>>;

/** Opens a shop whose register opens its days by itself, unless told otherwise. */
export async function openCloudShop(
  attributes = 'Fiscal_ZLaunch',
  options: EmulatorOptions = {},
): Promise<CloudShop> {
  const kit = await startAt(NOW, (clock) => startEmulator({ clock, ...options }));
  return openPrinterShop({ ...kit, named: cloudAttributes, sale: SALE }, CFG, attributes);
}

async function equipment(clock: ManualClock): Promise<Equipment> {
  const device = await startEmulator({ clock });
  return printerEquipment(
    {
      device,
      attributes: cloudAttributes(device.port),
      refuse: (does) => (device.conditions.blocked = does),
      forget: () => device.exchange(SERIAL),
      done: () => device.documents.map(({ name }) => name),
    },
    clock,
  );
}

/** Hungary with a register in the cloud. */
export const cloudHungary: CountryExample = { ...hungary, name: 'Hungary, hu-fam', equipment };
