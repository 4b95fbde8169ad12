/** Receipts for examples of countries that want nothing special. */
import type { Tree } from '../../receipt/tree.ts';
import type { ExampleReceipts } from './example.ts';

/** What is special after all. */
export interface Wishes {
  /** Two tax groups. */
  groups: readonly [string, string];
  /** Values that each receipt has. */
  values?: Tree;
  /** Values that each position has. */
  position?: Tree;
}

/** Receipts of the two groups, paid by card. */
export function plainReceipts({
  groups: [first, second],
  values = {},
  position = {},
}: Wishes): ExampleReceipts {
  const pos = (Amt: string, TaxG = first): Tree => ({ _: 'Pos', Dsc: 'Coffee', TaxG, Amt, ...position });
  const pay = (Amt: string): Tree => ({ _: 'Pay', Dsc: 'Card', PayG: 'debitcard', Amt });
  const sale = (Amt: string): Tree => ({ ...values, PosA: [pos(Amt)], PayA: [pay(Amt)] });
  return {
    sale: sale('3.20'),
    twoGroups: { ...sale('3.20'), PosA: [pos('2.00'), pos('1.20', second)] },
    return: ({ ESR }) => {
      const { TL, TT, TN, D } = ESR!;
      return { ...sale('-1.20'), RTL: TL!, RTT: TT!, RTN: TN!, RD: D!, Rsn: 'cold' };
    },
    training: { ...sale('5.00'), Test: '1' },
    zero: sale('0.00'),
    nonfiscal: { ...values, NF: 'drawer opened' },
  };
}
