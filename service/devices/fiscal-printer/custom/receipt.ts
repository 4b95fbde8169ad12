/** An order as elements of the printer, in the order that it demands. Amounts are cents, quantities thousandths. */
import type { Deduction, Item, Order, Payment, Reference } from '../contract.ts';
import { fitted } from '../fitted.ts';
import { element } from '../xml.ts';

const MOST_TEXT = 22;
/** Characters of a line in the font that is used. */
export const MOST_LINE = 42;
/** Types of printRecMessage: in the body, behind the payments. */
const [BODY, TRAILER] = [1, 3];
const DISCOUNT = 3;
/** Pitch of a fixed line that names the customer. */
const CUSTOMER = 'B';
/** Preset payments by the type and index of an order (command 3007). */
const PAYMENTS: Readonly<Record<string, number>> = {
  ...{ '0-0': 1, '1-0': 2, '2-0': 4, '2-1': 3, '4-1': 5 },
  ...{ '5-0': 7, '5-1': 7, '5-2': 50, '5-3': 51, '5-4': 52, '5-5': 53 },
  ...{ '6-0': 53, '6-1': 53 },
};
const CASH = 1;

/** Why the elements of an order cannot be made; null when they can. */
export function impossible({ payments }: Order): string | null {
  const wrong = payments.find((one) => paymentType(one) === undefined);
  return wrong ? `there is no payment ${wrong.type}-${wrong.index}` : null;
}

function paymentType({ type, index }: Payment): number | undefined {
  const name = `${type}-${index}`;
  return Object.hasOwn(PAYMENTS, name) ? PAYMENTS[name] : undefined;
}

/** Opens a return or an annulment. @param today `YYYY-MM-DD`, for an original of which nobody knows the date */
export function opening(kind: Order['kind'], of: Reference | null, today: string): string {
  if (kind === 'sale') return element('beginFiscalReceipt');
  const name = kind === 'return' ? 'beginRtDocRefund' : 'beginRtDocAnnulment';
  const [year, month, day] = (of?.day ?? today).split('-');
  const docDate = `${day}${month}${year!.slice(2)}`;
  if (!of) return element(`${name}Special`, { service: 'ND', docDate });
  const { z, number, serial } = of;
  return element(name, {
    ...{ docRefZ: String(z).padStart(4, '0'), docRefNumber: String(number).padStart(4, '0'), docDate },
    ...{ printPreview: 0, fiscalSerial: serial, checkOnly: 0 },
  });
}

/** All elements of a receipt. */
export function receiptElements(order: Order, today: string): string[] {
  const { kind, of = null, items, payments, lottery, customer, head = [], foot = [] } = order;
  const line = (messageType: number) => (message: string) =>
    fitted(message, MOST_LINE).map((part) =>
      element('printRecMessage', { messageType, font: 3, message: part }),
    );
  return [
    opening(kind, of, today),
    ...(lottery === undefined ? [] : [element('setLotteryCode', { code: lottery })]),
    ...items.flatMap(itemElements),
    // The body has no place before its first sale.
    ...head.flatMap(line(BODY)),
    ...(customer ? [element('fixedLines', { description: customer.number, pitch: CUSTOMER })] : []),
    // What is taken back is paid as the original was: the printer takes no payments then.
    ...(kind === 'sale' ? payments : []).map((payment) =>
      element('printRecTotal', {
        ...{ description: payment.text.slice(0, MOST_TEXT), payment: payment.amount },
        paymentType: paymentType(payment) ?? CASH,
        ...(paymentType(payment) === PAYMENTS['4-1'] && { paymentQty: 1 }),
      }),
    ),
    ...foot.flatMap(line(TRAILER)),
    element('endFiscalReceiptCut'),
  ];
}

function itemElements({ text, quantity, price, department, discount, deductions = [] }: Item): string[] {
  const item = element('printRecItem', {
    ...{ description: text.slice(0, MOST_TEXT), unitPrice: price, idVat: department },
    quantity: thousandths(quantity),
  });
  const off = (description: string, amount: number) =>
    element('printRecItemAdjustment', {
      ...{ adjustmentType: DISCOUNT, description: description.slice(0, MOST_TEXT), amount },
      ...{ department: 1, idVat: department },
    });
  const taken = ({ kind, text: name, amount }: Deduction) =>
    kind === 'gift' ? element('printRecGift') : off(name, amount);
  return [item, ...(discount ? [off(discount.text, discount.amount)] : []), ...deductions.map(taken)];
}

/** `1.5` is 1500. */
function thousandths(quantity: string): number {
  const [whole = '0', part = ''] = quantity.split('.');
  return Number(whole) * 1000 + Number(part.padEnd(3, '0'));
}
