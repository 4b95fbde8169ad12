/** The percentages of an installation: those delivered, and what the shop has set from a day on. */
import type { CountryServices } from '../contract.ts';
import { withOwnRates, type TaxRate, type TaxTable } from './rksv/tax-sets.ts';

const OWN_RATES = 'AT/taxes';

/** The percentages in use. */
export function ratesOf({ vault }: Pick<CountryServices, 'vault'>): TaxTable {
  const own = vault.get(OWN_RATES);
  return withOwnRates(Array.isArray(own) ? (own as unknown as TaxRate[]) : []);
}
