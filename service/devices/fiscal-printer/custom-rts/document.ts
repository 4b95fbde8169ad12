/**
 * An order as a document of the RT server: JSON whose SHA-256 is signed with the key of the
 * cash, each one over the signature of the one before. Amounts are cents, quantities thousandths.
 */
import { createHash, createHmac } from 'node:crypto';
import type { Item, Order, Payment } from '../contract.ts';
import { fitted } from '../fitted.ts';

/** Where the chain of a cash ends. */
export interface ChainEnd {
  cash: string;
  serial: string;
  /** Key of the cash, Base64. */
  key: string;
  /** Signature of the last document, or what the day begins with. */
  signature: string;
  /** Day of the next document, and its number. */
  z: number;
  number: number;
  grandTotal: number;
}

/** Message of a document. */
export interface SignedDocument {
  fiscalData: string;
  qrData: { shaMetadata: string; signature: string; addInfo: string };
}

const DOCUMENT_TYPES = { sale: 1, return: 3, void: 5 } as const;
/** Types of a line: something sold, a payment, a gift, text. */
const [SOLD, PAYMENT, GIFT, TEXT] = ['1', '5', '8', '97'];
/** How a payment is counted, by type and index of an order. */
const PAYMENT_IDS: Readonly<Record<string, string>> = {
  ...{ '0-0': '1', '1-0': '1', '2-0': '2', '2-1': '2', '4-1': '4' },
  ...{ '5-0': '3', '5-1': '3', '5-2': '5', '5-3': '6', '5-4': '7', '5-5': '3' },
  ...{ '6-0': '8', '6-1': '8' },
};
const LINE = 40;
const WITHOUT_REFERENCE = -1;
/** Stands for an original of another cash, or one that nobody knows. */
const FOREIGN = 'ND';

/** What a group of tax comes to. */
interface TaxLine {
  gross: number;
  tax: number;
  /** Hundredths of a percent. */
  vatvalue: number;
  vatcode: string;
}

/** Why the document of an order cannot be made; null when it can. */
export function impossible({ items, payments }: Order): string | null {
  const wrong = payments.find((one) => paymentId(one) === undefined);
  if (wrong) return `there is no payment ${wrong.type}-${wrong.index}`;
  const bare = items.find(({ rate = '0', nature }) => hundredths(rate) === 0 && nature === undefined);
  return bare ? `${bare.text} has neither a rate nor a nature` : null;
}

/** Tax of an order by its rates, each worked out of their sum. */
export function taxesOf({ items }: Order): TaxLine[] {
  const sums = new Map<string, TaxLine>();
  for (const item of items) {
    const vatvalue = hundredths(item.rate ?? '0');
    const vatcode = vatvalue === 0 ? (item.nature ?? '') : '';
    const name = `${vatvalue} ${vatcode}`;
    const known = sums.get(name) ?? { gross: 0, tax: 0, vatvalue, vatcode };
    sums.set(name, { ...known, gross: known.gross + amountOf(item) });
  }
  return [...sums.values()].map((line) => ({
    ...line,
    tax: Math.round((line.gross * line.vatvalue) / (10_000 + line.vatvalue)),
  }));
}

/** The message of an order. @param time local, `YYYY-MM-DDThh:mm:ss` */
export function signedDocument(order: Order, end: ChainEnd, time: string): SignedDocument {
  const { kind, of = null, customer, lottery, total } = order;
  const isOwn = of?.serial === end.serial;
  const reference = {
    referenceClosurenumber: of ? of.z : WITHOUT_REFERENCE,
    referenceDocnumber: of ? of.number : WITHOUT_REFERENCE,
    referenceDtime: kind === 'sale' ? null : `${of?.day ?? time.slice(0, 10)} 00:00:00`,
    ...(kind !== 'sale' && { referenceCashuuid: isOwn ? end.cash : FOREIGN }),
  };
  const document = {
    ...{ cashuuid: end.cash, doctype: DOCUMENT_TYPES[kind], dtime: time.replace('T', ' ') },
    ...{ docnumber: end.number, docznumber: end.z, amount: total },
    fiscalcode: customer?.kind === 'person' ? customer.number : '',
    vatcode: customer?.kind === 'company' ? customer.number : '',
    ...{ fiscaloperator: '', businessname: null },
    ...{ prevSignature: end.signature, grandTotal: end.grandTotal },
    ...reference,
    ...(lottery !== undefined && { lottery_client_code: lottery }),
  };
  const taxs = taxesOf(order).map((line) => ({ ...line, additional_tax_data: [] }));
  const fiscalData = JSON.stringify({ document, items: linesOf(order), taxs });
  return { fiscalData, qrData: { ...sealOf(fiscalData, end.key), addInfo: '' } };
}

/** What vouches for a document. @param key Base64 */
export function sealOf(fiscalData: string, key: string): { shaMetadata: string; signature: string } {
  const shaMetadata = createHash('sha256').update(fiscalData).digest('base64');
  const signature = createHmac('sha256', Buffer.from(key, 'base64')).update(shaMetadata).digest('base64');
  return { shaMetadata, signature };
}

function linesOf({ items, payments, head = [], foot = [] }: Order): Record<string, string>[] {
  const text = (description: string) => fitted(description, LINE).map((part) => line(TEXT, part, 0));
  return [
    ...head.flatMap(text),
    ...items.flatMap((item) => {
      const vat = { vatvalue: String(hundredths(item.rate ?? '0')), vatcode: item.nature ?? '' };
      const { discount, deductions = [] } = item;
      const sold = line(SOLD, item.text, grossOf(item), {
        ...{ quantity: thousandths(item.quantity), unitprice: String(item.price) },
        ...vat,
      });
      const off = (name: string, amount: number) => line(SOLD, name, -amount, vat);
      return [
        sold,
        ...(discount ? [off(discount.text, discount.amount)] : []),
        ...deductions.map(({ kind, text: name, amount }) =>
          kind === 'gift' ? line(GIFT, name, -amount, vat) : off(name, amount),
        ),
      ];
    }),
    ...payments.map((payment) =>
      line(PAYMENT, payment.text, payment.amount, { paymentid: paymentId(payment) ?? '' }),
    ),
    ...foot.flatMap(text),
  ];
}

function line(type: string, description: string, amount: number, more: Record<string, string> = {}) {
  return {
    ...{ type, description: description.slice(0, LINE), amount: String(amount), quantity: '1000' },
    ...{ unitprice: '', vatvalue: '', fiscalvoid: '0', signid: '1', paymentid: '' },
    ...{ plu: '', department: '', vatcode: '' },
    ...more,
  };
}

function paymentId({ type, index }: Payment): string | undefined {
  const name = `${type}-${index}`;
  return Object.hasOwn(PAYMENT_IDS, name) ? PAYMENT_IDS[name] : undefined;
}

/** Cents of an item before anything is taken off. */
function grossOf({ quantity, price }: Item): number {
  const exact = BigInt(thousandths(quantity)) * BigInt(price);
  return Number((exact + 500n) / 1000n);
}

function amountOf(item: Item): number {
  const off = (item.discount ? [item.discount] : []).concat(item.deductions ?? []);
  return off.reduce((rest, { amount }) => rest - amount, grossOf(item));
}

function thousandths(quantity: string): string {
  const [whole = '0', part = ''] = quantity.split('.');
  return String(Number(whole) * 1000 + Number(part.padEnd(3, '0')));
}

/** `22` is 2200. */
function hundredths(rate: string): number {
  const [whole = '0', part = ''] = rate.split('.');
  return Number(whole) * 100 + Number(part.padEnd(2, '0').slice(0, 2));
}
