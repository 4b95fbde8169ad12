/**
 * XML in and out. In: a strict streaming parser builds the same tree that JSON
 * gives (attributes and child elements become named values, the children of
 * PosA, PayA and TaxA become lists with their element name under `_`). Out: our
 * own writer with a fixed order. No DTD, no entities beyond XML's own five.
 */
import { SaxesParser } from 'saxes';
import { issue, type Issue } from './issue.ts';
import { declared, DECLARES, elementName, isOwnSpace, NO_SPACES, type Spaces } from './namespaces.ts';
import { emptyTree, isName, isSchemaHint, isTree, type Tree, type TreeValue } from './tree.ts';
import { escapeAttribute, escapeText } from './xml-text.ts';

/** Elements whose children are a list of typed entries. */
const LISTS = new Set(['PosA', 'PayA', 'TaxA', 'Head', 'Foot', 'DevA', 'AgenturA']);
/** Standard elements that may occur several times beside each other. */
const REPEATED = new Set(['Txt', 'Dev', 'DE_Agentur', 'Warning', 'Tag']);
/** Names of the standard; longer ones are extensions, whose repeated elements make a list as in JSON. */
const STANDARD_NAME = /^[\p{L}\p{N}]{1,4}$/u;
const MAX_DEPTH = 32;

interface Open {
  name: string;
  tree: Tree;
  list: TreeValue[] | null;
  attributes: Readonly<Record<string, string>>;
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
  const stack: Open[] = [{ name: '', tree: root, list: null, attributes: {}, text: '' }];
  const top = () => stack[stack.length - 1]!;
  const place = () => `at line ${parser.line}, column ${parser.column}`;
  /** Prefix of the root element, with its colon: the names of our format may have one. */
  let prefix = '';
  const refuse = (code: 'XML' | 'NAME' | 'DUPLICATE_NAME', what: string): never => {
    throw new XmlProblem(issue(`#${code}`, '', `${what} ${place()}`));
  };

