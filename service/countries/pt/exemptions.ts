/** Why a line bears no tax, in the words of the tax authority. */
import table from '../../../resources/tax/pt-exemptions.json' with { type: 'json' };
import type { Position } from '../../receipt/tra.ts';

const TEXTS: Readonly<Record<string, string>> = table;
const CODE = /^M\d\d$/;
/** "Not subject", where no reason is given. */
export const NOT_SUBJECT = 'M99';
const NO_RATE = /^0+(\.0+)?%?$/;

/** True for a group that is a percentage of zero, `0%`. */
export function isZeroRate(group: string): boolean {
  return NO_RATE.test(group);
}

/** The exemption that a position without tax claims: its group, else PT_TaxExemptionCode, else M99. */
export function exemptionCode(position: Position): string {
  const group = groupOf(position);
  const sent = position.PT_TaxExemptionCode;
  if (CODE.test(group)) return group;
  return typeof sent === 'string' && CODE.test(sent.trim()) ? sent.trim() : NOT_SUBJECT;
}

/** Tax group of a position; of several the first one carries the tax. */
export function groupOf({ TaxG = '' }: Position): string {
  return TaxG.trim().split(/\s+/)[0]!;
}

/** The reason printed at an exempt line; the code too, unless the tax group beside the amount is the code. */
export function exemptionText(position: Position): string | undefined {
  const group = position.TaxG ?? '';
  const { PT_TaxExemptionCode: sent, PT_TaxExemptionReason: reason } = position;
  const code = CODE.test(group) ? group : typeof sent === 'string' ? sent : NO_RATE.test(group) ? 'M99' : '';
  if (code === '') return undefined;
  const text = typeof reason === 'string' && reason !== '' ? reason : (TEXTS[code] ?? '');
  return [code === group ? '' : code, text].filter(Boolean).join(' ') || undefined;
}
