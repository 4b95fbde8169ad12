import type { LanRegister } from '../../../service/wire.ts';

/** Terminals that more than one till of a company is set up for: their receipts would have the same numbers. */
export function sameTerminal(
  tills: readonly Pick<LanRegister, 'TaxId' | 'TL' | 'TT' | 'Name' | 'RN'>[],
): { terminal: string; names: string }[] {
  const byTerminal = new Map<string, { terminal: string; names: string[] }>();
  for (const { TaxId, TL, TT, Name, RN } of tills) {
    const key = JSON.stringify([TaxId, TL, TT]);
    const found = byTerminal.get(key) ?? { terminal: `${TL} / ${TT}`, names: [] };
    found.names.push(`${Name} (${RN})`);
    byTerminal.set(key, found);
  }
  return [...byTerminal.values()]
    .filter(({ names }) => names.length > 1)
    .map(({ terminal, names }) => ({ terminal, names: names.join(', ') }));
}
