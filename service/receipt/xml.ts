/**
 * XML in and out. In: a strict streaming parser builds the same tree that JSON
 * gives (attributes and child elements become named values, the children of
 * PosA, PayA and TaxA become lists with their element name under `_`). Out: our
 * own writer with a fixed order. No DTD, no entities beyond XML's own five.
 */
import { SaxesParser } from 'saxes';
import { issue, type Issue } from './issue.ts';
import { emptyTree, isName, isTree, type Tree, type TreeValue } from './tree.ts';

/** Elements whose children are a list of typed entries. */
const LISTS = new Set(['PosA', 'PayA', 'TaxA', 'Head', 'Foot', 'DevA', 'AgenturA']);
/** Elements that may occur several times beside each other. */
const REPEATED = new Set(['Txt', 'Dev', 'DE_Agentur', 'Warning', 'Tag']);
const MAX_DEPTH = 32;

interface Open {
  name: string;
  tree: Tree;
  list: TreeValue[] | null;
  text: string;
}

class XmlProblem extends Error {
  readonly issue: Issue;
  constructor(problem: Issue) {
    super(problem.text);
    this.issue = problem;
  }
}

/** Reads an XML document as `{ <root name>: <tree> }`. */
export function readXml(text: string): { tree: Tree } | { issue: Issue } {
  const parser = new SaxesParser({ position: true });
  const root = emptyTree();
  const stack: Open[] = [{ name: '', tree: root, list: null, text: '' }];
  const top = () => stack[stack.length - 1]!;
  const place = () => `at line ${parser.line}, column ${parser.column}`;
  const refuse = (code: 'XML' | 'NAME' | 'DUPLICATE_NAME', what: string): never => {
    throw new XmlProblem(issue(`#${code}`, '', `${what} ${place()}`));
  };

  parser.on('error', (error) => {
    throw new XmlProblem(
      issue('#XML', '', `not well-formed XML: ${error.message.replace(/^\d+:\d+: /, '')} ${place()}`),
    );
  });
  parser.on('doctype', () => refuse('XML', 'a document type declaration is not accepted'));
  parser.on('opentag', (tag) => {
    if (stack.length > MAX_DEPTH) refuse('XML', `more than ${MAX_DEPTH} nested elements`);
    if (!isName(tag.name)) refuse('NAME', `the name ${JSON.stringify(tag.name)} is not allowed`);
    const tree = emptyTree();
    for (const [name, value] of Object.entries(tag.attributes as Record<string, string>)) {
      // Schema hints say nothing about the sale; other prefixes belong to extensions and are kept.
      if (name === 'xmlns' || name === 'xmlns:xsi' || name === 'xmlns:xsd' || name.startsWith('xsi:'))
        continue;
      if (!isName(name)) refuse('NAME', `the name ${JSON.stringify(name)} is not allowed`);
      tree[name] = value;
    }
    stack.push({ name: tag.name, tree, list: LISTS.has(tag.name) ? [] : null, text: '' });
  });
  parser.on('text', (chunk) => {
    top().text += chunk;
  });
  parser.on('cdata', (chunk) => {
    top().text += chunk;
  });
  parser.on('closetag', () => {
    const open = stack.pop()!;
    const parent = top();
    const value = elementValue(open);
    if (parent.list) {
      const entry = emptyTree();
      entry._ = open.name;
      if (isTree(value)) Object.assign(entry, value);
      else entry.value = value;
      parent.list.push(entry);
    } else if (open.name in parent.tree) {
      const before = parent.tree[open.name]!;
      if (!REPEATED.has(open.name)) refuse('DUPLICATE_NAME', `${open.name} is given twice,`);
      parent.tree[open.name] = Array.isArray(before) ? [...before, value] : [before, value];
    } else {
      parent.tree[open.name] = value;
    }
  });

  try {
    parser.write(text).close();
  } catch (error) {
    if (error instanceof XmlProblem) return { issue: error.issue };
    throw error;
  }
  return { tree: root };
}

/** What an element stands for: a list, a text, or an element with attributes. */
function elementValue(open: Open): TreeValue {
  const text = open.text.trim();
  const bare = Object.keys(open.tree).length === 0;
  if (open.list) {
    // <Head>text</Head> and <Head Txt="text"/> are allowed beside <Head><Txt>text</Txt></Head>.
    if (open.list.length > 0) return open.list;
    if (!bare) return open.tree;
    return text === '' ? open.list : open.text;
  }
  if (bare) return open.text === '' || text === '' ? text : open.text;
  if (text !== '') open.tree.value = open.text;
  return open.tree;
}

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

function escapeAttribute(text: string): string {
  return text.replace(/[&<>"\t\n\r]/g, (c) => ESCAPES[c]!);
}

function escapeText(text: string): string {
  return text.replace(/[&<>\r]/g, (c) => ESCAPES[c]!);
}

/** The XML declaration of every answer. */
export const XML_DECLARATION = '<?xml version="1.0" encoding="utf-8"?>\n';

/** Scalars that are written as child elements with text instead of attributes (answers.md 2). */
const TEXT_ELEMENTS = new Set(['ErrorCode', 'UserMessage', 'Warning', 'Code', 'Link', 'QR', 'Txt', 'value']);

/**
 * Writes a record as XML: scalars become attributes, objects child elements,
 * lists of typed entries (`_`) the children of one element, other lists
 * repeated elements.
 */
export function writeXml(name: string, value: unknown): string {
  if (!isObject(value)) return `<${name}>${escapeText(scalarText(value))}</${name}>`;
  let attributes = '';
  let children = '';
  for (const [key, item] of Object.entries(value)) {
    if (item === undefined || item === null || key === '_') continue;
    if (Array.isArray(item)) children += writeList(key, item);
    else if (isObject(item)) children += writeXml(key, item);
    else if (key === 'value') children += escapeText(scalarText(item));
    else if (TEXT_ELEMENTS.has(key)) children += `<${key}>${escapeText(scalarText(item))}</${key}>`;
    else attributes += ` ${key}="${escapeAttribute(scalarText(item))}"`;
  }
  return children === '' ? `<${name}${attributes}/>` : `<${name}${attributes}>${children}</${name}>`;
}

function writeList(name: string, items: readonly unknown[]): string {
  const typed = items.some((item) => isObject(item) && typeof item._ === 'string');
  const written = items
    .map((item) => writeXml(isObject(item) && typeof item._ === 'string' ? item._ : name, item))
    .join('');
  if (!typed && items.length > 0) return written;
  return items.length === 0 ? `<${name}/>` : `<${name}>${written}</${name}>`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function scalarText(value: unknown): string {
  return typeof value === 'string' ? value : String(value);
}
