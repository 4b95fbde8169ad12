/** An order as commands of the printer, in the order that it demands. */
import type { Item, Order, Reference } from '../contract.ts';
import { element } from '../xml.ts';

const OPERATOR = { operator: 1 };
const LEFT = { justification: 1 };
const MOST_TEXT = 38;
const MOST_MESSAGE = 46;
/** Message types of printRecMessage. */
const [HEAD, TRAILER, REFERENCE] = [1, 3, 4];
/** Adjustments of the last item: a discount, a gift, a voucher that was sold with its tax. */
const DISCOUNT = 0;
const DEDUCTIONS = { gift: 11, voucher: 12 } as const;
/** Stands for an original that nobody knows. */
const UNKNOWN = { z: 9999, number: 9999, serial: '00000000000' };

/** Whole cents as the printer reads them, `12,34`: with a comma all its programs understand it. */
export function amountOf(cents: number): string {
  const digits = String(cents).padStart(3, '0');
  return `${digits.slice(0, -2)},${digits.slice(-2)}`;
}

/** Line that names the document taken back: `REFUND 0012 0034 20112026 99MEX012345`. */
export function referenceLine(kind: 'return' | 'void', of: Reference | null, today: string): string {
  const { z, number, serial } = of ?? UNKNOWN;
  const [year, month, day] = (of?.day ?? today).split('-');
  const four = (n: number) => String(n).padStart(4, '0');
  return `${kind === 'return' ? 'REFUND' : 'VOID'} ${four(z)} ${four(number)} ${day}${month}${year} ${serial}`;
}

/** All commands of a receipt. @param today `YYYY-MM-DD`, for an original of which nobody knows the date */
export function receiptCommands(order: Order, today: string): string[] {
  const { kind, of = null, items, payments, lottery, customer, head = [], foot = [] } = order;
  const line = (messageType: number) => (message: string, i: number) =>
    element('printRecMessage', {
      ...OPERATOR,
      ...{ messageType, index: i + 1, font: 1, message: message.slice(0, MOST_MESSAGE) },
    });
  return [
    ...(kind === 'sale' ? [] : [line(REFERENCE)(referenceLine(kind, of, today), 0)]),
    element('beginFiscalReceipt', OPERATOR),
    ...head.map(line(HEAD)),
    ...items.flatMap(itemCommands),
    ...(lottery === undefined ? [] : [element('printRecLotteryID', { ...OPERATOR, code: lottery })]),
    ...(customer ? [customerCommand(customer)] : []),
    ...payments.map(({ text, amount, type, index }) =>
      element('printRecTotal', {
        ...{ ...OPERATOR, description: text.slice(0, MOST_TEXT), payment: amountOf(amount) },
        ...{ paymentType: type, index, ...LEFT },
      }),
    ),
    ...foot.map(line(TRAILER)),
    element('endFiscalReceipt', OPERATOR),
  ];
}

/** Who buys: 1060 takes a VAT number, 1061 the tax code of a person. */
function customerCommand({ kind, number }: NonNullable<Order['customer']>): string {
  return element('directIO', { command: kind === 'company' ? '1060' : '1061', data: `01${number}` });
}

function itemCommands({ text, quantity, price, department, discount, deductions = [] }: Item): string[] {
  const item = element('printRecItem', {
    ...{ ...OPERATOR, description: text.slice(0, MOST_TEXT), quantity: quantity.replace('.', ',') },
    ...{ unitPrice: amountOf(price), department, ...LEFT },
  });
  const off = (adjustmentType: number, description: string, amount: number) =>
    element('printRecItemAdjustment', {
      ...{ ...OPERATOR, description: description.slice(0, MOST_TEXT), adjustmentType },
      ...{ amount: amountOf(amount), department, ...LEFT },
    });
  return [
    item,
    ...(discount ? [off(DISCOUNT, discount.text, discount.amount)] : []),
    ...deductions.map(({ kind, text: name, amount }) => off(DEDUCTIONS[kind], name, amount)),
  ];
}
