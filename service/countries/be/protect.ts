/**
 * Takes the national number of the operator (OprTIN) out of what a POS sends, before anything
 * of it is kept or written down: the list of operators has it, and receipts have the alias.
 */
import type { Cfg } from '../../receipt/cfg.ts';
import type { Esr } from '../../receipt/tra.ts';
import type { CountryServices } from '../contract/services.ts';
import { addOperator, isBuiltIn, listedNumbers, operatorByNumber, operatorOf } from './operators.ts';
import { nationalNumber } from './numbers.ts';

/** What stands in the place of a number, and says what was the matter with it. */
export const LISTED = 'listed';
export const WRONG = 'wrong';
export const NO_ALIAS = 'no alias';
export const FULL = 'list full';
const MARKS = new Set([LISTED, WRONG, NO_ALIAS, FULL]);

/** What stands in the place of a number in other values. */
const HIDDEN = '***';
const MOST_ALIAS = 60;

/** What looks like a national number is nobody's alias or name. */
export function looksLikeNumber(text: unknown): boolean {
  return typeof text === 'string' && nationalNumber(text) !== null;
}

/** {@link CountryReceipts.protect} of Belgium. */
export function protect(
  sent: Esr,
  context: Pick<CountryServices, 'vault' | 'memory'> & { cfg: Pick<Cfg, 'Cmp'> },
): Esr {
  const esr = { ...sent };
  let told = typeof sent.OprTIN === 'string' && !MARKS.has(sent.OprTIN) ? sent.OprTIN : null;
  for (const name of ['Opr', 'OprN'] as const) {
    if (!looksLikeNumber(esr[name])) continue;
    told ??= esr[name]!;
    delete esr[name];
  }
  const known = told === null ? esr : { ...esr, ...named(esr, told, context) };
  return withoutListed(known, listedNumbers(context.cfg, context)) as Esr;
}

function named(
  { Opr: alias, OprN }: Esr,
  told: string,
  context: Parameters<typeof protect>[1],
): Pick<Esr, 'Opr'> & { OprTIN: string } {
  const { cfg } = context;
  const number = nationalNumber(told);
  if (number === null) return { ...(alias !== undefined && { Opr: alias }), OprTIN: WRONG };
  const known = operatorByNumber(number, cfg, context);
  if (alias === undefined || alias.trim() === '')
    return known ? { Opr: known.alias, OprTIN: LISTED } : { OprTIN: NO_ALIAS };
  const isOurs = operatorOf(alias, cfg, context)?.number === number;
  if (isOurs) return { Opr: alias, OprTIN: LISTED };
  if (alias.length > MOST_ALIAS || isBuiltIn(alias)) return { Opr: alias, OprTIN: WRONG };
  const name = (OprN ?? alias).slice(0, MOST_ALIAS);
  return { Opr: alias, OprTIN: addOperator({ alias, name, number }, cfg, context) ? LISTED : FULL };
}

/** Eleven digits, however they are divided. */
const ELEVEN = /(?<!\d)(?:\d[ ./-]?){10}\d(?!\d)/g;
const MOST_DEPTH = 8;

/** A value in which no text has a number of the list, wherever a till has put it. */
function withoutListed(value: unknown, numbers: ReadonlySet<string>, depth = 0): unknown {
  if (typeof value === 'string')
    return value.replace(ELEVEN, (text) => (numbers.has(text.replace(/\D/g, '')) ? HIDDEN : text));
  if (typeof value !== 'object' || value === null || depth > MOST_DEPTH) return value;
  if (Array.isArray(value)) return value.map((one) => withoutListed(one, numbers, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, withoutListed(one, numbers, depth + 1)]),
  );
}
