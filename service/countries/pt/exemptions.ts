/** Why a line bears no tax, in the words of the tax authority. */
import table from '../../../resources/tax/pt-exemptions.json' with { type: 'json' };
import type { Issue } from '../../receipt/issue.ts';
import {
  isPosition,
  type CompleteEsr,
  type Esr,
  type Position,
  type Tag,
  type Tax,
} from '../../receipt/tra.ts';
import { issue } from './codes.ts';
import { isStampDuty } from './taxes.ts';

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
  return namedExemption(position) ?? NOT_SUBJECT;
}

/** The exemption that a position names, null for none. */
export function namedExemption(position: Position): string | null {
  const group = groupOf(position);
  const sent = position.PT_TaxExemptionCode;
  if (CODE.test(group)) return group;
  return typeof sent === 'string' && CODE.test(sent.trim()) ? sent.trim() : null;
}

/** Checks the codes of positions: a wrong one would be exported as another reason. */
export function checkExemptions(positions: readonly Position[]): Issue[] {
  return positions.flatMap((p, i) => {
    const { PT_TaxExemptionCode: code } = p;
    if (!isPosition(p) || code === undefined) return [];
    if (typeof code === 'string' && CODE.test(code.trim()) && code.trim() !== 'M00') return [];
    const place = `ESR.PosA[${i}].PT_TaxExemptionCode`;
    return [issue('#PT_EXEMPTION', place, `${JSON.stringify(code).slice(0, 40)} is none of M01 to M99`)];
  });
}

/** Tax group of a position; of several the first one carries the tax. */
export function groupOf({ TaxG = '' }: Position): string {
  return TaxG.trim().split(/\s+/)[0]!;
}

/** The reason printed at an exempt line; the code too, unless the tax group beside the amount is the code. */
export function exemptionText(position: Position, isExempt = false): string | undefined {
  const group = groupOf(position);
  const { PT_TaxExemptionCode: sent, PT_TaxExemptionReason: reason } = position;
  const isUntaxed = isExempt && !isStampDuty(group);
  const silent = isUntaxed || isZeroRate(group) ? NOT_SUBJECT : '';
  const code = CODE.test(group) ? group : typeof sent === 'string' ? sent : silent;
  if (code === '') return undefined;
  const text = typeof reason === 'string' && reason !== '' ? reason : (TEXTS[code] ?? '');
  return [code === group ? '' : code, text].filter(Boolean).join(' ') || undefined;
}

/** True for a line of the tax table that bears no tax; under stamp duty there is none to be exempt from. */
function isUntaxed({ TaxG = '', Prc = '' }: Tax): boolean {
  return (Prc === '' || NO_RATE.test(Prc)) && !isStampDuty(TaxG);
}

/**
 * Tells which exemptions a line of the tax table stands for: none where it bears tax, M99 where nobody
 * says more. A plain `0%` is counted as M99 whatever its positions claim (`PT_TaxExemptionCode`).
 */
function exemptionsOf(positions: readonly Position[]): (tax: Tax) => string[] {
  const claimed = new Map<string, Set<string>>();
  for (const p of positions.filter(isPosition)) {
    const group = groupOf(p);
    for (const name of isZeroRate(group) ? [group, NOT_SUBJECT] : [group]) {
      const codes = claimed.get(name) ?? new Set();
      claimed.set(name, codes.add(exemptionCode(p)));
    }
  }
  return (tax) => {
    const { TaxG = '' } = tax;
    if (!isUntaxed(tax)) return [];
    return [...(claimed.get(TaxG) ?? [CODE.test(TaxG) ? TaxG : NOT_SUBJECT])];
  };
}

/** {@link Country.exemptGroup} of Portugal: the codes, behind a group that has another name. */
export function exemptGroup({ PosA = [] }: Esr): (tax: Tax) => string | undefined {
  const codesOf = exemptionsOf(PosA);
  return (tax) => {
    const codes = codesOf(tax);
    const { TaxG = '' } = tax;
    const isCode = TaxG === NOT_SUBJECT || isZeroRate(TaxG) || codes.includes(TaxG);
    return codes.length === 0 ? undefined : [isCode ? '' : TaxG, ...codes].filter(Boolean).join(' ');
  };
}

/** The exemption codes that a line of the tax table stands for, with the words of the POS or of the authority. */
export function exemptionReasons(tax: Tax, positions: readonly Position[]): { code: string; text: string }[] {
  const given = new Map<string, string>();
  for (const p of positions.filter(isPosition)) {
    const { PT_TaxExemptionReason: reason } = p;
    if (typeof reason === 'string' && reason !== '') given.set(exemptionCode(p), reason);
  }
  return exemptionsOf(positions)(tax).map((code) => ({ code, text: given.get(code) ?? TEXTS[code] ?? code }));
}

/** Why a document bears no tax, to be printed: one reason for each code, as far as the POS has not sent its own. */
export function exemptionTags({ TaxA, PosA }: Pick<CompleteEsr, 'TaxA' | 'PosA'>): Tag[] {
  const exempt = TaxA.filter(isUntaxed);
  if (exempt.length === 0) return [];
  const silent = new Set<string>();
  const given = new Set<string>();
  for (const p of PosA.filter(isPosition)) {
    (p.PT_TaxExemptionReason === undefined ? silent : given).add(exemptionCode(p));
  }
  const codes = [...new Set(exempt.flatMap(exemptionsOf(PosA)))];
  return codes
    .filter((code) => TEXTS[code] !== undefined && (silent.has(code) || !given.has(code)))
    .map((code) => ({ Label: code, Name: 'Exemption', Value: TEXTS[code]! }));
}
