/** An order as commands of the Posnet protocol, in the order that it demands. */
import type { Item, Order, Payment } from '../contract.ts';
import type { Parameter } from './frame.ts';

/** A command with its parameters. */
export type Command = readonly [name: string, parameters: readonly Parameter[]];

/** An order that is an invoice. */
type Invoice = Required<Pick<Order, 'buyer' | 'invoice'>>;

/** Longest texts of the protocol. */
const MOST = { name: 80, unit: 4, discount: 25, payment: 25, line: 40, buyer: 256 };
/** Places on an invoice: its head, and its foot. */
const [HEAD, FOOT] = [0, 2];
/** Lines that may follow a receipt. */
export const MOST_FOOTER = 60;
/** Identifier of a line that is free text. */
const FREE_LINE = 25;
/** {@link Payment.index} of change. */
export const CHANGE = 1;

/** All commands of a receipt. Nothing is on paper before the last one is done: it is sent as a block. */
export function receiptCommands(order: Order): Command[] {
  const { items, payments, total, customer, foot = [] } = order;
  if (order.buyer && order.invoice !== undefined)
    return invoiceCommands({ ...order, buyer: order.buyer, invoice: order.invoice });
  const sum = (list: readonly Payment[]) => list.reduce((all, { amount }) => all + amount, 0);
  const change = payments.filter(({ index }) => index === CHANGE);
  const paid = payments.filter(({ index }) => index !== CHANGE);
  const lines = foot.slice(0, MOST_FOOTER);
  return [
    ['trinit', [['bm', true]]],
    ...items.map((item): Command => ['trline', itemParameters(item)]),
    ...(customer ? [['trnipset', [['ni', customer.number]]] as const] : []),
    ...[...paid, ...change].map((payment): Command => ['trpayment', paymentParameters(payment)]),
    [
      'trend',
      [
        ['to', total],
        ...(change.length > 0 ? [['re', sum(change)] as const] : []),
        ['fp', sum(paid)],
        ...(lines.length > 0 ? [['fe', false] as const] : []),
      ],
    ],
    ...footer(lines),
  ];
}

/** All commands of an invoice, which has neither means of payment nor stornos. */
function invoiceCommands({ items, total, buyer, invoice, foot = [] }: Order & Invoice): Command[] {
  const { name, street, zip, city, taxId = '' } = buyer;
  const gone = new Set(items.flatMap(({ cancels }, i) => (cancels === undefined ? [] : [i, cancels])));
  const text = (line: string): Command => [
    'trfvfreedata',
    [
      ['tx', line.slice(0, MOST.line)],
      ['sc', FOOT],
    ],
  ];
  return [
    ['trfvinit', []],
    [
      'trfvbuyer',
      [
        ['na', name.slice(0, MOST.buyer)],
        ['ni', taxId],
        ['ad', `${street}, ${zip} ${city}`.slice(0, MOST.buyer)],
        ['sc', HEAD],
      ],
    ],
    [
      'trfvnumber',
      [
        ['nb', invoice],
        ['sc', HEAD],
      ],
    ],
    ...items.filter((_, i) => !gone.has(i)).map((item): Command => ['trline', itemParameters(item)]),
    ...foot.slice(0, MOST_FOOTER).map(text),
    ['trend', [['to', total]]],
  ];
}

/** Lines behind the receipt; it is in the memory by then. */
function footer(lines: readonly string[]): Command[] {
  if (lines.length === 0) return [];
  const line = (text: string): Command => [
    'trftrln',
    [
      ['id', FREE_LINE],
      ['na', text.slice(0, MOST.line)],
    ],
  ];
  return [...lines.map(line), ['trftrend', []]];
}

function itemParameters({ text, quantity, price, department, discount, unit, cancels }: Item): Parameter[] {
  const isOne = quantity === '1';
  return [
    ['na', text.slice(0, MOST.name)],
    ['vt', department],
    ['pr', price],
    ...(cancels === undefined ? [] : [['st', true] as const]),
    ...(isOne ? [] : [['il', quantity] as const]),
    ...(unit === undefined ? [] : [['jm', unit.slice(0, MOST.unit)] as const]),
    ...(discount
      ? ([
          ['rd', true],
          ['rn', discount.text.slice(0, MOST.discount)],
          ['rw', discount.amount],
        ] as const)
      : []),
  ];
}

/** Paid by telephone: other means, with a name. */
const [MOBILE, OTHER] = [9, 6];

function paymentParameters({ text, amount, type, index }: Payment): Parameter[] {
  return [
    ['ty', type === MOBILE ? OTHER : type],
    ['wa', amount],
    // Cash and change have names of their own on paper.
    ...(type === 0 ? [] : [['na', text.slice(0, MOST.payment)] as const]),
    ['re', index === CHANGE],
  ];
}
