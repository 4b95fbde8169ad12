/** A country whose receipts a device numbers, which has a memory. For `vi.mock` of countries/list.ts. */
import type { Country } from '../countries/contract/country.ts';
import type { DeviceOutcome } from '../countries/contract/device.ts';
import type * as countries from '../countries/list.ts';
import { issue } from '../receipt/issue.ts';
import type { Json } from '../receipt/json.ts';

/** How the device treats a request. */
export type Manner = 'works' | 'refuses' | 'loses-request' | 'loses-answer';

/** The device. */
export const printer = {
  /** How it treats the next requests; the last one stays. */
  manners: ['works'] as Manner[],
  /** Its line is broken: it does not even say what it did. */
  isSilent: false,
  /** What it printed, by what it was asked. */
  printed: new Map<string, number>(),
  asked: 0,
  /** How many receipts it takes side by side. */
  together: 1,
  /** Names that were given. */
  named: 0,
  reset(): void {
    const nothing = { printed: new Map(), asked: 0, together: 1, named: 0 };
    Object.assign(printer, { manners: ['works'], isSilent: false, ...nothing });
  },
};

/** A company in that country. */
export const DEVICE = { Cmp: { Nam: 'Device', Ctry: 'AD', TaxId: 'ZW1' } };

const lost: DeviceOutcome = { outcome: 'unknown', issue: issue('#DEVICE_AT_WORK', '', 'the line broke') };

function perform(intent: Json): DeviceOutcome {
  const manner = printer.manners.length > 1 ? printer.manners.shift()! : printer.manners[0]!;
  printer.asked++;
  if (manner === 'refuses') return { outcome: 'not-done', issues: [issue('#TYPE', '', 'no paper')] };
  if (manner === 'loses-request') return lost;
  const key = JSON.stringify(intent);
  if (printer.printed.has(key)) throw new Error(`${key} was printed twice`);
  printer.printed.set(key, printer.printed.size + 1);
  return manner === 'loses-answer' ? lost : { outcome: 'done', result: printer.printed.size };
}

function last(intent: Json): DeviceOutcome {
  if (printer.isSilent) return lost;
  const number = printer.printed.get(JSON.stringify(intent));
  return number === undefined ? { outcome: 'not-done', issues: [] } : { outcome: 'done', result: number };
}

/** The list of countries with this one, `AD`, added. */
export function withDeviceCountry(real: typeof countries): typeof countries {
  const country: Country = {
    ...real.countryOf('LU'),
    code: 'AD',
    device: {
      together: () => printer.together,
      // One that takes several names each itself.
      intent: ({ TL, TT, TN, D, T }) =>
        printer.together > 1 ? { TL, TT, D, T, name: ++printer.named } : { TL, TT, TN: TN!, D, T },
      perform: (intent) => Promise.resolve(perform(intent)),
      last: (intent) => Promise.resolve(last(intent)),
    },
    fiscalise: (_esr, _state, { device }) => ({
      FN: `D${JSON.stringify(device)}`,
      changes: {},
      warnings: [],
      issues: [],
    }),
  };
  return { ...real, countryOf: (code) => (code === 'AD' ? country : real.countryOf(code)) };
}
