/** Where a register keeps the highest transaction number of a terminal (doc 3, Numbering). */
import type { CompleteEsr } from './tra.ts';

/** Beginning of all such keys. */
export const NUMBER_KEY = 'TN ';

/** State key of the highest number of a terminal in the year of the receipt. */
export function numberKey(esr: Pick<CompleteEsr, 'TL' | 'TT' | 'D'>): string {
  return `${NUMBER_KEY}${JSON.stringify([esr.TL, esr.TT, esr.D.slice(0, 4)])}`;
}

/** State key of the highest number of a place in the year of the receipt, where its terminals are counted together. */
export function placeNumberKey({ TL, D }: Pick<CompleteEsr, 'TL' | 'D'>): string {
  return `TNL ${JSON.stringify([TL, D.slice(0, 4)])}`;
}
