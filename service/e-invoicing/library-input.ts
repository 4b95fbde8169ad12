/** An invoice in the words of the library that writes it (`@e-invoice-eu/core`): UBL names, all values text. */
import type { Invoice as Input } from '@e-invoice-eu/core';
import { amountText } from '../receipt/money.ts';
import { BUSINESS_PROCESS, type InvoiceFormat } from './formats.ts';
import type { Allowance, Breakdown, Invoice, Line, Party, Rate } from './model.ts';

const SCHEME = { 'cac:TaxScheme': { 'cbc:ID': 'VAT' } };

/** Named values; those that say nothing are left out, because an empty element breaks rules. */
type Values = Record<string, unknown>;

/** What the library writes the invoice from. It checks names and code lists, and no sums. */
export function libraryInput(invoice: Invoice, format: InvoiceFormat): Input {
  const { currency, digits, totals, contact } = invoice;
  const money = (name: string, amount: number): Values => ({
    [name]: amountText(amount, digits),
    [`${name}@currencyID`]: currency,
  });
  const body: Values = {
    'cbc:CustomizationID': format.customization,
    'cbc:ProfileID': BUSINESS_PROCESS,
    'cbc:ID': invoice.number,
    'cbc:IssueDate': invoice.date,
    'cbc:DueDate': invoice.due,
    'cbc:InvoiceTypeCode': invoice.kind,
    'cbc:Note': invoice.note === '' ? [] : [invoice.note],
    'cbc:DocumentCurrencyCode': currency,
    'cbc:BuyerReference': invoice.buyerReference,
    'cac:OrderReference': invoice.orderReference && { 'cbc:ID': invoice.orderReference },
    'cac:BillingReference': invoice.original && [
      {
        'cac:InvoiceDocumentReference': {
          'cbc:ID': invoice.original.number,
          'cbc:IssueDate': invoice.original.date,
        },
      },
    ],
    'cac:AccountingSupplierParty': {
      'cac:Party': {
        ...partyOf(invoice.seller),
        'cac:PartyTaxScheme': registrations(invoice.seller),
        'cac:Contact': contact && {
          'cbc:Name': contact.name,
          'cbc:Telephone': contact.phone,
          'cbc:ElectronicMail': contact.mail,
        },
      },
    },
    'cac:AccountingCustomerParty': {
      'cac:Party': { ...partyOf(invoice.buyer), 'cac:PartyTaxScheme': registrations(invoice.buyer)[0] },
    },
    'cac:Delivery': {
      'cbc:ActualDeliveryDate': invoice.delivered,
      'cac:DeliveryLocation': invoice.deliveredTo && {
        'cac:Address': {
          'cbc:CityName': invoice.deliveredTo.city,
          'cbc:PostalZone': invoice.deliveredTo.zip,
          'cac:Country': { 'cbc:IdentificationCode': invoice.deliveredTo.country },
        },
      },
    },
    'cac:PaymentMeans': [meansOf(invoice)],
    'cac:PaymentTerms': invoice.terms === '' ? null : { 'cbc:Note': invoice.terms },
    'cac:AllowanceCharge': invoice.allowances.map((allowance) => allowanceOf(allowance, money)),
    'cac:TaxTotal': [
      {
        ...money('cbc:TaxAmount', totals.tax),
        'cac:TaxSubtotal': invoice.breakdown.map((row) => subtotalOf(row, money, format)),
      },
    ],
    'cac:LegalMonetaryTotal': {
      ...money('cbc:LineExtensionAmount', totals.lines),
      ...money('cbc:TaxExclusiveAmount', totals.net),
      ...money('cbc:TaxInclusiveAmount', totals.gross),
      ...(totals.allowances !== 0 && money('cbc:AllowanceTotalAmount', totals.allowances)),
      ...(totals.charges !== 0 && money('cbc:ChargeTotalAmount', totals.charges)),
      ...(totals.paid !== 0 && money('cbc:PrepaidAmount', totals.paid)),
      ...(totals.rounding !== 0 && money('cbc:PayableRoundingAmount', totals.rounding)),
      ...money('cbc:PayableAmount', totals.due),
    },
    'cac:InvoiceLine': invoice.lines.map((line, i) => lineOf(line, i, money)),
  };
  return { 'ubl:Invoice': said(body) } as unknown as Input;
}

