/** Portuguese checks of a completed receipt (doc 3, checks 5 and 6, and the rules on documents). */
import { issue, type Issue } from '../../receipt/issue.ts';
import { amountText, minor } from '../../receipt/money.ts';
import { isPosition, type CompleteEsr, type Position } from '../../receipt/tra.ts';
import {
  classOf,
  documentType,
  DOCUMENTS,
  INVOICE_FROM,
  isDocument,
  isDocumentType,
  total,
  type DocumentType,
} from './document.ts';
import { checkOriginal, originalOf } from './recovery.ts';
import { checkSeries } from './series.ts';
import { customerCountry, customerTaxId, isTaxId } from './tax-id.ts';
import { classify, type Region, type TaxTable } from './taxes.ts';
import { checkWithholding } from './withholding.ts';

/** Cash payments of one sale must stay below this. Cents. */
const CASH_LIMIT = 300_000;
const CASH_GROUPS = new Set(['cash', 'NU', 'change']);

/** All Portuguese checks at once. */
export function checkReceipt(esr: CompleteEsr, amounts: readonly number[]): Issue[] {
  if (!isDocument(esr)) return [];
  if (esr.DT !== undefined && !isDocumentType(esr.DT)) {
    const list = Object.keys(DOCUMENTS).join(', ');
    return [issue('#PT_DT', 'ESR.DT', `${JSON.stringify(esr.DT)} is none of ${list}`)];
  }
  const original = checkOriginal(esr);
  if (original.length > 0) return original;
  const type = originalOf(esr)?.type ?? documentType(esr);
  return [
    ...checkSeries(esr.TL, esr.TT, 'ESR.TT'),
    ...checkType(esr, type),
    ...checkCustomer(esr, type),
    ...checkSigns(esr, amounts),
    ...checkCash(esr),
    ...checkWithholding(esr),
  ];
}

/** Checks that every percentage belongs to a tax group. */
export function checkRates(esr: CompleteEsr, region: Region, groups: TaxTable): Issue[] {
  return esr.TaxA.flatMap((tax, i) =>
    classify(tax, esr.D.slice(0, 10), region, groups)
      ? []
      : [issue('#PT_TAX_RATE', `ESR.TaxA[${i}].Prc`, `${tax.Prc} % is the rate of no Portuguese tax group`)],
  );
}

function checkType(esr: CompleteEsr, type: DocumentType): Issue[] {
  if ((type === 'NC') === total(esr) < 0 || total(esr) === 0) return [];
  return [
    issue(
      '#PT_DT_SIGN',
      'ESR.DT',
      type === 'NC' ? 'a credit note needs a negative total' : `${type} cannot have a negative total; use NC`,
    ),
  ];
}

function checkCustomer(esr: CompleteEsr, type: DocumentType): Issue[] {
  const taxId = customerTaxId(esr);
  if (taxId === null) {
    return total(esr) >= INVOICE_FROM && classOf(type) === 'SI'
      ? [issue('#PT_TAXID_REQUIRED', 'ESR.Ctm.TaxId', 'required from a total of 1000.00 EUR on')]
      : [];
  }
  if (customerCountry(esr) !== 'PT' || isTaxId(taxId)) return [];
  return [issue('#PT_TAXID', 'ESR.Ctm.TaxId', `${JSON.stringify(taxId)} has a wrong length or check digit`)];
}

/** Positions of the other sign are allowed only where they cancel a position of the same article. */
function checkSigns(esr: CompleteEsr, amounts: readonly number[]): Issue[] {
  const refund = total(esr) < 0;
  const sums = new Map<string, { amount: number; path: string }>();
  esr.PosA.forEach((p, i) => {
    if (!isPosition(p)) return;
    const key = articleKey(p);
    const sum = sums.get(key) ?? { amount: 0, path: `ESR.PosA[${i}]` };
    sum.amount += amounts[i]!;
    sums.set(key, sum);
  });
  return [...sums.values()]
    .filter((s) => (refund ? s.amount > 0 : s.amount < 0))
    .map((s) =>
      issue(
        '#PT_MIXED_SIGNS',
        s.path,
        refund ? 'a sale inside a credit note' : 'a return inside a sale; register a credit note',
      ),
    );
}

function articleKey(p: Position): string {
  return JSON.stringify([p.IN ?? p.SKU ?? p.Dsc, p.TaxG]);
}

function checkCash(esr: CompleteEsr): Issue[] {
  const cash = esr.PayA.filter((p) => CASH_GROUPS.has(p.PayG ?? 'cash')).reduce(
    (s, p) => s + minor(p.Amt, 2),
    0,
  );
  return cash >= CASH_LIMIT
    ? [
        issue(
          '#PT_CASH_LIMIT',
          'ESR.PayA',
          `${amountText(cash, 2)} EUR in cash; the law allows less than 3000.00`,
        ),
      ]
    : [];
}
