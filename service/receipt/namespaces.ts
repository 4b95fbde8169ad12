/**
 * Namespaces of what is written as XML. Extensions may have names with a prefix, and a record
 * that came as JSON, or whose prefix was declared on an element that is not kept, declares none.
 * Parsers that know namespaces would refuse it, and all records that come with it.
 */
import { escapeAttribute } from './xml-text.ts';

/** Prefixes in force, with their namespaces. */
export type Spaces = ReadonlyMap<string, string>;

/** No prefixes. */
export const NO_SPACES: Spaces = new Map();

/** What declarations begin with. */
export const DECLARES = 'xmlns:';

/** Namespaces of prefixes that nobody has declared. */
const OWN = 'urn:tillmark:undeclared:';
/** Prefixes of XML itself. */
const BUILT_IN = new Set(['xml', 'xmlns']);
/** Their namespaces, which no other prefix may have. */
const RESERVED = new Set(['http://www.w3.org/XML/1998/namespace', 'http://www.w3.org/2000/xmlns/']);

/** Whether an attribute declares a prefix only because nobody else has: it is none of the record. */
export function isOwnSpace(name: string, value: string): boolean {
  return name.startsWith(DECLARES) && value === OWN + name.slice(DECLARES.length);
}

/** The name of an element: what only declarations may be called loses its colon. */
export function elementName(name: string): string {
  return name.startsWith(DECLARES) ? name.replaceAll(':', '.') : name;
}

/**
 * The prefixes in force within an element, and the attributes that declare those it brings or lacks.
 * A declaration that XML forbids says nothing and is left out; so is a second prefix of one
 * namespace, with which two attributes could have the same name.
 */
export function declared(
  name: string,
  entries: readonly (readonly [string, unknown])[],
  outer: Spaces,
): { spaces: Spaces; declarations: string } {
  const spaces = new Map(outer);
  let declarations = '';
  const declare = (prefix: string, space: string) => {
    spaces.set(prefix, space);
    declarations += ` ${DECLARES}${prefix}="${escapeAttribute(space)}"`;
  };
  const scalars = entries.filter(
    ([, value]) => value !== undefined && value !== null && typeof value !== 'object',
  );
  for (const [key, value] of scalars) {
    if (!key.startsWith(DECLARES)) continue;
    const [prefix, space] = [key.slice(DECLARES.length), String(value)];
    if (mayBe(prefix, space, spaces)) declare(prefix, space);
  }
  for (const used of [name, ...scalars.map(([key]) => key)]) {
    const [prefix = '', ...rest] = used.split(':');
    if (rest.length > 0 && !BUILT_IN.has(prefix) && !spaces.has(prefix)) declare(prefix, OWN + prefix);
  }
  return { spaces, declarations };
}

function mayBe(prefix: string, space: string, spaces: Spaces): boolean {
  if (BUILT_IN.has(prefix) || space === '' || RESERVED.has(space) || space.startsWith(OWN)) return false;
  return [...spaces].every(([other, known]) => other === prefix || known !== space);
}
