/** Orders as documents of the register in the cloud. Amounts and quantities are texts with a point. */
import type { Buyer, CashMove, Item, Order, Payment } from '../contract.ts';
import type { Descriptor, StoredItem } from './answers.ts';

/** What is sent; `@type` says what it is. */
export type Body = Readonly<Record<string, unknown>>;

/** Types of documents of sales, as the register names them. */
export const SALES = ['RECEIPT', 'SIMPLE_INVOICE', 'RETURN_RECEIPT', 'VOID_RECEIPT'] as const;

const COLLECTORS = ['A', 'B', 'C', 'D', 'E'];
/** Types of payments in an order: {@link file://../../../countries/hu/payments.ts}. */
const [CASH, CARD, OTHER, ROUNDING, CHANGE] = [0, 1, 2, 3, 6];
const CASH_NAME = 'Készpénz';
const CURRENCY = 'HUF';
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
/** Reasons of the law for cash that is put in. */
const CASH_IN: Readonly<Record<number, string>> = {
  ...{ 1: 'CHANGE', 2: 'CASHIER_DEPOSIT', 3: 'COLLECTION', 4: 'LOTTERY_TICKET_SALE', 5: 'DEPOSIT' },
  ...{ 6: 'DEFICIT', 7: 'TIP' },
};
const OTHER_IN = 'OTHER_CASH_IN';

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
  const strange = payments.find(({ type }) => ![CASH, CARD, OTHER, ROUNDING, CHANGE].includes(type));
  if (strange) return `${strange.text}: foreign money is not known to the register`;
  const nowhere = items.find(({ department }) => COLLECTORS[department - 1] === undefined);
  if (nowhere) return `${nowhere.text}: there is no collector ${nowhere.department}`;
  if (kind === 'sale') return null;
  if (of?.name === undefined) return 'the document that is taken back has no number';
  return of.type === 'SZ' && !buyer ? 'an invoice is taken back with its customer (ESR.Ctm)' : null;
}

/** Begins a document. @param stored items of the document that becomes void */
export function createBody(systemId: string, order: Order, stored: readonly StoredItem[] = []): Body {
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
    receiptItems: kind === 'void' ? stored.map(voidedItem) : items.map((item) => itemOf(item, kind)),
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
      .filter(({ type, amount }) => type !== ROUNDING && type !== CHANGE && amount !== 0)
      .map((payment) => paymentOf(payment, sign)),
  };
}

/** Gives up a document that was begun. */
export function interruptBody(systemId: string, { type, day, id }: Descriptor): Body {
  return {
    ...{ '@type': 'closeInterruption', systemId },
    documentDescriptor: { type, docId: id, fiscalDayNo: day, interrupted: true },
  };
}

/** Opens the day. @param cash in the drawer, hundredths */
export function openBody(systemId: string, cash: number): Body {
  return { ...{ '@type': 'createFiscalDayOpen', systemId }, cashDrawer: [money(cash)], docCustomInfo: [] };
}

/** Reports how the register stands, or closes the day. */
export function reportBody(
  systemId: string,
  type: 'createCashRegisterReport' | 'createFiscalDayReport',
): Body {
  return { '@type': type, systemId, docCustomInfo: [] };
}

/** Cash that is put in; null for cash that is taken out, whose sign nobody has made public. */
export function cashBody(systemId: string, { direction, reason, text, amount }: CashMove): Body | null {
  if (direction !== 'in') return null;
  const pmtReason = CASH_IN[reason] ?? OTHER_IN;
  return {
    ...{ '@type': 'createCashFlowReport', systemId, pmtReason },
    otherTitle: pmtReason === OTHER_IN ? cut(text) : null,
    ...{ cashDrawer: [money(amount)], docCustomInfo: [], createDownloadInfo: false },
  };
}

function itemOf({ text, quantity, price, department, discount, unit = '' }: Item, kind: Order['kind']) {
  const sign = kind === 'sale' ? '' : '-';
  const named = UNITS[unit.trim().toLowerCase()] ?? 'PIECE';
  // Nobody has made public how a discount is sent: what is left is the price of one piece, and the text says why.
  const left = discount ? [1n, grossOf(quantity, price) - BigInt(discount.amount)] : null;
  const off = discount && textInfo(`${discount.text} -${amountText(discount.amount)}`, 1);
  return {
    itemName: cut(text),
    itemArticleNo: null,
    itemUnitPrice: amountText(left ? Number(left[1]) : price),
    itemQty: `${sign}${left ? '1.0000' : quantityText(quantity)}`,
    itemUnit: left ? 'PIECE' : named,
    itemCat: kind === 'return' ? 'RETURN' : 'SALE',
    itemDept: COLLECTORS[department - 1],
    itemCustomInfo: off ? [off] : [],
  };
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

function paymentOf({ text, amount, type }: Payment, sign: 1 | -1) {
  const paid = { moneyAmount: amountText(sign * amount), currency: CURRENCY };
  if (type === CASH) return { name: CASH_NAME, moneyCat: 'CASH', moneySubCat: null, ...paid };
  if (type === CARD) return { name: cut(text), moneyCat: 'CARD', moneySubCat: null, ...paid };
  return { name: cut(text), moneyCat: 'OTHER_CHANGE_NON_RETURNABLE', moneySubCat: cut(text), ...paid };
}

function money(amount: number) {
  return {
    moneyCat: 'CASH',
    name: CASH_NAME,
    moneySubCat: null,
    moneyAmount: amountText(amount),
    currency: CURRENCY,
  };
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

/** Hundredths as text, `1499.00`. */
export function amountText(amount: number): string {
  const digits = String(Math.abs(amount)).padStart(3, '0');
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

function quantityText(quantity: string): string {
  const [units = '0', part = ''] = quantity.split('.');
  return `${units}.${part.padEnd(4, '0').slice(0, 4)}`;
}

/** Hundredths of a quantity at a price, half up. */
function grossOf(quantity: string, price: number): bigint {
  const tenThousandths = BigInt(quantityText(quantity).replace('.', ''));
  return (tenThousandths * BigInt(price) + 5000n) / 10_000n;
}

/** One line of a length that a register may take. */
function cut(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ').slice(0, MOST_TEXT);
}
