/** Tax that the buyer withholds (SAF-T WithholdingTax, QR field P): extension attributes of ESR. */
import type { Issue } from '../../receipt/issue.ts';
import { localDecimal } from '../../receipt/local-format.ts';
import { amountText, minor } from '../../receipt/money.ts';
import type { CompleteEsr, Esr, Tag } from '../../receipt/tra.ts';
import { issue } from './codes.ts';
import { total } from './document.ts';

const AMOUNT = /^\d{1,9}(\.\d{1,2})?$/;
/** Kinds of tax that can be withheld. */
const TYPES: ReadonlySet<unknown> = new Set([undefined, 'IRS', 'IRC', 'IS']);

/** Withheld tax in cents, 0 for none. */
export function withheld({ PT_Withholding: amount }: Esr): number {
  return typeof amount === 'string' && AMOUNT.test(amount) ? minor(amount, 2) : 0;
}

/** What is to be printed of it: the customer pays so much less (CIRS art. 101, CIRC art. 94). */
export function withholdingTags(esr: Esr): Tag[] {
  const amount = withheld(esr);
  if (amount === 0) return [];
  const Label = ['Retenção na fonte', esr.PT_WithholdingType].filter(Boolean).join(' ');
  return [{ Label, Name: 'Withholding', Value: `${localDecimal(amountText(amount, 2), 'pt')} EUR` }];
}

/** Checks PT_Withholding and PT_WithholdingType. */
export function checkWithholding(esr: CompleteEsr): Issue[] {
  const { PT_Withholding: amount, PT_WithholdingType: type } = esr;
  if (amount === undefined) return [];
  if (typeof amount !== 'string' || !AMOUNT.test(amount)) {
    return [issue('#TYPE', 'ESR.PT_Withholding', 'must be an amount of 0 or more with two decimals')];
  }
  if (withheld(esr) > Math.abs(total(esr))) {
    return [issue('#TYPE', 'ESR.PT_Withholding', 'is more than the total')];
  }
  if (!TYPES.has(type)) return [issue('#TYPE', 'ESR.PT_WithholdingType', 'must be IRS, IRC or IS')];
  return [];
}
