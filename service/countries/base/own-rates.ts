/** Percentages of tax groups that a shop has set on its page, each from a day on, as the vault keeps them. */
import { daysLater } from '../../receipt/time.ts';
import type { Vault } from '../contract/services.ts';

/** A percentage that the shop has set for a group. */
export interface OwnRate {
  group: string;
  /** Decimal text in its shortest form. */
  rate: string;
  /** First day, `YYYY-MM-DD`. */
  from: string;
  /** Last day, of one that was taken back: what was sold at it may still come back, and is exported. */
  till?: string;
}

/** What the shop has set, oldest first, with what was taken back. @param name in the vault */
export function ownRates(vault: Vault, name: string): OwnRate[] {
  const stored = vault.get(name);
  return Array.isArray(stored) ? (stored as unknown as OwnRate[]) : [];
}

/** Sets a percentage from a day on; an earlier setting for the same day is replaced. @param today `YYYY-MM-DD` */
export function setOwnRate(vault: Vault, name: string, rate: OwnRate, today: string): Promise<void> {
  const isReplaced = ({ group, from }: OwnRate) => group === rate.group && from === rate.from;
  return write(vault, name, [...withdrawn(ownRates(vault, name), isReplaced, today), rate]);
}

/** Takes back what the shop has set. @param today `YYYY-MM-DD` */
export function resetOwnRates(vault: Vault, name: string, today: string): Promise<void> {
  return write(
    vault,
    name,
    withdrawn(ownRates(vault, name), () => true, today),
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
async function write(vault: Vault, name: string, rates: readonly OwnRate[]): Promise<void> {
  const all = new Map(
    rates.map((rate) => [JSON.stringify([rate.group, rate.rate, rate.from, rate.till]), rate]),
  );
  const byDay = [...all.values()].sort((a, b) => a.from.localeCompare(b.from));
  await vault.set(name, byDay.length === 0 ? null : byDay.map((rate) => ({ ...rate })));
}
