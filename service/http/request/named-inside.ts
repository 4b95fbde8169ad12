/**
 * A register that is named inside a record (`RN` beside ESR, or in Cfg), and its company and terminal. Files name theirs there;
 * over HTTP the query does, which is what decides who is let in, so that the body cannot.
 */
import { configuredTerminal } from '../../receipt/cfg.ts';
import { terminal } from '../../receipt/complete.ts';
import { sameTaxId } from '../../receipt/tax-id.ts';
import type { Attributes, Tra } from '../../receipt/tra.ts';
import type { Register } from '../../register/register.ts';
import type { Registers } from '../../register/registers.ts';

/** What else files name in the record: of HTTP it is in the query or in ESR. */
const IN_ESR = ['TaxId', 'TL', 'TT'] as const;
/** A name is at most this long. */
const MOST_CHARACTERS = 100;

/**
 * What to tell whose transaction names another company, location or terminal beside ESR than those that it went to.
 * @param path of the record, such as `Tra`
 */
export function terminalElsewhere(
  tra: Tra,
  path: string,
  { rn, cfg }: Pick<Register, 'rn' | 'cfg'>,
): string[] {
  const named = Object.entries(tra).flatMap(([field, value]) => {
    const name = IN_ESR.find((known) => known.toLowerCase() === field.toLowerCase());
    return name !== undefined && typeof value === 'string' && value !== '' ? [{ field, name, value }] : [];
  });
  if (named.length === 0) return [];
  const { TL, TT } = terminal(tra.ESR, configuredTerminal(cfg));
  const isThat = {
    TaxId: (value: string) => !!cfg && sameTaxId(cfg.Cmp.TaxId, value, cfg.Cmp.Ctry),
    TL: (value: string) => value === TL,
    TT: (value: string) => value === TT || value === `${TL}/${TT}`,
  };
  const company = cfg ? ` of ${cfg.Cmp.TaxId}` : '';
  return named
    .filter(({ name, value }) => !isThat[name](value))
    .map(
      ({ field, name }) =>
        `${path}.${field}: ignored, this is register ${rn}${company}, terminal ${TL}/${TT}; send it as ESR.${name}`,
    );
}

/**
 * What to tell whose record names another register than the one that it came to.
 * @param path of the record, such as `Tra`
 */
export function namedElsewhere(
  record: Attributes,
  path: string,
  { rn }: Pick<Register, 'rn'>,
  registers: Pick<Registers, 'which'>,
): string[] {
  const field = Object.keys(record).find((name) => name.toLowerCase() === 'rn');
  const named = field === undefined ? undefined : record[field];
  if (typeof named !== 'string' || named === '' || named === rn) return [];
  // However its tax id is written.
  const which = registers.which({ rn: named });
  if ('rn' in which && which.rn === rn) return [];
  // Half of a character cannot be part of an address.
  const said = named.slice(0, MOST_CHARACTERS).toWellFormed();
  return [
    `${path}.${field}: ignored, this is register ${rn}; name ${JSON.stringify(said)} in the query, RN=${encodeURIComponent(said)}`,
  ];
}
