/** Changes one attribute in a list and leaves the rest of the text as somebody wrote it. */
import { Attributes, writtenAttribute } from './attributes.ts';

/**
 * The list with one attribute set; in its old place where it was set before.
 * @throws AttributeError when the value cannot be written
 */
export function withAttribute(text: string, name: string, value: string): string {
  const written = writtenAttribute(name, value);
  const last = Attributes.parse(text).items.findLast((item) => isNamed(item.name, name));
  if (last) return text.slice(0, last.from) + written + text.slice(last.to);
  return text.trim() === '' ? written : `${text.trimEnd()} ${written}`;
}

/** The list without an attribute, however often it is in it. */
export function withoutAttribute(text: string, name: string): string {
  let result = text;
  for (const { from, to } of Attributes.parse(text)
    .items.filter((item) => isNamed(item.name, name))
    .reverse()) {
    result = `${result.slice(0, from).trimEnd()}${result.slice(to)}`;
  }
  return result.trim();
}

function isNamed(one: string, name: string): boolean {
  return one.toLowerCase() === name.toLowerCase();
}
