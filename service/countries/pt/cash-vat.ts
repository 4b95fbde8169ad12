/**
 * The cash VAT regime (regime de IVA de caixa, Decreto-Lei 71/2013): tax is due
 * when the customer pays. It is the company's choice (`Cmp.VATonPayment`), and is
 * about domestic sales with tax to other taxable persons alone.
 */
import type { Cfg } from '../../receipt/cfg.ts';
import type { Issue } from '../../receipt/issue.ts';
import { minor } from '../../receipt/money.ts';
import type { CompleteEsr, Esr, Tag } from '../../receipt/tra.ts';
import { issue } from './codes.ts';
import { classOf, type DocumentType } from './document.ts';
import { taxLinesOf } from './one-stop-shop.ts';
import { customerCountry, customerTaxId } from './tax-id.ts';
import { isForeign, isStampDuty } from './taxes.ts';

/** The words of the law on invoices and receipts of the regime. */
const LEGEND = 'IVA - regime de caixa';
const SAID: ReadonlyMap<unknown, boolean> = new Map([
  ['1', true],
  ['true', true],
  ['0', false],
  ['false', false],
]);

/** Checks PT_CashVAT, by which the POS decides for one document. */
export function checkCashVat({ PT_CashVAT: said }: Esr): Issue[] {
  return said === undefined || SAID.has(said) ? [] : [issue('#TYPE', 'ESR.PT_CashVAT', 'must be 0 or 1')];
}

/** True for invoices and corrections of the regime. */
export function isCashVat(esr: CompleteEsr, type: DocumentType, cfg: Cfg): boolean {
  const isToCompany = () => customerTaxId(esr) !== null && customerCountry(esr) === 'PT';
  const isMeant = SAID.get(esr.PT_CashVAT) ?? (hasRegime(cfg) && isToCompany());
  // Where no tax is due at all, nobody can say when.
  return isMeant && classOf(type) === 'SI' && hasDomesticTax(esr);
}

function hasDomesticTax(esr: CompleteEsr): boolean {
  return taxLinesOf(esr).some(
    ({ TaxG = '', TAmt, PT_Region: region }) =>
      minor(TAmt, 2) !== 0 && isForeign(region) !== true && !isStampDuty(TaxG),
  );
}

/** What is printed on documents of the regime: its receipts (RC) belong to it by their type. */
export function cashVatTags(type: DocumentType, isOfRegime: boolean): Tag[] {
  return isOfRegime || type === 'RC' ? [{ Label: '', Name: 'CashVAT', Value: LEGEND }] : [];
}

/** Receipts of the wrong kind for the company's regime. */
export function cashVatWarnings(type: DocumentType, cfg: Cfg): string[] {
  if (type === 'RC' && !hasRegime(cfg))
    return ['ESR.DT: RC is a receipt of the cash VAT regime (Cfg.Cmp.VATonPayment); elsewhere it is RG'];
  if (type === 'RG' && hasRegime(cfg))
    return [
      'ESR.DT: RG is no receipt of the cash VAT regime (Cfg.Cmp.VATonPayment); for its invoices it is RC',
    ];
  return [];
}

function hasRegime({ Cmp }: Cfg): boolean {
  return Cmp.VATonPayment === '1';
}
