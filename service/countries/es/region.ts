/** Spain's systems and taxes by place: who is told of receipts, and which tax stands on them. */
import type { Cfg } from '../../receipt/cfg.ts';
import type { CountryServices } from '../contract/services.ts';

/**
 * Values of `ES_Region`: VERI*FACTU; a system that signs its records and keeps them (no VERI*FACTU); TicketBAI
 * of the three provinces.
 */
export const REGIONS = ['verifactu', 'signed', 'araba', 'bizkaia', 'gipuzkoa'] as const;

/** A value of `ES_Region`. */
export type Region = (typeof REGIONS)[number];

/** Which system the register works with now. */
export function regionOf({ attributes }: Pick<CountryServices, 'attributes'>): Region {
  const set = attributes().text('ES_Region')?.toLowerCase();
  return REGIONS.find((region) => region === set) ?? 'verifactu';
}

/** Taxes on sales: IVA; IPSI of Ceuta and Melilla; IGIC of the Canaries. */
export type TaxName = 'IVA' | 'IPSI' | 'IGIC';

/** The tax at the place of a configuration, by the first two digits of its postal code. */
export function taxOf({ Cmp, Loc }: Cfg): TaxName {
  const province = provinceOf(Loc?.Zip ?? Cmp.Zip);
  if (province === '35' || province === '38') return 'IGIC';
  return province === '51' || province === '52' ? 'IPSI' : 'IVA';
}

/** The number of a province, as postal codes begin; empty where there is none. */
export function provinceOf(zip: string | undefined): string {
  return /^\s*(\d\d)\d{3}\s*$/.exec(zip ?? '')?.[1] ?? '';
}

/** Where the treasuries of a region are its own, by province: its setting; `navarra` has none of these systems. */
export const OWN_TREASURIES: Readonly<Record<string, Region | 'navarra'>> = {
  '01': 'araba',
  '20': 'gipuzkoa',
  '31': 'navarra',
  '48': 'bizkaia',
};
