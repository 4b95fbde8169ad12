/** Receipts for examples of countries that want nothing special. */
import { amountText, minor } from '../../receipt/money.ts';
import type { Tree } from '../../receipt/tree.ts';
import type { ExampleReceipts } from './example.ts';

/** What is special after all. */
export interface Wishes {
  /** Two tax groups. */
  groups: readonly [string, string];
  /** Amounts are so many times larger, where a sale of three would be none. */
  unit?: number;
  /** Values that each receipt has. */
  values?: Tree;
  /** Values that each position has. */
  position?: Tree;
}

/** Receipts of the two groups, paid by card. */
export function plainReceipts({
  groups: [first, second],
  unit = 1,
  values = {},
  position = {},
}: Wishes): ExampleReceipts {
  const amount = (text: string) => amountText(minor(text, 2) * unit, 2);
  const pos = (Amt: string, TaxG = first): Tree => ({
    ...{ _: 'Pos', Dsc: 'Coffee', TaxG, Amt: amount(Amt) },
    ...position,
  });
  const pay = (Amt: string): Tree => ({ _: 'Pay', Dsc: 'Card', PayG: 'debitcard', Amt: amount(Amt) });
  const sale = (Amt: string): Tree => ({ ...values, PosA: [pos(Amt)], PayA: [pay(Amt)] });
  return {
    sale: sale('3.20'),
    twoGroups: { ...sale('3.20'), PosA: [pos('2.00'), pos('1.20', second)] },
    return: ({ ESR }) => {
      const { TL, TT, TN, D } = ESR!;
      return { ...sale('-1.20'), RTL: TL!, RTT: TT!, RTN: TN!, RD: D!, Rsn: values.Rsn ?? 'cold' };
    },
    training: { ...sale('5.00'), Test: '1' },
    zero: sale('0.00'),
    nonfiscal: { ...values, NF: 'drawer opened' },
  };
}