type Money = (name: string, amount: number) => Values;

function partyOf(party: Party): Values {
  const { endpoint, street, addition, city, zip, country, name, registration, registrationScheme } = party;
  return {
    'cbc:EndpointID': endpoint.value,
    'cbc:EndpointID@schemeID': endpoint.scheme,
    'cac:PostalAddress': {
      'cbc:StreetName': street,
      'cbc:AdditionalStreetName': addition,
      'cbc:CityName': city,
      'cbc:PostalZone': zip,
      'cac:Country': { 'cbc:IdentificationCode': country },
    },
    'cac:PartyLegalEntity': {
      'cbc:RegistrationName': name,
      'cbc:CompanyID': registration,
      'cbc:CompanyID@schemeID': registrationScheme,
    },
  };
}

function registrations({ vatId }: Party): Values[] {
  return vatId === null ? [] : [{ 'cbc:CompanyID': vatId, ...SCHEME }];
}

function meansOf({ means: { code, text, account } }: Invoice): Values {
  return {
    'cbc:PaymentMeansCode': code,
    'cbc:PaymentMeansCode@name': text,
    'cac:PayeeFinancialAccount': account && {
      'cbc:ID': account.iban,
      'cbc:Name': account.name,
      'cac:FinancialInstitutionBranch': account.bic === '' ? null : { 'cbc:ID': account.bic },
    },
  };
}

function rateOf({ category, rate }: Rate): Values {
  return { 'cbc:ID': category, 'cbc:Percent': rate };
}

function allowanceOf({ isCharge, amount, reason, vat }: Allowance, money: Money): Values {
  return {
    'cbc:ChargeIndicator': String(isCharge),
    'cbc:AllowanceChargeReason': reason,
    ...money('cbc:Amount', amount),
    'cac:TaxCategory': { ...rateOf(vat), ...SCHEME },
  };
}

function subtotalOf(row: Breakdown, money: Money, { rules }: InvoiceFormat): Values {
  // Category O has no rate, and German rules ask for one all the same (BR-DE-14, DE-R-014).
  const rate = row.rate ?? (rules === 'none' ? null : '0');
  return {
    ...money('cbc:TaxableAmount', row.base),
    ...money('cbc:TaxAmount', row.tax),
    'cac:TaxCategory': {
      ...rateOf({ ...row, rate }),
      'cbc:TaxExemptionReasonCode': row.exemptionCode,
      'cbc:TaxExemptionReason': row.exemptionReason,
      ...SCHEME,
    },
  };
}

function lineOf(line: Line, i: number, money: Money): Values {
  const { quantity, unit, baseQuantity, from, till, gtin, sellerId } = line;
  return {
    'cbc:ID': String(i + 1),
    'cbc:Note': line.note,
    'cbc:InvoicedQuantity': quantity,
    'cbc:InvoicedQuantity@unitCode': unit,
    ...money('cbc:LineExtensionAmount', line.net),
    'cac:InvoicePeriod':
      from === null && till === null ? null : { 'cbc:StartDate': from, 'cbc:EndDate': till },
    'cac:Item': {
      'cbc:Description': line.description,
      'cbc:Name': line.name,
      'cac:SellersItemIdentification': sellerId && { 'cbc:ID': sellerId },
      'cac:StandardItemIdentification': gtin && { 'cbc:ID': gtin, 'cbc:ID@schemeID': '0160' },
      'cac:ClassifiedTaxCategory': { ...rateOf(line.vat), ...SCHEME },
    },
    'cac:Price': {
      ...money('cbc:PriceAmount', line.price),
      ...(baseQuantity !== '1' && {
        'cbc:BaseQuantity': baseQuantity,
        'cbc:BaseQuantity@unitCode': unit,
      }),
    },
  };
}

/** The same without what says nothing: null, empty texts and lists. */
function said(values: Values): Values {
  const result: Values = {};
  for (const [name, value] of Object.entries(values)) {
    if (value === null || value === undefined || value === '') continue;
    if (Array.isArray(value)) {
      if (value.length > 0) result[name] = value.map((v) => (isValues(v) ? said(v) : (v as unknown)));
    } else result[name] = isValues(value) ? said(value) : value;
  }
  return result;
}

function isValues(value: unknown): value is Values {
  return typeof value === 'object' && value !== null;
}
