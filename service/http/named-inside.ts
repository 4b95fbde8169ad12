/**
 * A register that is named inside a record (`RN` beside ESR, or in Cfg). Files name theirs there;
 * over HTTP the query does, which is what decides who is let in, so that the body cannot.
 */
import type { Attributes } from '../receipt/tra.ts';
import type { Register } from '../register/register.ts';
import type { Registers } from '../register/registers.ts';

/** A name is at most this long. */
const MOST_CHARACTERS = 100;

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
