/** Reads a CII (D16B) invoice for the check of the rules. */
import type { InvoiceContent, ReadParty } from './content.ts';
import { all, first, textAt, type Element } from './read.ts';
import { amountsIn, emptyIn, valuesIn } from './walk.ts';

const AMOUNTS = /Amount$/;
const LINE = 'SpecifiedLineTradeSettlement';

/** What it says. */
export function readCii(root: Element): InvoiceContent {
  const trade = first(root, 'SupplyChainTradeTransaction');
  const agreement = first(trade, 'ApplicableHeaderTradeAgreement');
  const delivery = first(trade, 'ApplicableHeaderTradeDelivery');
  const settlement = first(trade, 'ApplicableHeaderTradeSettlement');
  const total = (name: string) =>
    textAt(settlement, `SpecifiedTradeSettlementHeaderMonetarySummation/${name}`);
  const seller = first(agreement, 'SellerTradeParty');
  const context = first(root, 'ExchangedDocumentContext');
  return {
    syntax: 'CII',
    customization: textAt(context, 'GuidelineSpecifiedDocumentContextParameter/ID'),
    process: textAt(context, 'BusinessProcessSpecifiedDocumentContextParameter/ID'),
    number: textAt(root, 'ExchangedDocument/ID'),
    date: dayAt(root, 'ExchangedDocument/IssueDateTime'),
    kind: textAt(root, 'ExchangedDocument/TypeCode'),
    currency: textAt(settlement, 'InvoiceCurrencyCode'),
    buyerReference: textAt(agreement, 'BuyerReference'),
    orderReference: textAt(agreement, 'BuyerOrderReferencedDocument/IssuerAssignedID'),
    due: dayAt(settlement, 'SpecifiedTradePaymentTerms/DueDateDateTime'),
    terms: textAt(settlement, 'SpecifiedTradePaymentTerms/Description'),
    delivered: dayAt(delivery, 'ActualDeliverySupplyChainEvent/OccurrenceDateTime'),
    deliveredTo: {
      country: textAt(delivery, 'ShipToTradeParty/PostalTradeAddress/CountryID'),
      city: textAt(delivery, 'ShipToTradeParty/PostalTradeAddress/CityName'),
      zip: textAt(delivery, 'ShipToTradeParty/PostalTradeAddress/PostcodeCode'),
    },
    seller: partyOf(seller),
    contact: {
      name: textAt(seller, 'DefinedTradeContact/PersonName'),
      phone: textAt(seller, 'DefinedTradeContact/TelephoneUniversalCommunication/CompleteNumber'),
      mail: textAt(seller, 'DefinedTradeContact/EmailURIUniversalCommunication/URIID'),
    },
    buyer: partyOf(first(agreement, 'BuyerTradeParty')),
    means: all(settlement, 'SpecifiedTradeSettlementPaymentMeans').map((m) => ({
      code: textAt(m, 'TypeCode'),
      account: textAt(m, 'PayeePartyCreditorFinancialAccount/IBANID'),
      card: first(m, 'ApplicableTradeSettlementFinancialCard') !== undefined,
    })),
    notes: all(root, 'ExchangedDocument/IncludedNote').length,
    currencies: valuesIn(root, 'currencyID'),
    allowances: all(settlement, 'SpecifiedTradeAllowanceCharge').map((a) => ({
      isCharge: textAt(a, 'ChargeIndicator/Indicator') === 'true',
      amount: textAt(a, 'ActualAmount'),
      reason: textAt(a, 'Reason') || textAt(a, 'ReasonCode'),
      category: textAt(a, 'CategoryTradeTax/CategoryCode'),
      rate: textAt(a, 'CategoryTradeTax/RateApplicablePercent'),
    })),
    breakdown: all(settlement, 'ApplicableTradeTax').map((row) => ({
      base: textAt(row, 'BasisAmount'),
      tax: textAt(row, 'CalculatedAmount'),
      category: textAt(row, 'CategoryCode'),
      rate: textAt(row, 'RateApplicablePercent'),
      exemption: textAt(row, 'ExemptionReasonCode') || textAt(row, 'ExemptionReason'),
      exemptionCode: textAt(row, 'ExemptionReasonCode'),
    })),
    lines: all(trade, 'IncludedSupplyChainTradeLineItem').map((line) => {
      const quantity = first(line, 'SpecifiedLineTradeDelivery/BilledQuantity');
      const price = first(line, 'SpecifiedLineTradeAgreement/NetPriceProductTradePrice');
      return {
        id: textAt(line, 'AssociatedDocumentLineDocument/LineID'),
        name: textAt(line, 'SpecifiedTradeProduct/Name'),
        quantity: quantity?.text.trim() ?? '',
        unit: quantity?.attributes.unitCode ?? '',
        net: textAt(line, `${LINE}/SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount`),
        price: textAt(price, 'ChargeAmount'),
        baseQuantity: textAt(price, 'BasisQuantity'),
        baseUnit: first(price, 'BasisQuantity')?.attributes.unitCode ?? '',
        category: textAt(line, `${LINE}/ApplicableTradeTax/CategoryCode`),
        rate: textAt(line, `${LINE}/ApplicableTradeTax/RateApplicablePercent`),
        from: dayAt(line, `${LINE}/BillingSpecifiedPeriod/StartDateTime`),
        till: dayAt(line, `${LINE}/BillingSpecifiedPeriod/EndDateTime`),
      };
    }),
    totals: {
      lines: total('LineTotalAmount'),
      allowances: total('AllowanceTotalAmount'),
      charges: total('ChargeTotalAmount'),
      net: total('TaxBasisTotalAmount'),
      tax: total('TaxTotalAmount'),
      gross: total('GrandTotalAmount'),
      paid: total('TotalPrepaidAmount'),
      rounding: total('RoundingAmount'),
      due: total('DuePayableAmount'),
    },
    amounts: amountsIn(root, AMOUNTS, 'ChargeAmount'),
    empty: emptyIn(root),
  };
}

/** Days are written `YYYYMMDD` (format 102). */
function dayAt(from: Element | undefined, path: string): string {
  return textAt(from, `${path}/DateTimeString`).replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');
}

function partyOf(party: Element | undefined): ReadParty {
  const endpoint = first(party, 'URIUniversalCommunication/URIID');
  const ids = all(party, 'SpecifiedTaxRegistration/ID');
  const idOf = (scheme: string) => ids.find((id) => id.attributes.schemeID === scheme)?.text.trim() ?? '';
  return {
    name: textAt(party, 'Name'),
    country: textAt(party, 'PostalTradeAddress/CountryID'),
    city: textAt(party, 'PostalTradeAddress/CityName'),
    zip: textAt(party, 'PostalTradeAddress/PostcodeCode'),
    vatId: idOf('VA'),
    taxId: idOf('FC'),
    registration: textAt(party, 'SpecifiedLegalOrganization/ID'),
    endpoint: endpoint?.text.trim() ?? '',
    scheme: endpoint?.attributes.schemeID ?? '',
  };
}
