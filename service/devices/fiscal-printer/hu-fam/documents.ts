/** Orders as documents of the register in the cloud. Amounts and quantities are texts with a point. */
import { amountText, worth } from '../amount.ts';
import type { Buyer, Item, Order, Payment } from '../contract.ts';
import type { Descriptor, StoredItem } from './answers.ts';

/** What is sent; `@type` says what it is. */
export type Body = Readonly<Record<string, unknown>>;

/**
 * How a discount is sent: as an item of its own, or taken off the price of one piece that names
 * it. The authority has made public that there are such items, and not how their amount is written.
 */
export type DiscountStyle = 'item' | 'net';

/** Types of documents of sales, as the register names them. */
export const SALES = ['RECEIPT', 'SIMPLE_INVOICE', 'RETURN_RECEIPT', 'VOID_RECEIPT'] as const;

const COLLECTORS = ['A', 'B', 'C', 'D', 'E'];
/** Types of payments in an order: {@link file://../../../countries/hu/payments.ts}. */
const [CASH, CARD, OTHER, ROUNDING, FOREIGN, CHANGE] = [0, 1, 2, 3, 4, 6];
/** Names of money. */
export const [CASH_NAME, CURRENCY] = ['Készpénz', 'HUF'];
const [PIECE, ONE] = ['PIECE', '1.0000'];
const LINE = 42;
const MOST_TEXT = 100;
const UNITS: Readonly<Record<string, string>> = {
  ...{
    kg: 'KILOGRAM',
    t: 'TON',
    kwh: 'KWH',
    nap: 'DAY',
    óra: 'HOUR',
    h: 'HOUR',
    perc: 'MINUTE',
    min: 'MINUTE',
  },
  ...{ hó: 'MONTH', l: 'LITER', liter: 'LITER', km: 'KILOMETER', m3: 'CUBIC_METER', m2: 'SQUARE_METER' },
  ...{ m: 'METER', fm: 'LINEAR_METER', karton: 'CARTON', csomag: 'PACK' },
};
/** What kind of document an order becomes, and what its messages are called. */
export function kindOf({ kind, buyer }: Pick<Order, 'kind' | 'buyer'>): {
  type: (typeof SALES)[number];
  create: string;
  close: string;
} {
  if (kind === 'return')
    return { type: 'RETURN_RECEIPT', create: 'createReturnReceipt', close: 'closeReturnReceipt' };
  if (kind === 'void')
    return { type: 'VOID_RECEIPT', create: 'createVoidReceipt', close: 'closeVoidReceipt' };
  return buyer
    ? { type: 'SIMPLE_INVOICE', create: 'createSimpleInvoice', close: 'closeSimpleInvoice' }
    : { type: 'RECEIPT', create: 'createReceipt', close: 'closeReceipt' };
}

/** Why an order is no document of this register; null when it is one. */
export function impossible({ kind, of, items, payments, buyer }: Order): string | null {
  const known = [CASH, CARD, OTHER, ROUNDING, FOREIGN, CHANGE];
  const strange = payments.find(
    ({ type, foreign }) => !known.includes(type) || (type === FOREIGN && !foreign),
  );
  if (strange) return `${strange.text}: the register does not know this kind of payment`;
  const nowhere = items.find(({ department }) => COLLECTORS[department - 1] === undefined);
  if (nowhere) return `${nowhere.text}: there is no collector ${nowhere.department}`;
  if (kind === 'sale') return null;
  if (of?.name === undefined) return 'the document that is taken back has no number';
  return of.type === 'SZ' && !buyer ? 'an invoice is taken back with its customer (ESR.Ctm)' : null;
}

/** Begins a document. @param stored items of the document that becomes void */
export function createBody(
  systemId: string,
  order: Order,
  stored: readonly StoredItem[] = [],
  style: DiscountStyle = 'item',
): Body {
  const { kind, of, buyer, reason = '', items } = order;
  const isInvoice = of?.type === 'SZ';
  const day = of ? Date.parse(`${of.day}T00:00:00Z`) : 0;
  const terms = isInvoice
    ? { fulfillmentDate: day, paymentDue: day, paymentType: 'CASH' }
    : { fulfillmentDate: null, paymentDue: null, paymentType: null };
  const source = of && {
    sourceDocNo: of.name,
    ...(kind === 'return' && { returnReason: reason }),
    ...(kind === 'void' && { voidReason: reason }),
    ...((kind === 'return' || isInvoice) && {
      sourceDocType: isInvoice ? 'SIMPLE_INVOICE' : 'RECEIPT',
      ...terms,
    }),
  };
  return {
    ...{ '@type': kindOf(order).create, systemId },
    ...source,
    ...(buyer && { billTo: billTo(buyer) }),
    receiptItems:
      kind === 'void' ? stored.map(voidedItem) : items.flatMap((item) => itemsOf(item, kind, style)),
  };
}

