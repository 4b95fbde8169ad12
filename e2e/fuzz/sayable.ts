/**
 * XML cannot say everything that JSON can: a list of one is the one, an empty
 * group is nothing, blanks alone are nothing. Receipts lose none of their own
 * values by that; extensions may. What is left here must survive the way
 * through XML unchanged.
 */
import type { Attributes, Tra } from '../../service/receipt/tra.ts';

const ENTRIES = new Set(['PosA', 'PayA', 'TaxA']);
const TEXTS = new Set(['Head', 'Txt', 'Foot']);
/** Names of elements with a form of their own, which an extension may bear by mistake. */
const OWN_FORM = new Set([...ENTRIES, ...TEXTS, 'DevA', 'AgenturA', 'value', '_']);
/** Says something about XML itself, and is read as such. */
const ABOUT_XML = /^(xmlns|xsi:|xmlns:xs[id]$)/;

/** XML counts all elements around a value too, so that it allows an extension fewer levels of its own. */
const DEEPEST = 20;

/** A transaction without what XML cannot say. */
export function sayable(tra: Tra): Tra {
  const { ESR, ...rest } = tra;
  const esr: Attributes = {};
  for (const [name, value] of Object.entries(ESR)) {
    if (ENTRIES.has(name)) esr[name] = (value as Attributes[]).map(entry);
    else if (!TEXTS.has(name)) add(esr, name, value, 0);
    else {
      const blocks = (value as Attributes[]).filter((b) => b['_'] === 'Txt').map(block);
      // A Txt beside others is there only if it says something.
      const said =
        name === 'Txt' ? blocks.filter((b) => b['value'] !== '' || Object.keys(b).length > 2) : blocks;
      if (said.length > 0) esr[name] = said;
    }
  }
  return { ...group(rest), ESR: esr };
}

function entry({ _: type, ...values }: Attributes): Attributes {
  return { _: type, ...group(values) };
}

function block({ _: type, value, ...values }: Attributes): Attributes {
  const text = typeof value === 'string' && value.trim() !== '' ? value : '';
  return { _: type, value: text, ...group(values) };
}

function add(to: Attributes, name: string, value: unknown, depth: number): void {
  if (OWN_FORM.has(name) || ABOUT_XML.test(name) || depth > DEEPEST) return;
  if (typeof value === 'string') {
    if (value.trim() !== '') to[name] = value;
  } else if (!Array.isArray(value)) {
    const inner = group(value as Attributes, depth + 1);
    if (Object.keys(inner).length > 0) to[name] = inner;
  } else if (value.length > 1 && name.length > 4 && value.every(isPlainGroup)) {
    to[name] = value.map((item) => group(item, depth + 1));
  }
}

function group(values: Attributes, depth = 0): Attributes {
  const result: Attributes = {};
  for (const [name, value] of Object.entries(values)) add(result, name, value, depth);
  return result;
}

/** A group that cannot be taken for an entry of a list or for nothing. */
function isPlainGroup(item: unknown): item is Attributes {
  if (typeof item !== 'object' || item === null || Array.isArray(item) || '_' in item) return false;
  return Object.keys(group(item as Attributes)).length > 0;
}
