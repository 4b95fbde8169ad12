/** What NAV is told of an invoice, from the receipt itself. Amounts in hundredths of its currency, with their sign. */
import { countedAs } from '../../base/fiscal-printer/items.ts';
import type { Cfg } from '../../../receipt/cfg.ts';
import { allocate } from '../../../receipt/modifiers.ts';
import { minor } from '../../../receipt/money.ts';
import { taxLineOf } from '../../../receipt/taxes.ts';
import { isTree, type Tree } from '../../../receipt/tree.ts';
import { isPayment, isPosition, type CompleteEsr, type Fis } from '../../../receipt/tra.ts';
import type { Json } from '../../../receipt/json.ts';
import { buyerOf, foreignNumber, readTaxNumber, type ForeignNumber, type TaxNumber } from '../customer.ts';
import { MOST } from '../order.ts';
import { groupOf } from '../taxes.ts';
import type { InvoiceOperation } from './crypto.ts';

/** Who sells: it is kept with the invoice, because the configuration may change before NAV is told. */
export interface Supplier extends Record<string, Json> {
  taxId: string;
  name: string;
  zip: string;
  city: string;
  street: string;
}

/** What is kept with an invoice of what NAV is told of it. */
export interface KeptInvoice {
  supplier: Supplier | null;
  /** ISO 4217, and forints for one of it, decimal text. */
  currency: string;
  rate: string;
}

/** Forint is the money of invoices that name none. */
export const [FORINT, ONE] = ['HUF', '1'];

/** The currency that a register sells in. */
export function currencyOf({ Cmp, Loc }: Pick<Cfg, 'Cmp' | 'Loc'>): string {
  return Loc?.Currency ?? Cmp.Currency ?? FORINT;
}

/** Reads what was kept with an invoice; earlier ones are in forint. */
export function keptOf({ supplier, currency, rate }: Tree): KeptInvoice {
  return {
    supplier: isTree(supplier) ? (supplier as unknown as Supplier) : null,
    currency: typeof currency === 'string' ? currency : FORINT,
    rate: typeof rate === 'string' ? rate : ONE,
  };
}

/** A line. */
export interface InvoiceLine {
  description: string;
  /** Decimal text with its sign. */
  quantity: string;
  unit: string;
  /** Of one unit, with tax. */
  price: number;
  amount: number;
  group: string;
}

/** An invoice. */
export interface HuInvoice {
  operation: InvoiceOperation;
  number: string;
  /** `YYYY-MM-DD`. */
  day: string;
  /** Of a modification or a cancellation: the invoice, how-manieth it is, and how many lines came before. */
  reference: { original: string; index: number; lines: number } | null;
  supplier: Supplier;
  customer: { name: string; zip: string; city: string; street: string; country: string } & (
    | { status: 'DOMESTIC'; taxNumber: TaxNumber }
    | { status: 'OTHER'; taxId: ForeignNumber }
    | { status: 'PRIVATE_PERSON' }
  );
  /** Paid with it: a simplified invoice with gross amounts; else one with net amounts. */
  isSimplified: boolean;
  paymentMethod: 'CASH' | 'CARD' | 'VOUCHER' | 'TRANSFER' | 'OTHER';
  lines: InvoiceLine[];
  /** By tax group. */
  taxes: { group: string; net: number; tax: number; gross: number }[];
  total: number;
  /** Of all amounts: ISO 4217, and forints for one of it, decimal text. */
  currency: string;
  rate: string;
}

const METHODS: Readonly<Record<string, HuInvoice['paymentMethod']>> = {
  ...{ cash: 'CASH', change: 'CASH', refund: 'CASH', foreign: 'CASH', rounding: 'CASH' },
  ...{ creditcard: 'CARD', debitcard: 'CARD', mobile: 'CARD', ec: 'CARD' },
  ...{ title: 'VOUCHER', voucher: 'VOUCHER', creditnote: 'VOUCHER', loyalty: 'VOUCHER' },
  open: 'TRANSFER',
};

