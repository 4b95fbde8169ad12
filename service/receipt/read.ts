/**
 * From tree to canonical record: every value is checked against the field
 * tables of doc 3, so that the rooms behind can trust the types. All problems
 * are reported at once, each with its path.
 */
import type { FieldTable, FieldTables, FieldType } from './fields.ts';
import { maskCardNumbers } from './cards.ts';
import { own, unwrap, type RecordType } from './envelope.ts';
import { readCountry } from './iso-countries.ts';
import { issue, type Issue } from './issue.ts';
import { amountText, decimalText, readAmount } from './money.ts';
import { isDate, wholeSecond } from './time.ts';
import { checkText, emptyTree, isName, isSchemaHint, isTree, type Tree, type TreeValue } from './tree.ts';
import type { Attributes, Esr, TextBlock, Tra } from './tra.ts';

/** What reading needs to know about the register's country, and about all countries. */
export interface ReadContext {
  /** Fraction digits of the currency: 2 for EUR. */
  currencyDigits: number;
  /** What attributes are, with those that countries add. */
  fields: FieldTables;
  /** The receipt is in a journal already: what earlier versions let pass is read. */
  isStored?: boolean;
}

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

/** Reads the sender's data of a void (`Tra.SESR`): scalars only, what the void's own ESR may say. */
export function readSender(
  body: Tree,
  context: ReadContext,
): { esr: Partial<Esr>; warnings: string[] } | { issues: Issue[] } {
  const tra = own(body, 'Tra') ?? body;
  const tree = isTree(tra) ? own(tra, 'SESR') : undefined;
  if (tree === undefined || tree === null || tree === '') return { esr: {}, warnings: [] };
  const reader = new Reader(context);
  const esr = isTree(tree) ? reader.sender(tree) : {};
  if (!isTree(tree)) reader.issues.push(issue('#TYPE', 'SESR', 'must be an element with attributes'));
  return reader.issues.length > 0 ? { issues: reader.issues } : { esr, warnings: reader.warnings };
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

class Reader {
  readonly issues: Issue[] = [];
  readonly warnings: string[] = [];
  private readonly context: ReadContext;

  constructor(context: ReadContext) {
    this.context = context;
  }

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

  private scalar(value: TreeValue, type: FieldType, path: string): string | undefined {
    if (value === null || value === '') return undefined;
    if (type === 'list' && Array.isArray(value) && value.every((v) => typeof v === 'string')) {
      return this.scalar(value.join(' '), 'text', path);
    }
    if (typeof value === 'object') {
      this.issues.push(
        issue(
          '#TYPE',
          path,
          `must be ${DESCRIPTION[type]}, not a ${Array.isArray(value) ? 'list' : 'group of values'}`,
        ),
      );
      return undefined;
    }
    if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) {
      this.issues.push(issue('#TYPE', path, 'a JSON number this long loses digits; send it as text'));
      return undefined;
    }
    const text = String(value);
    checkText(text, path, this.issues, this.context.isStored);
    const trimmed = text.trim();
    // No number, date or truth value is so long: it is not even looked at.
    const read = LONG.has(type) || trimmed.length <= MAX_VALUE ? this.typed(trimmed, text, type, path) : null;
    if (read === null) {
      this.issues.push(
        issue('#TYPE', path, `must be ${DESCRIPTION[type]}, found ${JSON.stringify(text.slice(0, 60))}`),
      );
      return undefined;
    }
    return read;
  }

  /** A text for people. What is in a journal already stays as it is. */
  private free(text: string, path: string): string {
    const masked = this.context.isStored ? text : maskCardNumbers(text);
    if (masked !== text) this.warnings.push(`#CARD_MASKED ${path}: a payment card number was masked`);
    return masked;
  }

  private typed(trimmed: string, text: string, type: FieldType, path: string): string | null | undefined {
    switch (type) {
      case 'text':
      case 'list':
        return text;
      case 'free':
        return this.free(text, path);
      case 'country':
        // Versions before took any text; what they registered can be read and voided.
        return this.context.isStored ? text : readCountry(trimmed);
      case 'currency': {
        const amount = readAmount(trimmed, this.context.currencyDigits);
        if ('minor' in amount) return amountText(amount.minor, this.context.currencyDigits);
        if (amount.error === 'type') return null;
        this.issues.push(
          issue(
            '#AMOUNT_PRECISION',
            path,
            `${trimmed} has more than ${this.context.currencyDigits} decimals`,
          ),
        );
        return undefined;
      }
      case 'decimal':
        return decimalText(trimmed);
      case 'integer':
        return trimmed.includes('.') ? null : decimalText(trimmed);
      case 'percent':
        // No tax takes money back; the arithmetic relies on it.
        if (trimmed.startsWith('-')) return null;
        return decimalText(trimmed.endsWith('%') ? trimmed.slice(0, -1).trimEnd() : trimmed);
      case 'boolean':
        return BOOLEANS.get(trimmed.toLowerCase()) ?? null;
      case 'datetime':
        return wholeSecond(trimmed);
      case 'date':
        // The format is the day, the type in the table a DateTime: both are sent, one is kept.
        return isDate(trimmed) || wholeSecond(trimmed) !== null ? trimmed.slice(0, 10) : null;
      case 'moment':
        // Versions before took any text.
        if (this.context.isStored) return text;
        return isDate(trimmed) ? trimmed : wholeSecond(trimmed);
    }
  }
}

/** Types whose values may be long. */
const LONG: ReadonlySet<FieldType> = new Set(['text', 'free', 'list', 'country']);
/** Characters of any other value, blanks around it not counted. */
const MAX_VALUE = 40;

const BOOLEANS: ReadonlyMap<string, string> = new Map([
  ['0', '0'],
  ['1', '1'],
  ['true', '1'],
  ['false', '0'],
]);

const DESCRIPTION: Record<FieldType, string> = {
  text: 'a text',
  free: 'a text',
  list: 'a text with words separated by blanks',
  country: 'the ISO 3166 code of a country, such as PT',
  currency: 'a decimal amount such as 12.30 with a point',
  decimal: 'a decimal number such as 1.5 with a point',
  integer: 'a whole number such as 12',
  percent: 'a percentage such as 23',
  datetime: 'a date and time YYYY-MM-DDThh:mm:ss without offset',
  date: 'a date YYYY-MM-DD',
  moment: 'a date YYYY-MM-DD, or with the time YYYY-MM-DDThh:mm:ss without offset',
  boolean: '0, 1, true or false',
};

function isList(name: string): name is keyof typeof LISTS {
  return Object.hasOwn(LISTS, name);
}

function quoteNames(tree: Tree): string {
  const names = Object.keys(tree).slice(0, 3);
  return names.length === 0 ? 'nothing' : names.map((n) => JSON.stringify(n.slice(0, 40))).join(', ');
}
