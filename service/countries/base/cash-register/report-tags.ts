/** What an X or Z report says on paper: its counts and amounts, in the words of a country. */
import { predefined } from './predefined.ts';
import type { Tag } from '../../../receipt/tra.ts';
import { money } from './texts.ts';
import type { ReportEntry } from './entry.ts';
import type { Pair } from './sums.ts';

/** Labels. Those of counts are followed by a number and an amount. */
export interface ReportWords {
  number: string;
  sales: string;
  tax: string;
  opening: string;
  receipts: string;
  returns: string;
  discounts: string;
  voids: string;
  copies: string;
  proforma: string;
  training: string;
  drawer: string;
  corrections: string;
  payIn: string;
  payOut: string;
  /** Sales that are parked; missing where a report does not say so. */
  parked?: string;
  /** Means of payment by their predefined code; others are {@link other}. */
  payments: Readonly<Record<string, string>>;
  other: string;
  grandSales: string;
  grandReturns: string;
  grandNet: string;
}

const COUNTS = ['receipts', 'returns', 'discounts', 'voids', 'copies', 'proforma', 'training'] as const;
const OTHERS = ['corrections', 'payIn', 'payOut'] as const;

/** What is printed of a report; amounts have a comma. @param parked sales that are open */
export function reportTags(
  { number, sums, grand }: ReportEntry,
  words: ReportWords,
  parked: Pair = [0, 0],
): Tag[] {
  const tag = (Name: string, Label: string, Value: string): Tag => ({ Label, Name, Value });
  const amount = (cents: number | bigint) => money(cents).replace('.', ',');
  const pair = (name: string, label: string, [count, cents]: Pair) =>
    tag(name, label, `${count}  ${amount(cents)}`);
  const pairs = (names: readonly (typeof COUNTS | typeof OTHERS)[number][]) =>
    names.map((name) => pair(name, words[name], sums.pairs[name]!));
  const paid = Object.entries(sums.payments).map(([code, each]) => {
    const label = Object.hasOwn(words.payments, code) ? words.payments[code]! : words.other;
    return pair(predefined('12', code) ? `payment ${code}` : 'payment', label, each);
  });
  const taxes = Object.entries(sums.taxes).map(([key, [, tax]]) => {
    const rate = key.slice(key.lastIndexOf(' ') + 1).replace('.', ',');
    return tag(`tax ${key}`, `${words.tax} ${rate} %`, amount(tax));
  });
  const [sales, returns] = [BigInt(grand.sales), BigInt(grand.returns)];
  return [
    tag('report', words.number, String(number)),
    tag('sales', words.sales, amount(sums.sales)),
    ...taxes,
    ...paid,
    tag('opening', words.opening, amount(sums.opening)),
    ...pairs(COUNTS),
    tag('drawer', words.drawer, String(sums.pairs.drawer![0])),
    ...pairs(OTHERS),
    ...(words.parked === undefined ? [] : [pair('parked', words.parked, parked)]),
    tag('grandSales', words.grandSales, amount(sales)),
    tag('grandReturns', words.grandReturns, amount(returns)),
    tag('grandNet', words.grandNet, amount(sales - returns)),
  ];
}