  parser.on('error', (error) => {
    const message = error.message.replace(/^\d+:\d+: /, '');
    const ampersand = bareAmpersand(text.slice(0, parser.position));
    throw new XmlProblem(
      issue(
        '#XML',
        '',
        ampersand === null
          ? `not well-formed XML: ${message} ${place()}`
          : `not well-formed XML: write &amp; for the & ${ampersand}`,
      ),
    );
  });
  parser.on('doctype', () => refuse('XML', 'a document type declaration is not accepted'));
  parser.on('opentag', (tag) => {
    if (stack.length > MAX_DEPTH) refuse('XML', `more than ${MAX_DEPTH} nested elements`);
    if (stack.length === 1) prefix = tag.name.slice(0, tag.name.indexOf(':') + 1);
    const bare = (name: string) =>
      prefix !== '' && name.startsWith(prefix) ? name.slice(prefix.length) : name;
    const attributes = Object.create(null) as Record<string, string>;
    for (const [sent, value] of Object.entries(tag.attributes as Record<string, string>)) {
      if (isSchemaHint(sent) || `${sent}:` === `xmlns:${prefix}` || isOwnSpace(sent, value)) continue;
      const name = bare(sent);
      if (!isName(name)) refuse('NAME', `the name ${JSON.stringify(name)} is not allowed`);
      if (name in attributes) refuse('DUPLICATE_NAME', `${name} is given twice,`);
      attributes[name] = value;
    }
    const name = bare(tag.name);
    if (!isName(name)) refuse('NAME', `the name ${JSON.stringify(name)} is not allowed`);
    const tree = Object.assign(emptyTree(), attributes);
    stack.push({ name, tree, list: LISTS.has(name) ? [] : null, attributes, text: '' });
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
    if (open.list && open.list.length > 0 && open.text.trim() !== '')
      refuse('XML', `text beside the elements of ${open.name}: write <Txt>...</Txt> around it,`);
    const value = elementValue(open);
    if (parent.list) {
      const entry = emptyTree();
      entry._ = open.name;
      if (isTree(value)) Object.assign(entry, value);
      else if (value !== '') entry.value = value;
      parent.list.push(entry);
    } else if (open.name in parent.tree) {
      const before = parent.tree[open.name]!;
      if (!mayRepeat(open.name, parent)) refuse('DUPLICATE_NAME', `${open.name} is given twice,`);
      if (Array.isArray(before)) before.push(value);
      else parent.tree[open.name] = [before, value];
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

/** What an & may stand in, by how it begins, and how that ends. */
const CLOSED_BY: Record<string, string> = { '<!--': '-->', '<![CDATA[': ']]>', '<?': '?>' };

/**
 * Place of the first & that begins no entity. The parser itself reads on from there, and stops far behind.
 * Every character is looked at once: what is never closed has no bare & behind it.
 */
function bareAmpersand(text: string): string | null {
  const beginning = /&|<!--|<!\[CDATA\[|<\?/g;
  const entity = /&#?[\p{L}\p{N}_.:-]+;/uy;
  for (let found = beginning.exec(text); found !== null; found = beginning.exec(text)) {
    const close = CLOSED_BY[found[0]];
    if (close === undefined) {
      entity.lastIndex = found.index;
      if (entity.test(text)) continue;
      const before = text.slice(0, found.index);
      return `at line ${before.split('\n').length}, column ${before.length - before.lastIndexOf('\n')}`;
    }
    const end = text.indexOf(close, beginning.lastIndex);
    if (end < 0) return null;
    beginning.lastIndex = end + close.length;
  }
  return null;
}

function mayRepeat(name: string, parent: Open): boolean {
  if (REPEATED.has(name)) return true;
  return !STANDARD_NAME.test(name) && !LISTS.has(name) && !Object.hasOwn(parent.attributes, name);
}

/** What an element stands for: a list, a text, or an element with attributes. */
function elementValue(open: Open): TreeValue {
  const text = open.text.trim();
  const bare = Object.keys(open.tree).length === 0;
  if (open.list && open.list.length > 0) return open.list;
  // <Head>text</Head> and <Head Txt="text"/> are allowed beside <Head><Txt>text</Txt></Head>.
  if (bare && text === '') return open.list ?? text;
  if (bare) return open.text;
  if (text !== '') open.tree.value = open.text;
  return open.tree;
}

/** The XML declaration of every answer. */
export const XML_DECLARATION = '<?xml version="1.0" encoding="utf-8"?>\n';

/** Scalars that are written as child elements with text instead of attributes (answers.md 2). */
const TEXT_ELEMENTS = new Set(['ErrorCode', 'UserMessage', 'Warning', 'Code', 'Link', 'QR', 'Txt', 'value']);

/**
 * Writes a record as XML: scalars become attributes, objects child elements,
 * lists of typed entries (`_`) the children of one element, other lists
 * repeated elements. Prefixes that nothing declares are declared where they stand.
 */
export function writeXml(name: string, value: unknown, outer: Spaces = NO_SPACES): string {
  const entries = isObject(value) ? Object.entries(value) : [];
  const isPlain = !name.includes(':') && !entries.some(([key]) => key.includes(':'));
  const { spaces, declarations } = isPlain
    ? { spaces: outer, declarations: '' }
    : declared(name, entries, outer);
  const tag = isPlain ? name : elementName(name);
  if (!isObject(value)) return `<${tag}${declarations}>${escapeText(scalarText(value))}</${tag}>`;
  let attributes = declarations;
  let children = '';
  for (const [key, item] of entries) {
    if (item === undefined || item === null || key === '_') continue;
    if (Array.isArray(item)) children += writeList(key, item, spaces);
    else if (isObject(item)) children += writeXml(key, item, spaces);
    else if (key === 'value') children += escapeText(scalarText(item));
    else if (TEXT_ELEMENTS.has(key)) children += `<${key}>${escapeText(scalarText(item))}</${key}>`;
    else if (isPlain || !key.startsWith(DECLARES))
      attributes += ` ${key}="${escapeAttribute(scalarText(item))}"`;
  }
  return children === '' ? `<${tag}${attributes}/>` : `<${tag}${attributes}>${children}</${tag}>`;
}

function writeList(name: string, items: readonly unknown[], spaces: Spaces): string {
  const types = items.map((item) => (isObject(item) && typeof item._ === 'string' ? item._ : null));
  // Txt blocks stand beside each other; around Txt in Txt nobody expects a list.
  const typed = types.some((type) => type !== null) && !(name === 'Txt' && types.every((t) => t === 'Txt'));
  const written = items
    .map((item) => {
      // XML knows no list in a list: the inner one gets an element of its own.
      if (Array.isArray(item)) return writeXml(name, { [name]: item }, spaces);
      return writeXml(isObject(item) && typeof item._ === 'string' ? item._ : name, item, spaces);
    })
    .join('');
  if (!typed && items.length > 0) return written;
  const { declarations } = name.includes(':') ? declared(name, [], spaces) : { declarations: '' };
  const tag = elementName(name);
  return items.length === 0 ? `<${tag}${declarations}/>` : `<${tag}${declarations}>${written}</${tag}>`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function scalarText(value: unknown): string {
  return typeof value === 'string' ? value : String(value);
}
