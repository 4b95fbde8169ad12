/** What the law wants of a document that is registered all the same: Warnings for those who make the POS. */
import { minor } from '../../receipt/money.ts';
import { isPosition, type CompleteEsr } from '../../receipt/tra.ts';
import { classOf, INVOICE_FROM, total, type DocumentType } from './document.ts';
import { groupOf, isZeroRate, namedExemption, NOT_SUBJECT } from './exemptions.ts';
import { customerTaxId } from './tax-id.ts';
import { isStampDuty } from './taxes.ts';

/** Positions that a Warning names. */
const MOST_NAMED = 3;

/** All of it at once. */
export function advice(esr: CompleteEsr, type: DocumentType): string[] {
  return [
    ...operatorAdvice(esr),
    ...customerAdvice(esr, type),
    ...exemptionAdvice(esr),
    ...paymentAdvice(esr, type),
  ];
}

function operatorAdvice({ Opr }: CompleteEsr): string[] {
  return Opr === undefined || Opr.trim() === ''
    ? ['ESR.Opr: SAF-T names the user of each document (SourceID); there it is Desconhecido']
    : [];
}

/**
 * Name and address of the buyer, which the receipt format wants on all invoices
 * and the law on those to taxable persons and from 1000.00 EUR on (CIVA, article
 * 36). A tax id alone makes an invoice, so that it cannot be refused for them.
 */
function customerAdvice(esr: CompleteEsr, type: DocumentType): string[] {
  const isInvoice = type === 'FT' || type === 'FR';
  const isByLaw = customerTaxId(esr) !== null || total(esr) >= INVOICE_FROM;
  if (!isInvoice || (type === 'FR' && !isByLaw)) return [];
  const missing = (['Nam', 'Adr', 'Zip', 'City'] as const).filter((name) => !esr.Ctm?.[name]?.trim());
  if (missing.length === 0) return [];
  return [`ESR.Ctm: an invoice (${type}) needs the buyer's name and address; missing: ${missing.join(', ')}`];
}

/** Money that was taken for what is no sale would be in no total. */
function paymentAdvice({ PayA }: CompleteEsr, type: DocumentType): string[] {
  const section = classOf(type);
  if ((section !== 'WD' && section !== 'MG') || !PayA.some((p) => minor(p.Amt, 2) !== 0)) return [];
  return [`ESR.PayA: payments of ${type} do not count; send them with its invoice`];
}

/** Which of the reasons for 0 % is meant where none is named. */
function exemptionAdvice({ PosA, TaxA }: CompleteEsr): string[] {
  // Every position has its line in the tax table.
  if (!TaxA.some(({ Prc = '0' }) => isZeroRate(Prc))) return [];
  // Of groups with several lines the first one counts.
  const rates = new Map(TaxA.toReversed().map(({ TaxG, Prc }) => [TaxG, Prc]));
  const paths = PosA.flatMap((p, i) => {
    if (!isPosition(p) || namedExemption(p) !== null) return [];
    const group = groupOf(p);
    const rate = rates.get(group) ?? group;
    return isZeroRate(rate) && !isStampDuty(group) ? [`ESR.PosA[${i}].TaxG`] : [];
  });
  if (paths.length === 0) return [];
  const named = paths.slice(0, MOST_NAMED).join(', ');
  const more = paths.length > MOST_NAMED ? ` and ${paths.length - MOST_NAMED} more` : '';
  return [
    `${named}${more}: 0% is taken for ${NOT_SUBJECT} (not subject to VAT); name the reason, M01 to M99, in TaxG or PT_TaxExemptionCode`,
  ];
}
