/** What is looked at in every element of an invoice. */
import type { Element } from './read.ts';

/** All amounts but unit prices, which may have more decimals. */
export function amountsIn(root: Element, name: RegExp, price: string): { name: string; text: string }[] {
  const found: { name: string; text: string }[] = [];
  visit(root, (e) => {
    if (name.test(e.name) && e.name !== price) found.push({ name: e.name, text: e.text.trim() });
  });
  return found;
}

/** Names of elements that say nothing. */
export function emptyIn(root: Element): string[] {
  const found: string[] = [];
  visit(root, (e) => {
    if (e.children.length === 0 && e.text.trim() === '') found.push(e.name);
  });
  return found;
}

/** Different values of an attribute. */
export function valuesIn(root: Element, attribute: string): string[] {
  const found = new Set<string>();
  visit(root, ({ attributes }) => {
    if (attributes[attribute] !== undefined) found.add(attributes[attribute]);
  });
  return [...found];
}

function visit(element: Element, look: (e: Element) => void): void {
  look(element);
  for (const child of element.children) visit(child, look);
}
