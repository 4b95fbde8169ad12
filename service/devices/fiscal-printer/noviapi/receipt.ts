/** An order as NoviApi takes it: amounts are texts with a point. */
import { amountText, worth } from '../amount.ts';
import type { Buyer, Item, Order, Payment } from '../contract.ts';
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

/** Whole cents of `12.34`; null for what is none. */
export function cents(text: string): number | null {
  const [, whole, part] = /^(\d{1,12})[.,](\d\d)$/.exec(text) ?? [];
  return part === undefined ? null : Number(whole) * 100 + Number(part);
}

/** The body of a receipt, or of an invoice. What is taken back within it is not on its paper, and neither is what it takes back. */
export function receiptBody(order: Order): Json {
  const { items, payments, total, customer, electronic, buyer, invoice, foot = [] } = order;
  const gone = new Set(items.flatMap(({ cancels }, i) => (cancels === undefined ? [] : [i, cancels])));
  const sum = (list: readonly Payment[]) => list.reduce((all, { amount }) => all + amount, 0);
  const change = sum(payments.filter(({ index }) => index === CHANGE));
  const paid = payments.filter(({ index }) => index !== CHANGE);
  const sold = {
    items: items.filter((_, i) => !gone.has(i)).map((item) => ({ article: articleOf(item) })),
    payments: paid.map(paymentOf),
    summary: {
      ...{ total: amountText(total), pay_in: amountText(sum(paid)) },
      ...(change > 0 && { change: amountText(change) }),
    },
    ...(foot.length > 0 && { printout_lines: textLines(foot) }),
  };
  const sent = electronic ? documentOf(electronic) : {};
  if (buyer && invoice !== undefined)
    return { invoice: { info: { number: invoice }, buyer: { ...companyOf(buyer), ...sent }, ...sold } };
  const has = customer !== undefined || electronic !== undefined;
  return {
    receipt: { ...sold, ...(has && { buyer: { ...(customer && { nip: customer.number }), ...sent } }) },
  };
}

/** Who gets an invoice. */
function companyOf({ name, street, zip, city, taxId }: Buyer): { [name: string]: Json } {
  return { name, address: [street, `${zip} ${city}`], ...(taxId !== undefined && { nip: taxId }) };
}

/** The hub of the ministry, and what is done with paper. */
const [HUB, WITH_PAPER, WITHOUT_PAPER] = ['MF', 'print_send_later', 'no_print_send_later'];

/** An electronic receipt: the printer sends it by itself. */
function documentOf({ id, onPaper }: NonNullable<Order['electronic']>): { e_document: Json } {
  const print_send_mode = onPaper ? WITH_PAPER : WITHOUT_PAPER;
  return { e_document: { transaction_id: id, protocol: HUB, print_send_mode } };
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

function paymentOf({ text, amount, type, foreign }: Payment): Json {
  if (foreign && isExact(foreign, amount)) {
    const { currency, amount: value, rate } = foreign;
    const worth = { currency_value: amountText(value), local_value: amountText(amount) };
    return { currency: { course: rate, ...worth, is_change: false, name: currency } };
  }
  const kind = KINDS[type] ?? 'other';
  const name = kind === 'cash' ? {} : { name: text.slice(0, MOST.payment) };
  return { [kind]: { ...name, value: amountText(amount) } };
}

/** Parts of a rate of four decimals. */
const PARTS = 10_000n;

/** Whether a rate of four decimals makes the amount to the grosz: what it does not goes out as other means. */
function isExact({ amount: value, rate }: NonNullable<Payment['foreign']>, amount: number): boolean {
  const times = BigInt(value) * BigInt(rate.replace('.', ''));
  return (2n * times + PARTS) / (2n * PARTS) === BigInt(amount);
}
