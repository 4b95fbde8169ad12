/** Reads a UBL 2.1 invoice or credit note for the check of the rules. */
import type { InvoiceContent, ReadParty } from './content.ts';
import { all, first, textAt, type Element } from './read.ts';
import { amountsIn, emptyIn, valuesIn } from './walk.ts';

const AMOUNTS = /Amount$/;

/** What it says. */
export function readUbl(root: Element): InvoiceContent {
  const isCredit = root.name === 'CreditNote';
  const total = (name: string) => textAt(root, `LegalMonetaryTotal/${name}`);
  const supplier = first(root, 'AccountingSupplierParty/Party');
  return {
    syntax: 'UBL',
    customization: textAt(root, 'CustomizationID'),
    process: textAt(root, 'ProfileID'),
    number: textAt(root, 'ID'),
    date: textAt(root, 'IssueDate'),
    kind: textAt(root, isCredit ? 'CreditNoteTypeCode' : 'InvoiceTypeCode'),
    currency: textAt(root, 'DocumentCurrencyCode'),
    buyerReference: textAt(root, 'BuyerReference'),
    orderReference: textAt(root, 'OrderReference/ID'),
    due: textAt(root, 'DueDate') || textAt(root, 'PaymentMeans/PaymentDueDate'),
    terms: textAt(root, 'PaymentTerms/Note'),
    delivered: textAt(root, 'Delivery/ActualDeliveryDate'),
    deliveredTo: {
      country: textAt(root, 'Delivery/DeliveryLocation/Address/Country/IdentificationCode'),
      city: textAt(root, 'Delivery/DeliveryLocation/Address/CityName'),
      zip: textAt(root, 'Delivery/DeliveryLocation/Address/PostalZone'),
    },
    seller: partyOf(supplier),
    contact: {
      name: textAt(supplier, 'Contact/Name'),
      phone: textAt(supplier, 'Contact/Telephone'),
      mail: textAt(supplier, 'Contact/ElectronicMail'),
    },
    buyer: partyOf(first(root, 'AccountingCustomerParty/Party')),
    means: all(root, 'PaymentMeans').map((m) => ({
      code: textAt(m, 'PaymentMeansCode'),
      account: textAt(m, 'PayeeFinancialAccount/ID'),
      card: first(m, 'CardAccount') !== undefined,
    })),
    notes: all(root, 'Note').length,
    currencies: valuesIn(root, 'currencyID'),
    allowances: all(root, 'AllowanceCharge').map((a) => ({
      isCharge: textAt(a, 'ChargeIndicator') === 'true',
      amount: textAt(a, 'Amount'),
      reason: textAt(a, 'AllowanceChargeReason') || textAt(a, 'AllowanceChargeReasonCode'),
      category: textAt(a, 'TaxCategory/ID'),
      rate: textAt(a, 'TaxCategory/Percent'),
    })),
    breakdown: all(root, 'TaxTotal/TaxSubtotal').map((row) => ({
      base: textAt(row, 'TaxableAmount'),
      tax: textAt(row, 'TaxAmount'),
      category: textAt(row, 'TaxCategory/ID'),
      rate: textAt(row, 'TaxCategory/Percent'),
      exemption:
        textAt(row, 'TaxCategory/TaxExemptionReasonCode') || textAt(row, 'TaxCategory/TaxExemptionReason'),
      exemptionCode: textAt(row, 'TaxCategory/TaxExemptionReasonCode'),
    })),
    lines: all(root, isCredit ? 'CreditNoteLine' : 'InvoiceLine').map((line) => {
      const quantity = first(line, isCredit ? 'CreditedQuantity' : 'InvoicedQuantity');
      return {
        id: textAt(line, 'ID'),
        name: textAt(line, 'Item/Name'),
        quantity: quantity?.text.trim() ?? '',
        unit: quantity?.attributes.unitCode ?? '',
        net: textAt(line, 'LineExtensionAmount'),
        price: textAt(line, 'Price/PriceAmount'),
        baseQuantity: textAt(line, 'Price/BaseQuantity'),
        baseUnit: first(line, 'Price/BaseQuantity')?.attributes.unitCode ?? '',
        category: textAt(line, 'Item/ClassifiedTaxCategory/ID'),
        rate: textAt(line, 'Item/ClassifiedTaxCategory/Percent'),
        from: textAt(line, 'InvoicePeriod/StartDate'),
        till: textAt(line, 'InvoicePeriod/EndDate'),
      };
    }),
    totals: {
      lines: total('LineExtensionAmount'),
      allowances: total('AllowanceTotalAmount'),
      charges: total('ChargeTotalAmount'),
      net: total('TaxExclusiveAmount'),
      tax: textAt(root, 'TaxTotal/TaxAmount'),
      gross: total('TaxInclusiveAmount'),
      paid: total('PrepaidAmount'),
      rounding: total('PayableRoundingAmount'),
      due: total('PayableAmount'),
    },
    amounts: amountsIn(root, AMOUNTS, 'PriceAmount'),
    empty: emptyIn(root),
  };
}

function partyOf(party: Element | undefined): ReadParty {
  const endpoint = first(party, 'EndpointID');
  const schemes = all(party, 'PartyTaxScheme');
  const ofScheme = (isVat: boolean) => schemes.find((s) => (textAt(s, 'TaxScheme/ID') === 'VAT') === isVat);
  return {
    name: textAt(party, 'PartyLegalEntity/RegistrationName'),
    country: textAt(party, 'PostalAddress/Country/IdentificationCode'),
    city: textAt(party, 'PostalAddress/CityName'),
    zip: textAt(party, 'PostalAddress/PostalZone'),
    vatId: textAt(ofScheme(true), 'CompanyID'),
    taxId: textAt(ofScheme(false), 'CompanyID'),
    registration: textAt(party, 'PartyLegalEntity/CompanyID'),
    endpoint: endpoint?.text.trim() ?? '',
    scheme: endpoint?.attributes.schemeID ?? '',
  };
}
