/** Checks an XML document against a DTD, as far as those of GDPdU go: elements and what they hold, no attributes. */
import type { XmlElement } from '../../base/xml-reader.ts';

/** What elements may hold, by name: a pattern over the names of their children, each followed by a comma; null for text. */
export type Dtd = ReadonlyMap<string, RegExp | null>;

const COMMENT = /<!--[\s\S]*?-->/g;
const ELEMENT = /<!ELEMENT\s+([A-Za-z0-9]+)\s([^>]+)>/g;
const MODEL = /^[A-Za-z0-9\s,|()?*+]+$/;

/** Reads the element declarations of a DTD; null for one that declares none, or something unknown. */
export function readDtd(text: string): Dtd | null {
  const models = new Map<string, RegExp | null>();
  for (const [, name = '', model = ''] of text.replace(COMMENT, '').matchAll(ELEMENT)) {
    const written = model.trim();
    if (written === '(#PCDATA)') models.set(name, null);
    else if (written === 'EMPTY') models.set(name, /^$/);
    else if (MODEL.test(written)) models.set(name, patternOf(written));
    else return null;
  }
  return models.size > 0 ? models : null;
}

/** `(A, (B | C)?)` as a pattern over `A,B,`. */
function patternOf(model: string): RegExp {
  const source = model
    .replace(/\s+/g, '')
    .replace(/[A-Za-z0-9]+/g, (name) => `(?:${name}/)`)
    .replaceAll(',', '')
    .replace(/\((?!\?:)/g, '(?:')
    .replaceAll('/', ',');
  return new RegExp(`^${source}$`);
}

/** What is wrong with an element and those in it, with the way to each. */
export function invalidities(dtd: Dtd, element: XmlElement, way = element.name): string[] {
  const model = dtd.get(element.name);
  if (model === undefined) return [`${way} is not declared in the DTD`];
  const names = element.children.map(({ name }) => `${name},`).join('');
  const own: string[] = [];
  if (model === null ? element.children.length > 0 : !model.test(names))
    own.push(`${way} may not hold ${names === '' ? 'nothing' : names.slice(0, -1)}`);
  if (model !== null && element.text.trim() !== '') own.push(`${way} may not hold text`);
  const counts = new Map<string, number>();
  const within = element.children.flatMap((child) => {
    const count = (counts.get(child.name) ?? 0) + 1;
    counts.set(child.name, count);
    return invalidities(dtd, child, `${way}/${child.name}[${count}]`);
  });
  return [...own, ...within];
}
