/** Positions with their shares of the tax table, however their tax groups are written. */
import { allocate } from './modifiers.ts';
import { minor, split } from './money.ts';
import { linesOfGroup, taxLineOf } from './taxes.ts';
import { isPosition, type CompleteEsr } from './tra.ts';

/** The positions of a group, by index in PosA, and what its tax lines come to, minor units. */
export interface TaxedPositions {
  indexes: readonly number[];
  gross: number;
  net: number;
}

type Receipt = Pick<CompleteEsr, 'PosA' | 'TaxA' | 'TaxN'>;

/** Positions of a completed receipt by tax group; those of no tax line are left out. */
export function positionsByTax(
  { PosA, TaxA }: Pick<Receipt, 'PosA' | 'TaxA'>,
  digits: number,
): TaxedPositions[] {
  const found: TaxedPositions[] = [];
  const positions = [...PosA.keys()].filter((i) => isPosition(PosA[i]!));
  for (const [first, indexes] of Map.groupBy(positions, (i) => taxLineOf(PosA[i]!, TaxA))) {
    if (!first) continue;
    // A group may stand on several lines, as where a POS tells goods and services apart.
    const lines = linesOfGroup(first, TaxA);
    const total = (name: 'Amt' | 'Net') => lines.reduce((sum, tax) => sum + minor(tax[name], digits), 0);
    found.push({ indexes, gross: total('Amt'), net: total('Net') });
  }
  return found;
}

/**
 * Amounts of positions after modifiers, tax included, minor units, by index in PosA; 0 for what is no
 * position. Net ones (ESR.TaxN) have their share of the gross amount of their group.
 */
export function grossAmounts(esr: Receipt, digits: number): number[] {
  const { amounts } = allocate(esr.PosA, digits);
  if (esr.TaxN !== '1') return amounts;
  const gross = [...amounts];
  for (const { indexes, gross: all } of positionsByTax(esr, digits)) {
    const shares = split(
      all,
      indexes.map((i) => amounts[i]!),
    );
    indexes.forEach((i, k) => (gross[i] = shares[k]!));
  }
  return gross;
}
