/** Messages to FURS (JSON; names and order of FiscalVerificationSchema). */
import { amountText } from '../../receipt/money.ts';
import { ExactNumber, exactJson, type ExactJson } from '../base/exact-json.ts';
import type { Premises } from './premises.ts';
import type { SiReceipt, TaxRow, Untaxed } from './receipt-data.ts';
import type { Reference } from './references.ts';

/** What every message begins with. */
export interface Header {
  /** UUID version 4; another one for each try. */
  id: string;
  /** When it is sent, ms since 1970. */
  sentAt: number;
}

type Parts = Readonly<Record<string, ExactJson | undefined>>;

const amount = (cents: number) => new ExactNumber(amountText(cents, 2));
const some = (cents: number | undefined) => (cents === undefined ? undefined : amount(cents));
/** Digits as people type them, with zeros in front. */
const whole = (digits: string) => new ExactNumber(BigInt(digits).toString());
const several = (entries: readonly ExactJson[]) => (entries.length === 0 ? undefined : entries);

function message(name: string, { id, sentAt }: Header, content: Parts): string {
  const DateTime = `${new Date(sentAt).toISOString().slice(0, 19)}Z`;
  return exactJson({ [name]: { Header: { MessageID: id, DateTime }, ...content } });
}

/**
 * Reports a receipt.
 * @param late it was given to the customer without an EOR
 */
export function receiptMessage(header: Header, receipt: SiReceipt, late: boolean): string {
  return message(
    'InvoiceRequest',
    header,
    receipt.book ? { SalesBookInvoice: bookInvoice(receipt) } : { Invoice: invoice(receipt, late) },
  );
}

function invoice(receipt: SiReceipt, late: boolean): Parts {
  return {
    TaxNumber: new ExactNumber(receipt.taxNumber),
    IssueDateTime: receipt.time,
    NumberingStructure: receipt.numbering === 'device' ? 'B' : 'C',
    InvoiceIdentifier: identifier(receipt),
    ...amounts(receipt),
    ...(receipt.operator === null
      ? { ForeignOperator: true }
      : { OperatorTaxNumber: new ExactNumber(receipt.operator) }),
    ProtectedID: receipt.zoi,
    SubsequentSubmit: late || undefined,
    ...invoiceReferences(receipt.references),
    ...bookReferences(receipt.references),
    SpecialNotes: receipt.notes === '' ? undefined : receipt.notes,
  };
}

function bookInvoice(receipt: SiReceipt): Parts {
  return {
    TaxNumber: new ExactNumber(receipt.taxNumber),
    IssueDate: receipt.time.slice(0, 10),
    SalesBookIdentifier: bookIdentifier(receipt.book!),
    BusinessPremiseID: receipt.premises,
    ...amounts(receipt),
    // The schema has them the other way round here.
    ...bookReferences(receipt.references),
    ...invoiceReferences(receipt.references),
    SpecialNotes: receipt.notes === '' ? undefined : receipt.notes,
  };
}

function amounts({ customer, total, returns, payment, sellers }: SiReceipt): Parts {
  const row = (prefix: string, rateName: string, taxName: string) => (one: TaxRow) => ({
    [rateName]: new ExactNumber(one.rate),
    [`${prefix}TaxableAmount`]: amount(one.net),
    [taxName]: amount(one.tax),
  });
  return {
    CustomerVATNumber: customer ?? undefined,
    InvoiceAmount: amount(total),
    ReturnsAmount: some(returns ?? undefined),
    PaymentAmount: amount(payment),
    TaxesPerSeller: sellers.map(({ taxNumber, vat, flat, untaxed }) => {
      const without = (kind: Untaxed) => some(untaxed[kind]);
      return {
        SellerTaxNumber: taxNumber === null ? undefined : new ExactNumber(taxNumber),
        VAT: several(vat.map(row('', 'TaxRate', 'TaxAmount'))),
        FlatRateCompensation: several(flat.map(row('FlatRate', 'FlatRateRate', 'FlatRateAmount'))),
        OtherTaxesAmount: without('other'),
        ExemptVATTaxableAmount: without('exempt'),
        ReverseVATTaxableAmount: without('reverse'),
        NontaxableAmount: without('outside'),
        SpecialTaxRulesAmount: without('special'),
      };
    }),
  };
}

function identifier({ premises, device, number }: Pick<SiReceipt, 'premises' | 'device' | 'number'>): Parts {
  return { BusinessPremiseID: premises, ElectronicDeviceID: device, InvoiceNumber: number };
}

function bookIdentifier({ number, set, serial }: NonNullable<SiReceipt['book']>): Parts {
  return { InvoiceNumber: number, SetNumber: set, SerialNumber: serial };
}

function invoiceReferences(all: readonly Reference[]): Parts {
  const entries = all.flatMap((one) =>
    'book' in one
      ? []
      : [{ ReferenceInvoiceIdentifier: identifier(one), ReferenceInvoiceIssueDateTime: one.time }],
  );
  return { ReferenceInvoice: several(entries) };
}

function bookReferences(all: readonly Reference[]): Parts {
  const entries = all.flatMap((one) =>
    'book' in one
      ? [{ ReferenceSalesBookIdentifier: bookIdentifier(one.book), ReferenceSalesBookIssueDate: one.day }]
      : [],
  );
  return { ReferenceSalesBook: several(entries) };
}

/** Who has made the program: its Slovenian tax number, or its name. */
export type Supplier = { taxNumber: string } | { name: string };

/** Registers premises, changes what is known of them, or closes them. */
export function premisesMessage(
  header: Header,
  taxNumber: string,
  { id, place, from, closed, note }: Premises,
  supplier: Supplier,
): string {
  const BPIdentifier: Parts =
    'type' in place
      ? { PremiseType: place.type }
      : {
          RealEstateBP: {
            PropertyID: {
              CadastralNumber: whole(place.cadastral),
              BuildingNumber: whole(place.building),
              BuildingSectionNumber: whole(place.section),
            },
            Address: {
              Street: place.street,
              HouseNumber: place.house,
              HouseNumberAdditional: place.houseMore === '' ? undefined : place.houseMore,
              Community: place.community,
              City: place.city,
              PostalCode: place.postcode,
            },
          },
        };
  return message('BusinessPremiseRequest', header, {
    BusinessPremise: {
      TaxNumber: new ExactNumber(taxNumber),
      BusinessPremiseID: id,
      BPIdentifier,
      ValidityDate: from,
      ClosingTag: closed ? 'Z' : undefined,
      SoftwareSupplier: [
        'taxNumber' in supplier
          ? { TaxNumber: new ExactNumber(supplier.taxNumber) }
          : { NameForeign: supplier.name },
      ],
      SpecialNotes: note === '' ? undefined : note,
    },
  });
}

/** Asks whether FURS is there: it sends the text back. Not signed. */
export function echoMessage(text: string): string {
  return exactJson({ EchoRequest: text });
}
