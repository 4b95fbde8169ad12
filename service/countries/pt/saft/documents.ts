/** The documents of the four sections as elements. The order of the elements is the schema's. */
import { isCountry } from '../../../receipt/iso-countries.ts';
import { amountText, minor } from '../../../receipt/money.ts';
import { isDate } from '../../../receipt/time.ts';
import type { Position } from '../../../receipt/tra.ts';
import type { DocumentClass } from '../document.ts';
import { registeredMovement, type Movement, type Place } from '../movement.ts';
import { lineNumbers } from '../references.ts';
import { withheld } from '../withholding.ts';
import { decimalText } from './decimals.ts';
import { operatorOf, type Entry, type Referred } from './entry.ts';
import type { Line } from './lines.ts';
import type { LineTax } from './taxes.ts';
import { paymentElements } from './payments.ts';
import { statusElement, type Status } from './status.ts';
import { element, fit, UNKNOWN_TEXT } from './text.ts';

/** A document with all that its element says. */
export interface Document {
  entry: Entry;
  lines: readonly Line[];
  status: Status;
  customerId: string;
  /** What the authority has answered to the communication of goods on their way; empty for nothing. */
  movementCode: string;
}

/** Writes the element of a document, by class. */
export const DOCUMENT_WRITERS: Readonly<Record<DocumentClass, (document: Document) => string>> = {
  SI: invoice,
  MG: stockMovement,
  WD: workDocument,
  PY: payment,
};

function invoice(document: Document): string {
  const { entry, status } = document;
  const movement = movementOf(entry);
  return [
    `<Invoice>${element('InvoiceNo', fit(entry.id, 60))}${atcud(entry)}`,
    statusElement(status, entry, { status: 'InvoiceStatus', source: 'SourceBilling' }),
    `${signature(entry)}${period(entry)}<InvoiceDate>${entry.date}</InvoiceDate>`,
    `<InvoiceType>${entry.type}</InvoiceType>${specialRegimes(entry)}`,
    `${issuer(entry)}${entered(entry)}${customer(document)}${movement === null ? '' : moved(movement)}${saleLines(document)}`,
    `<DocumentTotals>${totals(entry)}${paymentElements('Payment', entry)}</DocumentTotals>${withholding(entry)}</Invoice>\n`,
  ].join('');
}

function stockMovement(document: Document): string {
  const { entry, status } = document;
  const movement = movementOf(entry)!;
  const vehicle = fit(movement.vehicle, 50);
  const order = orderReferences(entry);
  return [
    `<StockMovement>${element('DocumentNumber', fit(entry.id, 60))}${atcud(entry)}`,
    statusElement(status, entry, { status: 'MovementStatus', source: 'SourceBilling' }),
    `${signature(entry)}${period(entry)}<MovementDate>${entry.date}</MovementDate>`,
    `<MovementType>${entry.type}</MovementType>${entered(entry)}${customer(document)}`,
    // The plate has no element of its own.
    `${issuer(entry)}${element('MovementComments', vehicle && `Viatura ${vehicle}`)}${moved(movement)}`,
    element('ATDocCodeID', fit(document.movementCode || movement.code, 200)),
    ...document.lines.map((line, i) => {
      // There is no stamp duty on goods that are moved, and no place for it in the schema.
      const tax = line.tax?.type === 'IS' ? null : line.tax;
      return `${lineHead(line, i, order)}${lineTail(line, tax)}</Line>`;
    }),
    `<DocumentTotals>${totals(entry)}</DocumentTotals></StockMovement>\n`,
  ].join('');
}

function workDocument(document: Document): string {
  const { entry, status } = document;
  return [
    `<WorkDocument>${element('DocumentNumber', fit(entry.id, 60))}${atcud(entry)}`,
    statusElement(status, entry, { status: 'WorkStatus', source: 'SourceBilling' }),
    `${signature(entry)}${period(entry)}<WorkDate>${entry.date}</WorkDate><WorkType>${entry.type}</WorkType>`,
    `${issuer(entry)}${entered(entry)}${customer(document)}${saleLines(document)}`,
    `<DocumentTotals>${totals(entry)}</DocumentTotals></WorkDocument>\n`,
  ].join('');
}

