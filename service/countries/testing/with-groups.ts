/** Sales of POS programs in other countries, as a test sends them. */
import { isTree, type Tree } from '../../receipt/tree.ts';

/**
 * A sale of the examples, which are Portuguese, with the tax groups of another country, A to E or those that `groups` has for
 * Portuguese groups and percentages; null where its taxes are of Portugal alone.
 */
export function withGroups(esr: Tree, groups: Readonly<Record<string, string>>): Tree | null {
  // Totals of net prices are those of other percentages.
  if (esr.TaxA !== undefined || esr.TaxN !== undefined) return null;
  if (esr.PosA === undefined) return esr;
  const positions = Array.isArray(esr.PosA) ? esr.PosA.filter(isTree) : [];
  const named = positions.map(({ TaxG }) => (typeof TaxG === 'string' ? TaxG.split(' ')[0]! : ''));
  if (named.some((group) => group !== '' && !/^[A-E]$/.test(group) && !groups[group])) return null;
  const PosA = positions.map((position, i) => {
    const group = named[i]!;
    return group === '' ? position : { ...position, TaxG: groups[group] ?? group };
  });
  return { ...esr, PosA };
}