/** Who sells, by the configuration; null where its address is not complete. */
export function supplierOf({ Cmp }: Cfg): Supplier | null {
  const text = (name: 'Nam' | 'Zip' | 'City' | 'Adr' | 'AdrNr') => {
    const value = Cmp[name];
    return typeof value === 'string' ? value.trim() : '';
  };
  const street = [text('Adr'), text('AdrNr')].filter((part) => part !== '').join(' ');
  const supplier = { taxId: Cmp.TaxId, name: text('Nam'), zip: text('Zip'), city: text('City'), street };
  const isComplete =
    Object.values(supplier).every((part) => part !== '') && readTaxNumber(Cmp.TaxId) !== null;
  return isComplete ? supplier : null;
}

/** An invoice of a completed receipt that has passed the checks, with what {@link fiscaliseInvoice} gave it and kept. */
export function invoiceOf(
  esr: CompleteEsr,
  fis: Fis | undefined,
  { supplier, currency, rate }: KeptInvoice & { supplier: Supplier },
): HuInvoice {
  const day = esr.D.slice(0, 10);
  const { FN, HU_Of, HU_Index, HU_Lines, HU_Operation } = fis ?? {};
  const { amounts } = allocate(esr.PosA, 2);
  const groupIn = (line: CompleteEsr['TaxA'][number]) => groupOf(line, day) ?? 'E';
  const lines = esr.PosA.flatMap((position, i): InvoiceLine[] => {
    if (!isPosition(position)) return [];
    const amount = amounts[i]!;
    const { quantity, price } = countedAs(position, Math.abs(amount), MOST);
    const line = taxLineOf(position, esr.TaxA);
    return [
      {
        description: (position.Dsc ?? '').trim() || '-',
        quantity: amount < 0 ? `-${quantity}` : quantity,
        unit: typeof position.QtyU === 'string' ? position.QtyU.trim() : '',
        ...{ price, amount, group: line ? groupIn(line) : 'E' },
      },
    ];
  });
  const methods = new Set(esr.PayA.filter(isPayment).map(({ PayG = 'cash' }) => METHODS[PayG] ?? 'OTHER'));
  const [method = 'OTHER'] = methods;
  return {
    ...{ number: String(FN), day, supplier, lines, currency, rate },
    operation: HU_Operation === 'STORNO' || HU_Operation === 'MODIFY' ? HU_Operation : 'CREATE',
    reference:
      typeof HU_Of === 'string'
        ? { original: HU_Of, index: Number(HU_Index), lines: Number(HU_Lines) }
        : null,
    customer: customerOf(esr),
    isSimplified: !methods.has('TRANSFER') && methods.size > 0,
    paymentMethod: methods.size === 1 ? method : 'OTHER',
    taxes: esr.TaxA.map((line) => ({
      group: groupIn(line),
      ...{ net: minor(line.Net, 2), tax: minor(line.TAmt, 2), gross: minor(line.Amt, 2) },
    })),
    total: minor(esr.T, 2),
  };
}

function customerOf({ Ctm = {} }: CompleteEsr): HuInvoice['customer'] {
  const read = buyerOf(Ctm);
  const buyer = 'buyer' in read ? read.buyer : null;
  const { name = '', zip = '', city = '', street = '', taxId = '' } = buyer ?? {};
  const country = /^[A-Z]{2}$/i.test(Ctm.Ctry ?? '') ? Ctm.Ctry!.toUpperCase() : 'HU';
  const at = { name, zip, city, street, country };
  const taxNumber = readTaxNumber(taxId);
  const foreign = foreignNumber(taxId, Ctm.Ctry);
  // Eight digits alone are of nobody in Hungary: see buyerOf.
  if (taxNumber && (taxNumber.vatCode !== '' || !foreign)) return { ...at, status: 'DOMESTIC', taxNumber };
  return foreign ? { ...at, status: 'OTHER', taxId: foreign } : { ...at, status: 'PRIVATE_PERSON' };
}
