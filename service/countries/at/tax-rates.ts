/** The percentages of an installation: those delivered, and what the shop has set from a day on. */
import { ownRates, resetOwnRates, setOwnRate, type OwnRate } from '../base/own-rates.ts';
import type { CountryServices, Vault } from '../contract/services.ts';
import { DEFAULT_TABLE, withOwnRates, type TaxRate, type TaxTable } from './rksv/tax-sets.ts';
import type { TaxRow } from './wire.ts';

const OWN_RATES = 'AT/taxes';

/** The percentages in use. */
export function ratesOf({ vault }: Pick<CountryServices, 'vault'>): TaxTable {
  return withOwnRates(ownRates(vault, OWN_RATES).flatMap((own) => withSet(own) ?? []));
}

/** True for a group that may have another percentage: what is not taxed stays so. */
export function isTaxedGroup(group: string): boolean {
  return DEFAULT_TABLE.some((known) => known.group === group && known.set !== 'zero');
}

/** Sets a percentage from a day on; an earlier setting for the same day is replaced. @param today `YYYY-MM-DD` */
export function setRate(vault: Vault, rate: OwnRate, today: string): Promise<void> {
  return setOwnRate(vault, OWN_RATES, rate, today);
}

/** Takes back what the shop has set. @param today `YYYY-MM-DD` */
export function resetRates(vault: Vault, today: string): Promise<void> {
  return resetOwnRates(vault, OWN_RATES, today);
}

/** The tax groups as the page shows them on a day. */
export function taxRows(vault: Vault, day: string): TaxRow[] {
  return DEFAULT_TABLE.flatMap(({ set, group, rate: specified }) => {
    if (group === undefined) return [];
    const own = ownRates(vault, OWN_RATES).filter((r) => r.group === group && r.till === undefined);
    const inUse = own.findLast(({ from }) => from <= day);
    const next = own.find(({ from }) => from > day);
    const row: TaxRow = {
      ...{ group, set, specified, rate: inUse?.rate ?? specified, from: inUse?.from ?? null },
      next: next ? { rate: next.rate, from: next.from } : null,
    };
    return [row];
  });
}

/** Percentages that count on a day or later and have no group, oldest first. */
export function otherRates(day: string): { rate: string; from: string | null }[] {
  return DEFAULT_TABLE.filter(({ group, till = '9999' }) => group === undefined && day <= till).map(
    ({ rate, from = null }) => ({ rate, from }),
  );
}

/** Turnover counts in the sum of its group, whatever its percentage. */
function withSet(own: OwnRate): TaxRate | null {
  const set = DEFAULT_TABLE.find(({ group }) => group === own.group)?.set;
  return set === undefined ? null : { ...own, set };
}
