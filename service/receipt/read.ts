/**
 * From tree to canonical record: every value is checked against the field
 * tables of doc 3 (read-value.ts), so that the rooms behind can trust the types.
 * All problems are reported at once, each with its path.
 */
import { own, unwrap, type RecordType } from './envelope.ts';
import type { FieldTable } from './fields.ts';
import { issue, type Issue } from './issue.ts';
import { ValueReader, type ReadContext } from './read-value.ts';
import type { Attributes, Esr, TextBlock, Tra } from './tra.ts';
import { emptyTree, isName, isSchemaHint, isTree, type Tree, type TreeValue } from './tree.ts';

/** A record that was read, with warnings; or the issues that forbid it. */
export interface ReadResult {
  type: RecordType;
  tra: Tra | null;
  issues: Issue[];
  warnings: string[];
}

const MAX_DEPTH = 32;
/** Lists of a receipt, and what an entry is that does not say it. */
const LISTS = { PosA: 'Pos', PayA: 'Pay', TaxA: 'Tax' } as const;
const TEXT_BLOCKS = new Set(['Head', 'Txt', 'Foot']);

/** Reads the tree of a request body: `{Tra: {ESR}}` and its like, or a bare `{ESR}`. */
export function readTra(body: Tree, context: ReadContext): ReadResult {
  const reader = new Reader(context);
  const envelope = unwrap(body);
  if (!envelope) {
    const text = `the body must hold Tra with an ESR element, found ${quoteNames(body)}`;
    return { type: 'Tra', tra: null, issues: [issue('#RECORD', '', text)], warnings: [] };
  }
  const { type } = envelope;
  const tra = reader.tra(envelope.tra, type);
  const { issues, warnings } = reader;
  return { type, tra: issues.length > 0 ? null : tra, issues, warnings };
}

/** Reads the sender's data of a void (`SESR` in Tra or TraV): scalars only, what the void's own ESR may say. */
export function readSender(
  body: Tree,
  context: ReadContext,
): { esr: Partial<Esr>; warnings: string[] } | { issues: Issue[] } {
  const tree = own(unwrap(body)?.tra ?? body, 'SESR');
  if (tree === undefined || tree === null || tree === '') return { esr: {}, warnings: [] };
  const reader = new Reader(context);
  const esr = isTree(tree) ? reader.sender(tree) : {};
  if (!isTree(tree)) reader.issues.push(issue('#TYPE', 'SESR', 'must be an element with attributes'));
  return reader.issues.length > 0 ? { issues: reader.issues } : { esr, warnings: reader.warnings };
}

/** Elements that say nothing as long as nothing stands in them. */
const SHELLS = new Set(['Tra', 'TraV', 'ESR']);
/** The company says which register is meant, and chooses no receipt. */
const IGNORED = new Set(['SESR', 'TaxId']);

/** Path of the first value of a body that is neither the sender's (`SESR`) nor the company, such as `ESR.TN`; null for none. */
export function beyondSender(body: Tree, path = ''): string | null {
  for (const [name, value] of Object.entries(body)) {
    if (value === null || value === '' || IGNORED.has(name) || isSchemaHint(name)) continue;
    if (!SHELLS.has(name) || !isTree(value)) return `${path}${name}`;
    const found = beyondSender(value, name === 'ESR' ? 'ESR.' : path);
    if (found !== null) return found;
  }
  return null;
}

/** Reads the reason of a void, which comes as a parameter: undefined for none. */
export function readReason(
  text: string | undefined,
  context: ReadContext,
): { reason: string | undefined; warnings: string[] } | { issues: Issue[] } {
  const reader = new Reader(context);
  const reason = text === undefined ? undefined : reader.reason(text);
  const { issues, warnings } = reader;
  return issues.length > 0 ? { issues } : { reason, warnings };
}

/** What follows from the original and cannot be said by the sender. */
const FROM_ORIGINAL = new Set([
  'T',
  'FN',
  'Void',
  'PosA',
  'PayA',
  'TaxA',
  'Ctm',
  'RFN',
  'RD',
  'RTL',
  'RTT',
  'RTN',
  'NF',
  'NFS',
  'TaxN',
]);

