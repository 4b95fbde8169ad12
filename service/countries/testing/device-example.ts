/** The country of the tests whose receipts a device numbers, as an example for the suite. */
import { DEVICE, printer, type Manner as PrinterManner } from '../../testing/device-country.ts';
import { DEVICE_MANNERS } from './device-manners.ts';
import { plainReceipts } from './plain-receipts.ts';
import type { CountryExample, Manner } from './example.ts';

const MANNERS: Record<Manner, PrinterManner> = {
  works: 'works',
  refuses: 'refuses',
  'is-down': 'loses-request',
  'is-slow': 'loses-answer',
  'loses-request': 'loses-request',
  'loses-answer': 'loses-answer',
};

export const device: CountryExample = {
  name: 'a country with a device',
  cfg: { ...DEVICE, Loc: { TL: '1' }, Trm: { TT: '1' } },
  now: '2026-05-12T12:00:00',
  madeUp: true,
  manners: DEVICE_MANNERS,
  equipment() {
    printer.reset();
    return {
      behave: (manner) => {
        printer.manners = [MANNERS[manner]];
        printer.isSilent = manner === 'is-down' || manner === 'is-slow';
      },
      forget: () => printer.reset(),
      done: () => [...printer.printed.keys()],
    };
  },
  // The numbers are the device's, whichever register it works for.
  placeOf: () => null,
  receipts: plainReceipts({ groups: ['20%', '10%'] }),
};
