/** A country whose fiscal device takes as long as the test wants. For `vi.mock` of countries/list.ts. */
import type { Country } from '../countries/contract/country.ts';
import type { Fiscalised } from '../countries/contract/fiscalise.ts';
import type { State } from '../countries/contract/state.ts';
import type * as countries from '../countries/list.ts';

/** Receipts that are with the device, oldest first; the test lets each finish. */
export const device = { waiting: [] as (() => void)[], onArrival: (): void => undefined };

/** A company in the slow country. */
export const SLOW = { Cmp: { Nam: 'Slow', Ctry: 'SM', TaxId: 'ZZ1' } };

/** The list of countries with the slow one, `SM`, added. */
export function withSlowCountry(real: typeof countries): typeof countries {
  const slow: Country = {
    ...real.countryOf('LU'),
    code: 'SM',
    fiscalise: (_esr, state: State) => {
      const number = Number(state.get('ZZ') ?? 0) + 1;
      return new Promise<Fiscalised>((resolve) => {
        device.waiting.push(() =>
          resolve({ FN: `ZZ/${number}`, changes: { ZZ: number }, warnings: [], issues: [] }),
        );
        device.onArrival();
      });
    },
  };
  return { ...real, countryOf: (code) => (code === 'SM' ? slow : real.countryOf(code)) };
}
