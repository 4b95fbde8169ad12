/** An order as NoviApi takes it: amounts are texts with a point. */
import type { Item, Order, Payment } from '../contract.ts';
import type { Json } from './web.ts';

const MOST = { name: 60, unit: 4, discount: 20, payment: 24, line: 64 };
const PTU = 'ABCDEFG';
/** {@link Payment.index} of change. */
const CHANGE = 1;

/** Kinds of payment by {@link Payment.type}. */
const KINDS: Readonly<Record<number, string>> = {
  ...{ 0: 'cash', 2: 'card', 3: 'cheque', 4: 'coupon', 5: 'credit', 6: 'other', 7: 'voucher', 8: 'transfer' },
  9: 'mobile',
};

/** `1234` as `12.34`. */
export function amountText(cents: number): string {
  const digits = String(cents).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Whole cents of `12.34`; null for what is none. */
export function cents(text: string): number | null {
  const [, whole, part] = /^(\d{1,12})[.,](\d\d)$/.exec(text) ?? [];
  return part === undefined ? null : Number(whole) * 100 + Number(part);
}

/** The body of a receipt. What is taken back within it is not on its paper, and neither is what it takes back. */
export function receiptBody({ items, payments, total, customer, foot = [] }: Order): Json {
  const gone = new Set(items.flatMap(({ cancels }, i) => (cancels === undefined ? [] : [i, cancels])));
  const sum = (list: readonly Payment[]) => list.reduce((all, { amount }) => all + amount, 0);
  const change = sum(payments.filter(({ index }) => index === CHANGE));
  const paid = payments.filter(({ index }) => index !== CHANGE);
  return {
    receipt: {
      items: items.filter((_, i) => !gone.has(i)).map((item) => ({ article: articleOf(item) })),
      payments: paid.map(paymentOf),
      summary: {
        ...{ total: amountText(total), pay_in: amountText(sum(paid)) },
        ...(change > 0 && { change: amountText(change) }),
      },
      ...(foot.length > 0 && { printout_lines: textLines(foot) }),
      ...(customer && { buyer: { nip: customer.number } }),
    },
  };
}

/** Lines of text. */
export function textLines(lines: readonly string[]): Json[] {
  return lines.map((line) => ({ textline: { text: line.slice(0, MOST.line), masked: false } }));
}

function articleOf({ text, quantity, price, department, discount, unit }: Item): Json {
  return {
    ...{ name: text.slice(0, MOST.name), ptu: PTU[department] ?? '', quantity, price: amountText(price) },
    value: amountText(worth(quantity, price)),
    ...(unit !== undefined && { unit: unit.slice(0, MOST.unit) }),
    ...(discount && {
      discount_markup: {
        ...{ type: 'value_discount', name: discount.text.slice(0, MOST.discount) },
        value: amountText(discount.amount),
      },
    }),
  };
}

function paymentOf({ text, amount, type }: Payment): Json {
  const kind = KINDS[type] ?? 'other';
  const name = kind === 'cash' ? {} : { name: text.slice(0, MOST.payment) };
  return { [kind]: { ...name, value: amountText(amount) } };
}

/** Whole cents of a quantity at a price, rounded half up. */
export function worth(quantity: string, price: number): number {
  const [whole = '0', part = ''] = quantity.split('.');
  const scale = 10n ** BigInt(part.length);
  return Number((2n * BigInt(whole + part) * BigInt(price) + scale) / (2n * scale));
}
