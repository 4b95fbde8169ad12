/** Tax ids of companies: VAT numbers with their check digits (doc 1, field taxId). */
import { stdnum } from 'stdnum';

/** Prefixes that differ from the country's code. */
const PREFIXES: Record<string, string> = { EL: 'GR', XI: 'GB' };

/** Which number of the library is the one that a country's companies trade under. */
const NUMBERS: Record<string, readonly string[]> = {
  AT: ['uid'],
  BE: ['vat'],
  BG: ['vat'],
  CH: ['vat', 'uid'],
  CY: ['vat'],
  CZ: ['dic'],
  DE: ['vat'],
  DK: ['cvr'],
  EE: ['kmkr'],
  ES: ['nif'],
  FI: ['alv'],
  FR: ['tva'],
  GB: ['vat'],
  GR: ['vat'],
  HR: ['oib'],
  HU: ['anum'],
  IE: ['vat'],
  IT: ['iva'],
  LT: ['pvm'],
  LU: ['tva'],
  LV: ['pvn'],
  MT: ['vat'],
  NL: ['btw'],
  NO: ['mva', 'orgnr'],
  PL: ['nip'],
  PT: ['nif', 'nipc'],
  RO: ['cif', 'cui'],
  SE: ['vat'],
  SI: ['ddv'],
  SK: ['dph'],
};

/**
 * Whether a tax id is one: right length, right check digits. Its prefix says
 * of which country; without one it is the company's. Where no rule is known,
 * everything is right.
 * @param country ISO 3166 code of the company's country
 */
export function isTaxId(taxId: string, country: string): boolean {
  const plain = taxId.toUpperCase().replace(/[\s.\-/]/g, '');
  const prefix = /^[A-Z]{2}/.exec(plain)?.[0] ?? '';
  const named = PREFIXES[prefix] ?? prefix;
  const isNamed = Object.hasOwn(NUMBERS, named);
  const home = isNamed ? named : country.toUpperCase();
  const numbers = NUMBERS[home];
  if (numbers === undefined) return true;
  const validators = stdnum[home]!;
  // Some rules want the prefix, some do not.
  const forms = isNamed ? [plain.slice(2), plain] : [plain];
  return numbers.some((name) => forms.some((form) => validators[name]!.validate(form).isValid));
}
