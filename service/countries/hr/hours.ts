/** Working hours of premises, as they were announced: kept in the vault, for all registers there. */
import { configuredTerminal, type Cfg } from '../../receipt/cfg.ts';
import type { CountryServices } from '../contract/services.ts';
import { bareOib } from './oib.ts';
import type { Usual, Weekday, WorkingTime } from './working-time.ts';

/** Hours of a day of the week, from a day on (`YYYY-MM-DD`). */
export interface WeeklyHours extends Record<string, string | number> {
  id: string;
  day: Weekday;
  from: string;
  till: string;
  since: string;
}

/** Hours of one day (`YYYY-MM-DD`) that differ. */
export interface OtherHours extends Record<string, string> {
  id: string;
  date: string;
  from: string;
  till: string;
}

/** What was announced. */
export interface Announced extends Record<string, WeeklyHours[] | OtherHours[]> {
  hours: WeeklyHours[];
  exceptions: OtherHours[];
}

function nameOf(cfg: Cfg): string {
  return `HR/hours ${bareOib(cfg.Cmp.TaxId)} ${configuredTerminal(cfg).TL}`;
}

/** The working hours of the premises of a register. */
export function hoursOf({ vault }: Pick<CountryServices, 'vault'>, cfg: Cfg): Announced {
  return (vault.get(nameOf(cfg)) as Announced | undefined | null) ?? { hours: [], exceptions: [] };
}

/** Keeps what was announced. */
export function keepHours(
  { vault }: Pick<CountryServices, 'vault'>,
  cfg: Cfg,
  hours: Announced,
): Promise<void> {
  return vault.set(nameOf(cfg), hours);
}

/** As CIS is told: one week for each first day; a day with two times makes it one of two parts. */
export function workingTimeOf({ hours, exceptions }: Announced): WorkingTime {
  const since = [...new Set(hours.map((entry) => entry.since))].sort();
  const days = [...new Set(exceptions.map(({ date }) => date))].sort();
  return {
    usual: since.map((from) => ({ from, week: weekOf(hours.filter((entry) => entry.since === from)) })),
    exceptions: days.map((day) => ({
      day,
      hours: sorted(exceptions.filter(({ date }) => date === day)).map(({ from, till }) => ({ from, till })),
    })),
  };
}

function weekOf(hours: readonly WeeklyHours[]): Usual['week'] {
  const ordered = sorted(hours);
  const parts = ordered.map((entry, i) => ({
    ...{ day: entry.day, from: entry.from, till: entry.till },
    part: (ordered.slice(0, i).filter(({ day }) => day === entry.day).length + 1) as 1 | 2,
  }));
  if (parts.every(({ part }) => part === 1))
    return { once: parts.map(({ day, from, till }) => ({ day, from, till })) };
  return { twice: parts };
}

function sorted<T extends { from: string; day?: number }>(hours: readonly T[]): T[] {
  return [...hours].sort((a, b) => (a.day ?? 0) - (b.day ?? 0) || a.from.localeCompare(b.from));
}