/** Reads a value that is no scalar: what it is, in brackets; null for a scalar. */
type Special = (name: string, value: TreeValue, path: string) => readonly [unknown] | null;

/** It is no value of its own. */
const NOTHING = [undefined] as const;

class Reader extends ValueReader {
  tra(tree: Tree, type: RecordType): Tra | null {
    const result: Attributes = {};
    for (const [name, value] of Object.entries(tree)) {
      if (name === 'ESR') continue;
      const read = this.anything(value, name, 1);
      if (this.name(name, name) && read !== undefined) result[name] = read;
    }
    // The start of a transaction may know nothing yet.
    const sent = own(tree, 'ESR') ?? (type === 'Tra' ? undefined : '');
    // As XML writes an element without anything.
    const esr = sent === '' ? {} : sent;
    if (!isTree(esr)) {
      this.issues.push(issue('#RECORD', 'ESR', 'must be an element with attributes'));
      return null;
    }
    return { ...result, ESR: this.esr(esr) };
  }

  private esr(tree: Tree): Esr {
    const { fields } = this.context;
    const esr = this.element(tree, fields.ESR, 'ESR', (name, value, path) => {
      if (name === 'Ctm') return [this.child(value, fields.Ctm, path)];
      if (isList(name)) return [this.list(value, fields[name], LISTS[name], path)];
      if (TEXT_BLOCKS.has(name)) return [this.textBlocks(value, path)];
      return null;
    });
    return esr;
  }

  reason(text: string): string | undefined {
    return this.scalar(text, 'free', 'rsn');
  }

  sender(tree: Tree): Partial<Esr> {
    const allowed = Object.entries(tree).filter(([name]) => !FROM_ORIGINAL.has(name));
    return this.element(
      Object.assign(emptyTree(), Object.fromEntries(allowed)),
      this.context.fields.ESR,
      'SESR',
    );
  }

  /** Reads the named values of an element; `special` handles names that are no scalars. */
  private element(tree: Tree, table: FieldTable, path: string, special?: Special): Attributes {
    const result: Attributes = {};
    this.fill(result, tree, table, path, special);
    return result;
  }

  /** The same, into what is there already. */
  private fill(
    result: Attributes,
    tree: Tree,
    table: FieldTable,
    path: string,
    special: Special = () => null,
  ): void {
    for (const name of Object.keys(tree)) {
      const value = tree[name] as TreeValue;
      const place = `${path}.${name}`;
      if (!this.name(name, place)) continue;
      const handled = special(name, value, place);
      const type = Object.hasOwn(table, name) ? table[name] : undefined;
      const read = handled
        ? handled[0]
        : type
          ? this.scalar(value, type, place)
          : this.unknown(name, value, place);
      if (read !== undefined) result[name] = read;
    }
  }

  private name(name: string, path: string): boolean {
    // Dropped in JSON as in XML; written as XML they would move the record to another namespace.
    if (isSchemaHint(name)) return false;
    if (name === '_' || isName(name)) return true;
    this.issues.push(issue('#NAME', path.slice(0, 200), 'this name is not allowed'));
    return false;
  }

  /** Standard names have 1 to 4 letters, or a country prefix; everything else is an extension. */
  private unknown(name: string, value: TreeValue, path: string): unknown {
    if (/^\p{L}{1,4}$/u.test(name)) {
      this.warnings.push(`${path}: unknown name, kept; extensions need names of five letters or more`);
    }
    return this.anything(value, path, 1);
  }

  private child(value: TreeValue, table: FieldTable, path: string): Attributes | undefined {
    if (value === null || value === '') return undefined;
    if (isTree(value)) return this.element(value, table, path);
    this.issues.push(issue('#TYPE', path, 'must be an element with attributes'));
    return undefined;
  }

