import type { PortugalOverview, TaxRow } from '../../../../service/countries/pt/wire.ts';
import { sameRate } from '../../parts/rates/read-rate.ts';

/** Region of a tax group. */
export type Region = PortugalOverview['region'];

/** Class of a tax group. */
export type TaxClass = 'normal' | 'intermediate' | 'reduced' | 'other';

/** How the percentage in use stands: as the law says, or not. */
export type RateState = 'lawful' | 'adapted' | 'differs';

/**
 * How a percentage in use stands: as receipt format and law have it, changed
 * away from the receipt format to what the law says, or other than the law.
 */
export function rateState({ rate, specified, law }: TaxRow): RateState {
  if (!sameRate(rate, law ?? specified)) return 'differs';
  return sameRate(rate, specified) ? 'lawful' : 'adapted';
}

/** Region that the name of a group stands for (`AM`: Madeira). */
export function regionOf(group: string): Region {
  if (/^.M$/.test(group)) return 'PT-MA';
  return /^.A$/.test(group) ? 'PT-AC' : 'PT';
}

/** Class that the name of a group stands for (`A`: normal). */
export function classOfGroup(group: string): TaxClass {
  const classes: Record<string, TaxClass> = { A: 'normal', B: 'intermediate', C: 'reduced' };
  return classes[group.slice(0, 1)] ?? 'other';
}

/** Rows by region, the shop's own first. Regions without a row are left out. */
export function byRegion(rows: readonly TaxRow[], own: Region): { region: Region; rows: TaxRow[] }[] {
  const order: Region[] = [own, ...(['PT', 'PT-AC', 'PT-MA'] as const).filter((region) => region !== own)];
  return order
    .map((region) => ({ region, rows: rows.filter((row) => regionOf(row.group) === region) }))
    .filter((part) => part.rows.length > 0);
}
