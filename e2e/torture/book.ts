import type { Answer } from './answer.ts';

/** What the tills of one register know about it: what it must have kept, and what it must not have. */
export interface Book {
  /** Name of the register. */
  register: string;
  /** Sales that were answered with OK, by mark. */
  sales: Map<string, Answer>;
  /** Voids that are known to be kept: FN of the original, and SQ if it was answered. */
  voids: { sq: number | null; of: string }[];
  /** Sales that were refused and not sent again, by mark, and the constant they were refused with. */
  refused: Map<string, string>;
}

/** A book with nothing in it. */
export const newBook = (register: string): Book => ({
  register,
  sales: new Map(),
  voids: [],
  refused: new Map(),
});

/** Moves everything from one book to another. */
export function moveAll(from: Book, to: Book): void {
  for (const [mark, answer] of from.sales) to.sales.set(mark, answer);
  for (const [mark, why] of from.refused) to.refused.set(mark, why);
  to.voids.push(...from.voids.splice(0));
  from.sales.clear();
  from.refused.clear();
}
