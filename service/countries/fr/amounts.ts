/** What a French document comes to by rate: as a whole, and as far as it is a sale of goods and services. */
import { grossAmounts } from '../../receipt/line-shares.ts';
import { minor } from '../../receipt/money.ts';
import { taxLineOf } from '../../receipt/taxes.ts';
import type { CompleteEsr } from '../../receipt/tra.ts';
import { rateText } from './signed-text.ts';

/** Amounts with tax, cents, by rate as it is signed. */
export type Amounts = ReadonlyMap<string, number>;

/** Types of positions that are no sale: deposits, vouchers, advances, tips (FR9). */
const NO_SALE = new Set(['Dep', 'Vou', 'Adv', 'Tip']);

/** All amounts of a document, from its tax table. */
export function amountsOf({ TaxA }: Pick<CompleteEsr, 'TaxA'>): Amounts {
  const amounts = new Map<string, number>();
  for (const { Prc = '0', Amt } of TaxA) add(amounts, rateText(Prc), minor(Amt, 2));
  return amounts;
}

/** The amounts of {@link amountsOf} that are turnover, and what is left out. */
export function turnoverOf(esr: Pick<CompleteEsr, 'TaxA' | 'PosA' | 'TaxN'>): {
  amounts: Amounts;
  leftOut: number;
} {
  const all = amountsOf(esr);
  if (!esr.PosA.some(({ _: type }) => NO_SALE.has(type))) return { amounts: all, leftOut: 0 };
  const amounts = new Map(all);
  let leftOut = 0;
  grossAmounts(esr, 2).forEach((gross, i) => {
    const position = esr.PosA[i]!;
    if (!NO_SALE.has(position._)) return;
    add(amounts, rateText(taxLineOf(position, esr.TaxA)?.Prc ?? '0'), -gross);
    leftOut += gross;
  });
  return { amounts, leftOut };
}

/** Sum of amounts, cents. */
export function sumOf(amounts: Amounts): number {
  return [...amounts.values()].reduce((sum, amount) => sum + amount, 0);
}

function add(amounts: Map<string, number>, rate: string, amount: number): void {
  amounts.set(rate, (amounts.get(rate) ?? 0) + amount);
}
