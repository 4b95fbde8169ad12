/**
 * Tax ids of companies are written in many ways: `PT599999993`, `599999993`,
 * `PT 599.999.993`. Whoever compares two of them compares their canonical forms;
 * what was configured and printed keeps its own spelling.
 */

/** Prefixes of VAT numbers that differ from the country's code. */
const PREFIXES: Record<string, readonly string[]> = { GR: ['EL', 'GR'], GB: ['GB', 'XI'] };

/**
 * The one spelling of a company's tax id: letters and digits alone, in upper case,
 * behind the prefix of the country. Says nothing of whether it is one.
 * @param country ISO 3166 code of the company's country
 */
export function canonicalTaxId(taxId: string, country: string): string {
  const plain = plainTaxId(taxId);
  const code = country.toUpperCase();
  const prefixes = PREFIXES[code] ?? [code];
  const written = prefixes.find((prefix) => plain.startsWith(prefix)) ?? '';
  return `${prefixes[0]}${plain.slice(written.length)}`;
}

/** The spellings of a tax id that a search for text compares: as {@link canonicalTaxId}, with each prefix of the country. */
export function taxIdSpellings(taxId: string, country: string): string[] {
  if (plainTaxId(taxId) === '') return [];
  const canonical = canonicalTaxId(taxId, country);
  const prefixes = PREFIXES[country.toUpperCase()] ?? [canonical.slice(0, 2)];
  return prefixes.map((prefix) => `${prefix}${canonical.slice(2)}`);
}

/** Whether two spellings mean one company of a country. */
export function sameTaxId(a: string, b: string, country: string): boolean {
  return canonicalTaxId(a, country) === canonicalTaxId(b, country);
}

/** Whether two spellings may mean one company while nobody says of which country: one may lack its prefix. */
export function mayBeSameTaxId(a: string, b: string): boolean {
  const [short, long] = [plainTaxId(a), plainTaxId(b)].sort((x, y) => x.length - y.length) as [
    string,
    string,
  ];
  return short === long || (short !== '' && /^[A-Z]{2}/.test(long) && long.slice(2) === short);
}

/** A tax id without what people write differently: blanks, dots, dashes, small letters. */
export function plainTaxId(taxId: string): string {
  return taxId.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '');
}
