/** Mandatory values of a receipt (doc 3, column "Mandatory"), each with a constant of its own. */
import type { ErrorCode } from './error-codes.ts';
import { issue, type Issue } from './issue.ts';
import { isNonFiscal, isPayment, isPosition, type Esr, type Payment, type Position } from './tra.ts';

/** Values that only some countries demand. */
export type CountryField = 'Opr' | 'OprTIN' | 'DT' | 'Pos.IN' | 'Mod.Dsc';

/** A value, where it belongs, and what to say when it is missing. */
type Field = readonly [name: string, code: ErrorCode, what: string, country?: CountryField];

const ESR: readonly Field[] = [
  ['Opr', '#OPR_MISSING', 'the operator is missing', 'Opr'],
  ['OprTIN', '#OPRTIN_MISSING', 'the tax id of the operator is missing', 'OprTIN'],
  ['DT', '#DT_MISSING', 'the document type is missing', 'DT'],
];
const POSITION: readonly Field[] = [
  ['Amt', '#POS_AMT_MISSING', 'the amount is missing'],
  ['Dsc', '#POS_DSC_MISSING', 'the description is missing'],
  ['TaxG', '#POS_TAXG_MISSING', 'the tax group is missing'],
  ['IN', '#POS_IN_MISSING', 'the article number is missing', 'Pos.IN'],
];
const MODIFIER: readonly Field[] = [
  ['Amt', '#MOD_AMT_MISSING', 'the amount is missing'],
  ['Dsc', '#MOD_DSC_MISSING', 'the description is missing', 'Mod.Dsc'],
];
const PAYMENT: readonly Field[] = [
  ['Amt', '#PAY_AMT_MISSING', 'the amount is missing'],
  ['Dsc', '#PAY_DSC_MISSING', 'the name of the payment method is missing'],
];
/** What an electronic invoice must say about its recipient. */
const RECIPIENT: readonly Field[] = [
  ['Nam', '#CTM_NAM_MISSING', 'an e-invoice needs the name of the customer'],
  ['Adr', '#CTM_ADR_MISSING', 'an e-invoice needs the address of the customer'],
  ['Zip', '#CTM_ZIP_MISSING', 'an e-invoice needs the postal code of the customer'],
  ['City', '#CTM_CITY_MISSING', 'an e-invoice needs the city of the customer'],
];

/** Everything that is missing in a receipt; sums and taxes are checked elsewhere. */
export function checkMandatory(
  esr: Esr,
  positions: readonly Position[],
  payments: readonly Payment[],
  country: ReadonlySet<CountryField>,
): Issue[] {
  const nonFiscal = isNonFiscal(esr);
  const issues: Issue[] = [];
  const demand = (values: object, fields: readonly Field[], path: string) => {
    for (const [name, code, what, only] of fields) {
      if (!isMissing((values as Record<string, unknown>)[name])) continue;
      // A cashier logs in without a document type: what countries demand is about sales.
      if (only === undefined || (!nonFiscal && country.has(only)))
        issues.push(issue(code, `${path}.${name}`, what));
    }
  };

  demand(esr, ESR, 'ESR');
  if (esr.DD !== undefined) {
    if (esr.Ctm) demand(esr.Ctm, RECIPIENT, 'ESR.Ctm');
    else issues.push(issue('#CTM_MISSING', 'ESR.Ctm', 'an e-invoice (DD) needs the customer'));
  }
  positions.forEach((p, i) => {
    const fields = isPosition(p) ? POSITION : p._ === 'Mod' ? MODIFIER : [];
    demand(p, fields, `ESR.PosA[${i}]`);
  });
  payments.forEach((p, i) => demand(p, isPayment(p) ? PAYMENT : [], `ESR.PayA[${i}]`));
  if (!nonFiscal && !positions.some(isPosition)) {
    issues.push(issue('#POSA_MISSING', 'ESR.PosA', 'a fiscal receipt needs at least one position'));
  }
  return issues;
}

function isMissing(value: unknown): boolean {
  return value === undefined || (typeof value === 'string' && value.trim() === '');
}
