/** The percentages of an installation: those delivered, and what the shop has set from a day on. */
import { daysLater } from '../../receipt/time.ts';
import type { CountryServices, Vault } from '../contract/services.ts';
import { DEFAULT_TABLE, withOwnRates, type TaxRate, type TaxTable } from './rksv/tax-sets.ts';
import type { TaxRow } from './wire.ts';

const OWN_RATES = 'AT/taxes';

/** A percentage that the shop has set for a group. */
interface OwnRate {
  group: string;
  /** Decimal text in its shortest form. */
  rate: string;
  /** First day, `YYYY-MM-DD`. */
  from: string;
  /** Last day, of one that was taken back: what was sold at it may still come back. */
  till?: string;
}

/** The percentages in use. */
export function ratesOf({ vault }: Pick<CountryServices, 'vault'>): TaxTable {
  return withOwnRates(ownRates(vault).flatMap((own) => withSet(own) ?? []));
}

/** True for a group that may have another percentage: what is not taxed stays so. */
export function isTaxedGroup(group: string): boolean {
  return DEFAULT_TABLE.some((known) => known.group === group && known.set !== 'zero');
}

/** Sets a percentage from a day on; an earlier setting for the same day is replaced. @param today `YYYY-MM-DD` */
export function setOwnRate(vault: Vault, rate: OwnRate, today: string): Promise<void> {
  const isReplaced = ({ group, from }: OwnRate) => group === rate.group && from === rate.from;
  return write(vault, [...withdrawn(ownRates(vault), isReplaced, today), rate]);
}

/** Takes back what the shop has set. @param today `YYYY-MM-DD` */
export function resetOwnRates(vault: Vault, today: string): Promise<void> {
  return write(
    vault,
    withdrawn(ownRates(vault), () => true, today),
  );
}

/** Percentages of which some are taken back: they end the day before, and those that never counted are gone. */
function withdrawn(rates: readonly OwnRate[], isTaken: (rate: OwnRate) => boolean, today: string): OwnRate[] {
  return rates.flatMap((rate) => {
    if (rate.till !== undefined || !isTaken(rate)) return [rate];
    return rate.from <= today ? [{ ...rate, till: daysLater(today, -1) }] : [];
  });
}

/** Stores percentages in the order of their days, each once. */
async function write(vault: Vault, rates: readonly OwnRate[]): Promise<void> {
  const all = new Map(
    rates.map((rate) => [JSON.stringify([rate.group, rate.rate, rate.from, rate.till]), rate]),
  );
  const byDay = [...all.values()].sort((a, b) => a.from.localeCompare(b.from));
  await vault.set(OWN_RATES, byDay.length === 0 ? null : byDay.map((rate) => ({ ...rate })));
}

/** The tax groups as the page shows them on a day. */
export function taxRows(vault: Vault, day: string): TaxRow[] {
  return DEFAULT_TABLE.flatMap(({ set, group, rate: specified }) => {
    if (group === undefined) return [];
    const own = ownRates(vault).filter((r) => r.group === group && r.till === undefined);
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

function ownRates(vault: Vault): OwnRate[] {
  const stored = vault.get(OWN_RATES);
  return Array.isArray(stored) ? (stored as unknown as OwnRate[]) : [];
}

/** Turnover counts in the sum of its group, whatever its percentage. */
function withSet(own: OwnRate): TaxRate | null {
  const set = DEFAULT_TABLE.find(({ group }) => group === own.group)?.set;
  return set === undefined ? null : { ...own, set };
}