function payment(document: Document): string {
  const { entry, status } = document;
  return [
    `<Payment>${element('PaymentRefNo', fit(entry.id, 60))}${atcud(entry)}${period(entry)}`,
    `<TransactionDate>${entry.date}</TransactionDate><PaymentType>${entry.type}</PaymentType>`,
    statusElement(status, entry, { status: 'PaymentStatus', source: 'SourcePayment' }),
    `${paymentElements('PaymentMethod', entry)}${issuer(entry)}${entered(entry)}${customer(document)}`,
    ...document.lines.map((line, i) => {
      // Only receipts of the cash regime must say which tax they settle; "not subject" says nothing.
      const tax = line.tax && (entry.type === 'RC' || line.tax.type !== 'NS') ? line.tax.xml : '';
      const number = `<LineNumber>${i + 1}</LineNumber>`;
      return `<Line>${number}${settled(entry, line.position)}${settlement(line)}${amount(line)}${tax}</Line>`;
    }),
    `<DocumentTotals>${totals(entry)}</DocumentTotals>${withholding(entry)}</Payment>\n`,
  ].join('');
}

function movementOf({ esr, fis, type, entered }: Entry): Movement | null {
  return registeredMovement(esr, fis, type, entered);
}

/** Where goods go, from where and when. */
function moved({ start, end, from, to }: Movement): string {
  return [
    place('ShipTo', to),
    place('ShipFrom', from),
    element('MovementEndTime', end),
    element('MovementStartTime', start),
  ].join('');
}

function place(name: string, at: Place | null): string {
  if (at === null) return '';
  return [
    `<${name}><Address>`,
    element('AddressDetail', fit(at.street, 210) || UNKNOWN_TEXT),
    element('City', fit(at.city, 50) || UNKNOWN_TEXT),
    element('PostalCode', fit(at.zip, 20) || UNKNOWN_TEXT),
    element('Country', isCountry(at.country) ? at.country : 'PT'),
    `</Address></${name}>`,
  ].join('');
}

function specialRegimes({ fis }: Entry): string {
  const cashVat = fis.PT_CashVAT === '1' ? '1' : '0';
  return (
    `<SpecialRegimes><SelfBillingIndicator>0</SelfBillingIndicator><CashVATSchemeIndicator>${cashVat}</CashVATSchemeIndicator>` +
    '<ThirdPartiesBillingIndicator>0</ThirdPartiesBillingIndicator></SpecialRegimes>'
  );
}

function atcud({ fis }: Entry): string {
  // `0` stands for a document from before the obligation.
  return element('ATCUD', fit(fis.Tag?.find((t) => t.Name === 'ATCUD')?.Value, 100) || '0');
}

function signature({ fis }: Entry): string {
  return `${element('Hash', fit(fis.PT_Hash, 172) || '0')}${element('HashControl', fit(fis.PT_HashControl, 70) || '0')}`;
}

function period({ date }: Entry): string {
  return `<Period>${Number(date.slice(5, 7))}</Period>`;
}

function issuer({ record }: Entry): string {
  return element('SourceID', operatorOf(record));
}

function entered(entry: Entry): string {
  return `<SystemEntryDate>${entry.entered}</SystemEntryDate>`;
}

function customer({ customerId }: Document): string {
  return element('CustomerID', customerId);
}

/** Lines of invoices and working documents. */
function saleLines({ entry, lines }: Document): string {
  const correction = entry.type === 'NC' || entry.type === 'ND';
  const order = correction ? '' : orderReferences(entry);
  const taxPoint = `<TaxPointDate>${entry.date}</TaxPointDate>`;
  const numbers = new Map(
    [...lineNumbers(entry.fis)].map(([index, number]) => [entry.esr.PosA[index], number]),
  );
  let xml = '';
  lines.forEach((line, i) => {
    const { position } = line;
    const references = correction ? correctionReferences(entry, position, numbers.get(position)) : '';
    xml += `${lineHead(line, i, order)}${taxBase(line)}${taxPoint}${references}${lineTail(line, line.tax)}</Line>`;
  });
  return xml;
}

