/** The fiscal space a shop is in (doc 3, Portugal rule 7: location base data TaxGR). */
import type { Cfg } from '../../receipt/cfg.ts';
import type { Region } from './taxes.ts';

const REGIONS: Readonly<Record<string, Region>> = {
  '': 'PT',
  PT: 'PT',
  M: 'PT-MA',
  'PT-MA': 'PT-MA',
  MADEIRA: 'PT-MA',
  A: 'PT-AC',
  'PT-AC': 'PT-AC',
  AZORES: 'PT-AC',
  AÇORES: 'PT-AC',
};

/** Region of a configuration; null when TaxGR says something unknown. */
export function readRegion(cfg: Cfg): Region | null {
  const value = cfg.Loc?.TaxGR ?? '';
  if (typeof value !== 'string') return null;
  const name = value.trim().toUpperCase();
  return Object.hasOwn(REGIONS, name) ? REGIONS[name]! : null;
}

/** Region of the shop, the mainland unless TaxGR says otherwise. */
export function regionOf(cfg: Cfg): Region {
  return readRegion(cfg) ?? 'PT';
}
