/** An order as commands of the old protocol. */
import type { Item, Order, Payment } from '../contract.ts';
import { inLetters } from '../letters.ts';
import { amountText, worth } from '../amount.ts';
import { CR } from './frame.ts';

const MOST = { name: 40, payment: 16, line: 40 };
const PTU = 'ABCDEFG';
/** Lines of text that fit behind a receipt. */
const MOST_LINES = 3;
const CHANGE = 1;
const CASH = 0;
const STORNO = 0;
/** Kinds of discount. */
const [NONE, AMOUNT] = [0, 1];
/** Types of payment by {@link Payment.type}. */
const TYPES: Readonly<Record<number, number>> = { 2: 1, 3: 2, 4: 3, 5: 5, 6: 4, 7: 3, 8: 4, 9: 4 };

/** All commands of a receipt. */
export function receiptCommands({ items, payments, total, customer, foot = [] }: Order): string[] {
  const nip = customer ? [`NIP NABYWCY: ${customer.number}`] : [];
  return ['0$h', ...items.map(itemCommand), end(payments, total, [...nip, ...foot].slice(0, MOST_LINES))];
}

/** Separators of the protocol are no part of a text. */
function field(text: string, most: number): string {
  return inLetters(text, 'mazovia').replace(/[\\/]/g, ' ').slice(0, most).trimEnd();
}

function itemCommand({ text, quantity, price, department, discount, cancels }: Item, i: number): string {
  const line = cancels === undefined ? i + 1 : STORNO;
  const gross = amountText(worth(quantity, price));
  const off = discount ? amountText(discount.amount) : '0';
  const letter = PTU[department] ?? '';
  const head = `${line};${discount ? AMOUNT : NONE}$l`;
  return `${head}${field(text, MOST.name)}${CR}${quantity}${CR}${letter}/${amountText(price)}/${gross}/${off}/`;
}

/** The end: cash is counted by itself, other payments by their type; the printer works out the change. */
function end(payments: readonly Payment[], total: number, lines: readonly string[]): string {
  const paid = payments.filter(({ index }) => index !== CHANGE);
  const cash = paid.filter(({ type }) => type === CASH).reduce((sum, { amount }) => sum + amount, 0);
  const others = paid.filter(({ type }) => type !== CASH);
  const parameters = [
    ...[lines.length, 0, 1, 0, 0, 0, 0, 0, others.length, 0, cash > 0 ? 1 : 0],
    ...others.map(({ type }) => TYPES[type] ?? 4),
  ];
  const texts = [
    '',
    '',
    ...lines.map((line) => field(line, MOST.line)),
    ...others.map(({ text }) => field(text, MOST.payment)),
  ];
  const amounts = [total, total, 0, cash, ...others.map(({ amount }) => amount), 0];
  const codes = parameters.map((n) => `${n};`).join('');
  const fields = texts.map((text) => `${text}${CR}`).join('');
  return `${codes}$y${fields}${amounts.map((n) => `${n === 0 ? '0' : amountText(n)}/`).join('')}`;
}
