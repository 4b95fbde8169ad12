/** Portuguese checks of a completed receipt (doc 3, checks 5 and 6, and the rules on documents). */
import type { Issue } from '../../receipt/issue.ts';
import { amountText, minor } from '../../receipt/money.ts';
import { isPayment, isPosition, type CompleteEsr, type Position } from '../../receipt/tra.ts';
import { issue } from './codes.ts';
import { checkCashVat } from './cash-vat.ts';
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
import { checkExemptions, isZeroRate } from './exemptions.ts';
import { checkMovement } from './movement.ts';
import { checkOneStopShop, taxLinesOf } from './one-stop-shop.ts';
import { checkOriginal, originalOf } from './recovery.ts';
import { checkSeries } from './series.ts';
import { customerCountry, customerTaxId, isTaxId } from './tax-id.ts';
import { classify, isForeign, type Region, type TaxTable } from './taxes.ts';
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
    ...checkMovement(esr, type),
    ...checkExemptions(esr.PosA),
    ...checkCashVat(esr),
    ...checkOneStopShop(esr),
  ];
}

/** Checks that every percentage belongs to a tax group, and that the lines of SAF-T will add up to its tax. */
export function checkRates(esr: CompleteEsr, region: Region, groups: TaxTable): Issue[] {
  return taxLinesOf(esr).flatMap((tax, i) => {
    const place = `ESR.TaxA[${i}]`;
    if (isForeign(tax.PT_Region) === null)
      return [
        issue('#PT_TAX_RATE', `${place}.PT_Region`, 'must be PT, PT-AC, PT-MA or a country of ISO 3166'),
      ];
    if (!classify(tax, esr.D.slice(0, 10), region, groups)) {
      const text = `${tax.Prc} % is the rate of no Portuguese tax group; for the VAT of another member state send ESR.PT_OSS`;
      return [issue('#PT_TAX_RATE', `${place}.Prc`, text)];
    }
    if (tax.MarginScheme !== '1' || isZeroRate(tax.Prc ?? '0') || originalOf(esr)) return [];
    const text = 'give the margin a position of its own, and the rest one of M12, M13, M14 or M15';
    return [issue('#TAX_RATE', `${place}.MarginScheme`, text)];
  });
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

/**
 * Positions of the other sign are allowed only where they cancel a position of the same article.
 * A line void may call it by another name ("Storno"): it cancels a position of its tax group and amount.
 */
function checkSigns(esr: CompleteEsr, amounts: readonly number[]): Issue[] {
  const refund = total(esr) < 0;
  // Amounts of one sign have sums of that sign, as on nearly all receipts.
  if (!amounts.some((amount) => (refund ? amount > 0 : amount < 0))) return [];
  const sums = new Map<string, { amount: number; path: string; isVoid: boolean }>();
  const byPrice = new Map<string, string[]>();
  const add = (key: string, i: number, isVoid: boolean) => {
    const sum = sums.get(key) ?? { amount: 0, path: `ESR.PosA[${i}]`, isVoid };
    sum.amount += amounts[i]!;
    sums.set(key, sum);
  };
  const isLineVoid = (p: Position) => p.Void === '1';
  const positions = [...esr.PosA.entries()].filter(([, p]) => isPosition(p));
  for (const [i, p] of positions.filter(([, other]) => !isLineVoid(other))) {
    add(articleKey(p), i, false);
    const price = priceKey(p, 1);
    const same = byPrice.get(price);
    if (same) same.push(articleKey(p));
    else byPrice.set(price, [articleKey(p)]);
  }
  for (const [i, p] of positions.filter(([, other]) => isLineVoid(other))) {
    const key = articleKey(p);
    add(sums.has(key) ? key : (byPrice.get(priceKey(p, -1))?.pop() ?? key), i, true);
  }
  return [...sums.values()]
    .filter((s) => (refund ? s.amount > 0 : s.amount < 0))
    .map((s) =>
      issue('#PT_MIXED_SIGNS', s.path, refund ? SALE_IN_REFUND : s.isVoid ? VOIDS_NOTHING : RETURN),
    );
}

const SALE_IN_REFUND = 'a sale inside a credit note';
const RETURN = 'a return inside a sale; register a credit note';
const VOIDS_NOTHING =
  'a line void, but no position of this receipt has its article, or its tax group and amount; a return is a credit note';

/** What a line void has in common with what it cancels: tax group and amount, with the opposite sign. */
function priceKey(p: Position, sign: 1 | -1): string {
  return JSON.stringify([p.TaxG, minor(p.Amt, 2) * sign]);
}

function articleKey(p: Position): string {
  return JSON.stringify([p.IN ?? p.SKU ?? p.Dsc, p.TaxG]);
}

function checkCash(esr: CompleteEsr): Issue[] {
  const cash = esr.PayA.filter((p) => isPayment(p) && CASH_GROUPS.has(p.PayG ?? 'cash')).reduce(
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
