import type { ControlStatus } from '../../service/wire.ts';
import { austria } from './at/index.ts';
import type { CountryPage } from './contract.ts';
import { portugal } from './pt/index.ts';

/**
 * The countries with a page of their own, by ISO 3166 code. All others are drawn by
 * their description. The only place that names them all.
 */
const pages: Readonly<Record<string, CountryPage>> = { AT: austria, PT: portugal };

/** The own page of a country; null where its description is drawn. */
export function ownPageOf(country: string | null): CountryPage | null {
  return country !== null && Object.hasOwn(pages, country) ? (pages[country] ?? null) : null;
}

/** The country of a register where it has a page, its own or one that is drawn by its description; else null. */
export function countryWithPage(status: ControlStatus | null): string | null {
  if (status === null) return null;
  return status.describesPage || ownPageOf(status.country) !== null ? status.country : null;
}

/** Whether a problem is solved on the page of a country: described pages solve all that begin with its code. */
export function isSolvedOnPage(country: string, code: string): boolean {
  const own = ownPageOf(country);
  return own ? own.problems.has(code) : code.startsWith(`${country}_`);
}