/** Ends a document. */
export function closeBody(systemId: string, order: Order, documentId: number): Body {
  const { kind, payments, head = [], foot = [] } = order;
  const sign = kind === 'sale' ? 1 : -1;
  return {
    ...{ '@type': kindOf(order).close, systemId, documentId },
    docCustomInfo: [...head, ...foot].map((line, i) => textInfo(line, i + 1)),
    // Change and rounding are the register's own business.
    paymentDetails: payments
      .filter(({ type }) => type !== ROUNDING && type !== CHANGE)
      .map((payment) => paymentOf(payment, sign)),
  };
}

/** Says to whose app a document goes that was begun. */
export function keyBody(
  systemId: string,
  { type, day, id }: Descriptor,
  { key, date }: NonNullable<Order['appKey']>,
): Body {
  return { systemId, documentDescriptor: { type, fiscalDayNo: day, docId: id }, publicKey: key, date };
}

/** Gives up a document that was begun. */
export function interruptBody(systemId: string, { type, day, id }: Descriptor): Body {
  return {
    ...{ '@type': 'closeInterruption', systemId },
    documentDescriptor: { type, docId: id, fiscalDayNo: day, interrupted: true },
  };
}

/** An item, and what is taken off it. What reduces a document has the other sign in its quantity. */
function itemsOf(item: Item, kind: Order['kind'], style: DiscountStyle) {
  const { text, quantity, price, department, discount, unit = '' } = item;
  const [sign, other] = kind === 'sale' ? ['', '-'] : ['-', ''];
  const itemDept = COLLECTORS[department - 1];
  const isNet = discount !== undefined && style === 'net';
  const sold = {
    itemName: cut(text),
    itemArticleNo: null,
    itemUnitPrice: amountText(isNet ? worth(quantityText(quantity), price) - discount.amount : price),
    itemQty: `${sign}${isNet ? ONE : quantityText(quantity)}`,
    itemUnit: isNet ? PIECE : (UNITS[unit.trim().toLowerCase()] ?? PIECE),
    itemCat: kind === 'return' ? 'RETURN' : 'SALE',
    itemDept,
    itemCustomInfo: isNet ? [textInfo(`${discount.text} -${amountText(discount.amount)}`, 1)] : [],
  };
  if (!discount || isNet) return [sold];
  const off = {
    ...{ itemName: cut(discount.text), itemArticleNo: null, itemUnitPrice: amountText(discount.amount) },
    ...{ itemQty: `${other}${ONE}`, itemUnit: PIECE, itemCat: 'DISCOUNT', itemDept, itemCustomInfo: [] },
  };
  return [sold, off];
}

/** The same item the other way, as the register itself has it. */
function voidedItem({ id, articleNo, itemQty, itemCat, ...item }: StoredItem) {
  const isBack = itemQty.startsWith('-');
  return {
    ...{ itemRef: id, itemName: item.itemName, itemArticleNo: articleNo, itemUnitPrice: item.itemUnitPrice },
    itemQty: isBack ? itemQty.slice(1) : `-${itemQty}`,
    ...{ itemUnit: item.itemUnit, itemCat: `VOID_${itemCat}`, itemDept: item.itemDept, itemCustomInfo: [] },
  };
}

function paymentOf({ text, amount, type, foreign }: Payment, sign: 1 | -1) {
  const paid = { moneyAmount: amountText(sign * amount), currency: CURRENCY };
  const cash = { moneyCat: 'CASH', moneySubCat: null };
  if (type === CASH) return { name: CASH_NAME, ...cash, ...paid };
  if (foreign) {
    const money = { moneyAmount: amountText(sign * foreign.amount), currency: foreign.currency };
    return { name: cut(text), ...cash, ...money };
  }
  if (type === CARD) return { name: cut(text), moneyCat: 'CARD', moneySubCat: null, ...paid };
  return { name: cut(text), moneyCat: 'OTHER_CHANGE_NON_RETURNABLE', moneySubCat: cut(text), ...paid };
}

function billTo({ name, zip, city, street, taxId }: Buyer) {
  const [, taxpayerId, vatCode, countyCode] = /^(\d{8})-(\d)-(\d\d)$/.exec(taxId ?? '') ?? [];
  const country =
    taxId === undefined || countyCode !== undefined ? 'HU' : taxId.slice(0, 2).replace('EL', 'GR');
  return {
    name: cut(name),
    address: {
      ...{ addressType: 'SIMPLE', countryCode: country, postCode: cut(zip), city: cut(city) },
      additionalAddressDetail: cut(street),
    },
    ...(countyCode !== undefined && { taxNumber: { taxpayerId, vatCode, countyCode } }),
    ...(taxId !== undefined && countyCode === undefined && { communityTaxNumber: taxId }),
    customerVatStatus:
      taxId === undefined ? 'PRIVATE_PERSON' : countyCode === undefined ? 'OTHER' : 'DOMESTIC',
    // One on paper must be printed twice and confirmed before the next document.
    invoiceType: 'ELECTRONIC',
  };
}

function textInfo(text: string, orderId: number) {
  return { '@type': 'text', text: text.slice(0, LINE), alignment: 'LEFT', orderId };
}

function quantityText(quantity: string): string {
  const [units = '0', part = ''] = quantity.split('.');
  return `${units}.${part.padEnd(4, '0').slice(0, 4)}`;
}

/** One line of a length that a register may take. */
export function cut(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ').slice(0, MOST_TEXT);
}