  private list(value: TreeValue, table: FieldTable, type: string, path: string): Attributes[] | undefined {
    if (value === null || value === '') return undefined;
    if (!Array.isArray(value)) {
      this.issues.push(issue('#TYPE', path, `must be a list of ${type} entries`));
      return undefined;
    }
    const entries: Attributes[] = [];
    value.forEach((item, index) => {
      const place = `${path}[${index}]`;
      if (!isTree(item)) {
        this.issues.push(issue('#TYPE', place, 'must be an element with attributes'));
        return;
      }
      // PTY is the element name in other clothes; `_` alone goes on, in front.
      let PTY: string | undefined;
      const entry: Attributes = { _: type };
      this.fill(entry, item, table, place, (name, inner) => {
        if (name === '_') return [this.entryType(inner, `${place}._`)];
        if (name !== 'PTY') return null;
        PTY = this.entryType(inner, `${place}.PTY`);
        return NOTHING;
      });
      if (PTY !== undefined) entry['_'] = PTY;
      entries.push(entry);
    });
    return entries;
  }

  /**
   * Head, Txt and Foot: a text, `{Txt: text}`, or a list of texts and `{_: 'Txt', value}`; `{Txt: [...]}` is what XML
   * makes of Txt blocks in a Txt, which mean the same as in a Head.
   */
  private textBlocks(value: TreeValue, path: string): TextBlock[] | undefined {
    if (value === null || value === '') return undefined;
    const inner = isTree(value) && Object.keys(value).length === 1 ? own(value, 'Txt') : undefined;
    if (Array.isArray(inner)) return this.textBlocks(inner, `${path}.Txt`);
    const items = Array.isArray(value) ? value : [value];
    const blocks: TextBlock[] = [];
    items.forEach((item, index) => {
      const place = Array.isArray(value) ? `${path}[${index}]` : path;
      if (!isTree(item)) {
        const text = this.scalar(item, 'free', place);
        if (text !== undefined) blocks.push({ _: 'Txt', value: text });
        return;
      }
      const {
        _: key,
        Txt,
        value: text,
        ...rest
      } = this.element(item, this.context.fields.Txt, place, (name, inner) =>
        name === '_' ? [this.entryType(inner, `${place}._`)] : null,
      );
      blocks.push({
        _: typeof key === 'string' ? key : 'Txt',
        value: (text ?? Txt ?? '') as string,
        ...rest,
      });
    });
    return blocks;
  }

  /** A value of an extension: kept as it is, scalars as text so that XML and JSON agree. */
  private anything(value: TreeValue, path: string, depth: number): unknown {
    if (depth > MAX_DEPTH) {
      this.issues.push(issue('#TYPE', path.slice(0, 200), `more than ${MAX_DEPTH} nested values`));
      return undefined;
    }
    if (Array.isArray(value)) {
      return value
        .map((item, i) => this.anything(item, `${path}[${i}]`, depth + 1))
        .filter((v) => v !== undefined);
    }
    if (!isTree(value)) return this.scalar(value, 'text', path);
    const result = emptyTree() as Attributes;
    for (const [name, item] of Object.entries(value)) {
      if (!this.name(name, `${path}.${name}`)) continue;
      const read =
        name === '_' ? this.entryType(item, `${path}._`) : this.anything(item, `${path}.${name}`, depth + 1);
      if (read !== undefined) result[name] = read;
    }
    return result;
  }

  /** `_` becomes an element name in XML, so it must be one. */
  private entryType(value: TreeValue, path: string): string | undefined {
    const text = this.scalar(value, 'text', path);
    if (text === undefined || isName(text)) return text;
    this.issues.push(issue('#NAME', path, 'this type is not allowed'));
    return undefined;
  }
}

function isList(name: string): name is keyof typeof LISTS {
  return Object.hasOwn(LISTS, name);
}

function quoteNames(tree: Tree): string {
  const names = Object.keys(tree).slice(0, 3);
  return names.length === 0 ? 'nothing' : names.map((n) => JSON.stringify(n.slice(0, 40))).join(', ');
}