function lineHead(line: Line, index: number, order: string): string {
  return (
    `<Line><LineNumber>${index + 1}</LineNumber>${order}${line.product.xml}` +
    `<Quantity>${decimalText(line.quantity)}</Quantity>${element('UnitOfMeasure', fit(line.position.QtyU, 20) || 'UN')}` +
    `<UnitPrice>${line.unitPrice}</UnitPrice>`
  );
}

function lineTail(line: Line, tax: LineTax | null): string {
  const serial = element('SerialNumber', fit(line.position.ID, 100));
  const serials = serial === '' ? '' : `<ProductSerialNumber>${serial}</ProductSerialNumber>`;
  return `${line.product.description}${serials}${amount(line)}${tax?.xml ?? ''}${settlement(line)}`;
}

function amount({ amount: cents, debit }: Line): string {
  const name = debit ? 'DebitAmount' : 'CreditAmount';
  return `<${name}>${amountText(cents, 2)}</${name}>`;
}

function taxBase({ taxBase: cents }: Line): string {
  return cents === 0 ? '' : `<TaxBase>${amountText(cents, 2)}</TaxBase>`;
}

function settlement({ discount }: Line): string {
  return discount === 0 ? '' : `<SettlementAmount>${amountText(discount, 2)}</SettlementAmount>`;
}

/** The working or transport document that a document was made from. */
function orderReferences({ referred }: Entry): string {
  if (!referred) return '';
  const { id, date } = referred;
  return `<OrderReferences>${element('OriginatingON', fit(id, 60))}${element('OrderDate', date)}</OrderReferences>`;
}

/** The document that a line of a credit or debit note corrects, and why. */
function correctionReferences(
  { esr, referred }: Entry,
  { RFN, Rsn }: Position,
  own: string | undefined,
): string {
  const reference = element('Reference', fit(own ?? referred?.id ?? esr.RFN ?? RFN, 60));
  const reason = element('Reason', fit(Rsn, 50) || fit(esr.Rsn, 50));
  return reference === '' && reason === '' ? '' : `<References>${reference}${reason}</References>`;
}

/** The document that a receipt's line settles: one that the line alone names, else the receipt's. */
function settled(entry: Entry, { RFN, RD }: Position): string {
  const { RFN: common = '' } = entry.esr;
  const own = RFN === common ? null : ownReference(RFN, RD);
  const { id, date } = own ?? entry.referred ?? { id: common, date: '' };
  return (
    `<SourceDocumentID>${element('OriginatingON', fit(id, 60) || UNKNOWN_TEXT)}` +
    `<InvoiceDate>${date || entry.date}</InvoiceDate></SourceDocumentID>`
  );
}

function ownReference(RFN: unknown, RD: unknown): Referred | null {
  if (typeof RFN !== 'string' || fit(RFN, 60) === '') return null;
  const day = typeof RD === 'string' ? RD.slice(0, 10) : '';
  return { id: RFN, date: isDate(day) ? day : '' };
}

/** Tax that the buyer pays in the seller's stead. */
function withholding({ esr }: Entry): string {
  const amount = withheld(esr);
  if (amount === 0) return '';
  const type = element('WithholdingTaxType', fit(esr.PT_WithholdingType, 3));
  return `<WithholdingTax>${type}<WithholdingTaxAmount>${amountText(amount, 2)}</WithholdingTaxAmount></WithholdingTax>`;
}

/** Totals, positive whatever the direction. */
function totals({ esr, direction }: Entry): string {
  let tax = 0;
  let net = 0;
  for (const row of esr.TaxA) {
    tax += minor(row.TAmt, 2);
    net += minor(row.Net, 2);
  }
  const text = (cents: number) => amountText(cents * direction, 2);
  return (
    `<TaxPayable>${text(tax)}</TaxPayable><NetTotal>${text(net)}</NetTotal>` +
    `<GrossTotal>${text(minor(esr.T, 2))}</GrossTotal>`
  );
}
