/** What an X or Z report says on paper: its counts and amounts, in the words of a country. */
import { predefined } from './predefined.ts';
import type { Tag } from '../../../receipt/tra.ts';
import { addDecimals, negatedDecimal } from '../../../receipt/money.ts';
import { money } from './texts.ts';
import type { ReportEntry } from './entry.ts';
import type { Pair, Sums } from './sums.ts';

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
  delivery: string;
  inquiries: string;
  credit: string;
  tips: string;
  /** Article groups by their predefined code. */
  groups: Readonly<Record<string, string>>;
  /** Quantities of goods and of services; missing, as all that follows, where no law wants it on paper. */
  goods?: string;
  services?: string;
  /** Sales that are parked. */
  parked?: string;
  /** An operator: payments of each one are printed as well. */
  operator?: string;
  /** Means of payment by their predefined code; others are {@link other}. */
  payments: Readonly<Record<string, string>>;
  other: string;
  grandSales: string;
  grandReturns: string;
  grandNet: string;
}

const COUNTS = ['receipts', 'returns', 'discounts', 'voids', 'copies', 'proforma', 'training'] as const;
const OTHERS = ['corrections', 'payIn', 'payOut', 'delivery', 'inquiries'] as const;
/** Said where there were some. */
const RARE = ['credit', 'tips'] as const;

/** What an article group is called: by the words of a country, or as the POS names its own. */
export function groupName(
  id: string,
  words: Readonly<Record<string, string>>,
  names: Readonly<Record<string, string>> = {},
): string {
  if (Object.hasOwn(words, id)) return words[id]!;
  return Object.hasOwn(names, id) ? names[id]! : id.replace(/^G-/, '');
}

/** Quantities of goods and of services, decimal texts; null where a version before has begun the period. */
export function soldQuantities({ groups, services }: Sums): { goods: string; services: string } | null {
  if (services === undefined) return null;
  const all = Object.values(groups).reduce((sum, [quantity]) => addDecimals(sum, quantity), '0');
  return { goods: addDecimals(all, negatedDecimal(services)), services };
}

/** What is printed of a report; amounts have a comma. @param parked sales that are open */
export function reportTags(
  { number, sums, grand, names }: ReportEntry,
  words: ReportWords,
  parked: Pair = [0, 0],
): Tag[] {
  const tag = (Name: string, Label: string, Value: string): Tag => ({ Label, Name, Value });
  const amount = (cents: number | bigint) => money(cents).replace('.', ',');
  // Not a blank: between digits it would be one of thousands.
  const counted = (number: string, cents: number) => `${number} / ${amount(cents)}`;
  const pair = (name: string, label: string, [count, cents]: Pair) =>
    tag(name, label, counted(String(count), cents));
  const pairs = (counts: readonly (typeof COUNTS | typeof OTHERS | typeof RARE)[number][]) =>
    counts.map((name) => pair(name, words[name], sums.pairs[name]!));
  const means = (code: string) => (Object.hasOwn(words.payments, code) ? words.payments[code]! : words.other);
  const paid = Object.entries(sums.payments).map(([code, each]) =>
    pair(predefined('12', code) ? `payment ${code}` : 'payment', means(code), each),
  );
  const { operator: title } = words;
  const byOperator = Object.entries(title === undefined ? {} : sums.employeePayments).map(([key, each]) => {
    const [operator = '', code = ''] = key.split('\n');
    return pair(`operator ${operator} ${code}`, `${title} ${operator}, ${means(code)}`, each);
  });
  const groups = Object.entries(sums.groups).map(([id, [quantity, cents]]) =>
    tag(`group ${id}`, groupName(id, words.groups, names), counted(quantity.replace('.', ','), cents)),
  );
  const quantities = soldQuantities(sums);
  const quantity = (name: 'goods' | 'services') =>
    words[name] === undefined || !quantities
      ? []
      : [tag(name, words[name], quantities[name].replace('.', ','))];
  // Several groups may have one rate: readers know them by that alone.
  const byRate = new Map<string, number>();
  for (const [key, [, tax]] of Object.entries(sums.taxes)) {
    const rate = key.slice(key.lastIndexOf(' ') + 1);
    byRate.set(rate, (byRate.get(rate) ?? 0) + tax);
  }
  const taxes = [...byRate].map(([rate, tax]) =>
    tag(`tax ${rate}`, `${words.tax} ${rate.replace('.', ',')} %`, amount(tax)),
  );
  const [sales, returns] = [BigInt(grand.sales), BigInt(grand.returns)];
  return [
    tag('report', words.number, String(number)),
    tag('sales', words.sales, amount(sums.sales)),
    ...groups,
    ...quantity('goods'),
    ...quantity('services'),
    ...taxes,
    ...paid,
    ...byOperator,
    tag('opening', words.opening, amount(sums.opening)),
    ...pairs(COUNTS),
    tag('drawer', words.drawer, String(sums.pairs.drawer![0])),
    ...pairs(OTHERS),
    ...pairs(RARE.filter((name) => sums.pairs[name]![0] > 0)),
    ...(words.parked === undefined ? [] : [pair('parked', words.parked, parked)]),
    tag('grandSales', words.grandSales, amount(sales)),
    tag('grandReturns', words.grandReturns, amount(returns)),
    tag('grandNet', words.grandNet, amount(sales - returns)),
  ];
}
