/** Why a line bears no tax, in the words of the tax authority. */
import table from '../../../resources/tax/pt-exemptions.json' with { type: 'json' };
import type { Position } from '../../receipt/tra.ts';

const TEXTS: Readonly<Record<string, string>> = table;
const CODE = /^M\d\d$/;
const NO_RATE = /^0+(\.0+)?%?$/;

/** The reason printed at an exempt line; the code too, unless the tax group beside the amount is the code. */
export function exemptionText(position: Position): string | undefined {
  const group = position.TaxG ?? '';
  const { PT_TaxExemptionCode: sent, PT_TaxExemptionReason: reason } = position;
  const code = CODE.test(group) ? group : typeof sent === 'string' ? sent : NO_RATE.test(group) ? 'M99' : '';
  if (code === '') return undefined;
  const text = typeof reason === 'string' && reason !== '' ? reason : (TEXTS[code] ?? '');
  return [code === group ? '' : code, text].filter(Boolean).join(' ') || undefined;
}
