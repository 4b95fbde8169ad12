/**
 * Writes a sale as XML the way a POS would. It shares nothing with the
 * service's own writer, so that a mistake there cannot hide here.
 */
import type { Tree, TreeValue } from '../receipt/tree.ts';

const MARKUP: readonly (readonly [string, string])[] = [
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&#34;'],
  ['\n', '&#xA;'],
];

function escaped(value: string | number | boolean): string {
  return MARKUP.reduce((text, [from, to]) => text.split(from).join(to), `${value}`);
}

/** Scalars become attributes, groups child elements; lists as {@link listXml} says. */
function elementXml(name: string, tree: Tree): string {
  const values = Object.entries(tree).filter(([key, value]) => key !== '_' && value !== null);
  const attributes = values.map(([key, value]) =>
    typeof value === 'object' || key === 'value' ? '' : ` ${key}="${escaped(value)}"`,
  );
  const children = values.map(([key, value]) => {
    if (Array.isArray(value)) return listXml(key, value);
    if (typeof value === 'object') return elementXml(key, value!);
    return key === 'value' ? escaped(value) : '';
  });
  return `<${name}${attributes.join('')}>${children.join('')}</${name}>`;
}

/** Lists of the standard end in A or hold texts and are an element around their entries; others repeat. */
function listXml(name: string, items: readonly TreeValue[]): string {
  const usual = { PosA: 'Pos', PayA: 'Pay', TaxA: 'Tax', Head: 'Txt', Foot: 'Txt' }[name];
  const inner = items
    .map((item) => item as Tree)
    .map((item) => elementXml(typeof item['_'] === 'string' ? item['_'] : (usual ?? name), item))
    .join('\n');
  return usual === undefined ? inner : `<${name}>${inner}</${name}>`;
}

/** A request as XML document. */
export function saleAsXml(request: { Tra: Tree }): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${elementXml('Tra', request.Tra)}\n`;
}
