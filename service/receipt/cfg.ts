/** The configuration record Cfg (doc 3): who sells, where, and on which terminal. */
import { isCountry } from './iso-countries.ts';
import { issue, type Issue } from './issue.ts';
import { checkText, emptyTree, isName, isTree, type Tree, type TreeValue } from './tree.ts';
import type { Attributes } from './tra.ts';

/** Company, location and terminal; the named fields are the ones the code reads. */
export interface Cfg extends Attributes {
  Cmp: Attributes & {
    Nam?: string;
    label?: string;
    Adr?: string;
    AdrNr?: string;
    Zip?: string;
    City?: string;
    Ctry: string;
    TaxId: string;
    /** Extension: ISO 4217 code, where it is not the country's currency. */
    Currency?: string;
  };
  Loc?: Attributes & {
    TL?: string;
    Nam?: string;
    label?: string;
    Adr?: string;
    Zip?: string;
    City?: string;
    Ctry?: string;
    Currency?: string;
  };
  Trm?: Attributes & { TT?: string };
  /** Devices (DE). */
  Dev?: Attributes[];
  /** Companies whose sales are arranged (DE). */
  DE_Agentur?: Attributes[];
  /** Electronic invoices. */
  Doc?: Attributes & { PaymentPeriod?: string };
}

/** Longest label of company and location (doc 3, Limits). */
const MAX_LABEL = 10;
const MAX_DEPTH = 8;
/** Values that the code reads as texts. */
const TEXTS = {
  Cmp: 'Nam label Adr AdrNr Zip City Ctry TaxId Currency'.split(' '),
  Loc: 'TL Nam label Adr AdrNr Zip City TaxId Currency'.split(' '),
  Trm: ['TT'],
} as const;

const ADDRESS = 'Nam Adr AdrNr Zip City Ctry TaxId';
const MACHINE = 'SW SWVersion HW HWModel Serial';
/** Short names of the records (doc 3), with those that every record of a journal has: it may be sent as it was read. */
const NAMES: Readonly<Record<string, ReadonlySet<string>>> = {
  Cfg: words('Cmp Loc Trm Dev Doc _ SQ RN D'),
  Cmp: words(`${ADDRESS} TIN Org`),
  Loc: words(`${ADDRESS} TL`),
  Trm: words(`${MACHINE} TT Lang`),
  Dev: words(`${MACHINE} Id _`),
  DE_Agentur: words(`${ADDRESS} Id _`),
  Doc: words(''),
};
/** What a receipt calls unknown, too: longer names and those with the prefix of a country are extensions. */
const SHORT = /^\p{L}{1,4}$/u;

/** Records that may stand several times. */
const LISTS = ['Dev', 'DE_Agentur'] as const;
/** Values whose form is fixed. */
const FORMS = [
  ['Cmp', 'VATonPayment', /^[01]$/, 'must be 0 or 1'],
  ['Doc', 'PaymentPeriod', /^\d{1,4}$/, 'must be a whole number of days'],
] as const;

/**
 * Reads `{Cfg: {...}}`; all problems at once. Records may be left out, `Cmp`
 * included: {@link mergeCfg} says what that means.
 */
export function readCfg(body: Tree): { cfg: Partial<Cfg> } | { issues: Issue[] } {
  const issues: Issue[] = [];
  const inner = Object.hasOwn(body, 'Cfg') ? body.Cfg : undefined;
  if (!isTree(inner) || Object.keys(inner).length === 0)
    return { issues: [issue('#CFG', 'Cfg', 'the body must hold Cfg with Cmp, Loc and Trm')] };
  const cfg = withoutPlace(values(inner, 'Cfg', issues, 0));
  const group = (name: 'Cmp' | 'Loc' | 'Trm' | 'Doc'): Attributes => {
    const value = cfg[name];
    if (value === undefined) return {};
    if (isTree(value)) {
      for (const field of name === 'Doc' ? [] : TEXTS[name]) {
        if (typeof (value[field] ?? '') !== 'string')
          issues.push(issue('#CFG', `Cfg.${name}.${field}`, 'must be a text'));
      }
      return value;
    }
    issues.push(issue('#CFG', `Cfg.${name}`, 'must be an element with attributes'));
    return {};
  };
  const [company, location] = [group('Cmp'), group('Loc')];
  const groups = { Cmp: company, Trm: group('Trm'), Doc: group('Doc') };
  if (cfg.Cmp !== undefined) {
    if (!isCountry(text(company.Ctry))) issues.push(countryIssue('Cfg.Cmp.Ctry'));
    if (text(company.TaxId) === '')
      issues.push(issue('#CFG', 'Cfg.Cmp.TaxId', 'the tax id of the company is missing'));
  }
  if (location.Ctry !== undefined && !isCountry(text(location.Ctry)))
    issues.push(countryIssue('Cfg.Loc.Ctry'));
  for (const [name, field, form, must] of FORMS) {
    const value = groups[name][field];
    if (value !== undefined && !form.test(text(value)))
      issues.push(issue('#CFG', `Cfg.${name}.${field}`, must));
  }
  for (const name of LISTS) {
    const read = readList(name, cfg[name], issues);
    if (read !== undefined) cfg[name] = read;
  }
  for (const [path, label] of [
    ['Cfg.Cmp.label', company.label],
    ['Cfg.Loc.label', location.label],
  ] as const) {
    if ([...text(label)].length > MAX_LABEL) {
      issues.push(issue('#CFG', path, `at most ${MAX_LABEL} characters`));
    }
  }
  return issues.length > 0 ? { issues } : { cfg };
}

/** Names of a configuration that are neither of the format nor extensions: misspelled ones, most of the time. */
export function unknownInCfg(cfg: Partial<Cfg>): string[] {
  const places = Object.entries(cfg).flatMap(([name, value]) => [
    ...unknownIn({ [name]: value }, 'Cfg', 'Cfg'),
    ...(Array.isArray(value)
      ? value.flatMap((entry, at) => unknownIn(entry, name, `Cfg.${name}[${at}]`))
      : unknownIn(value, name, `Cfg.${name}`)),
  ]);
  return places.map((place) => `${place}: unknown name, kept; extensions need names of five letters or more`);
}

function unknownIn(record: unknown, name: string, path: string): string[] {
  const names = Object.hasOwn(NAMES, name) ? NAMES[name] : undefined;
  if (!names || !isTree(record)) return [];
  return Object.keys(record)
    .filter((field) => SHORT.test(field) && !names.has(field))
    .map((field) => `${path}.${field}`);
}

function words(text: string): Set<string> {
  return new Set(text.split(' '));
}

function countryIssue(path: string): Issue {
  return issue('#CFG', path, 'must be the ISO 3166 code of the country, such as PT');
}

/** One record or several: a list either way, so that XML and JSON say the same. */
function readList(name: string, value: unknown, issues: Issue[]): Attributes[] | undefined {
  if (value === undefined) return undefined;
  return (Array.isArray(value) ? value : [value]).map((entry: unknown, at) => {
    if (!isTree(entry)) {
      issues.push(issue('#CFG', `Cfg.${name}[${at}]`, 'must be an element with attributes'));
      return {};
    }
    const { _: _type, ...record } = entry;
    return record;
  });
}

/**
 * A sent configuration over the one in force: a record that was sent takes the
 * place of the old one as a whole, those that were left out stay.
 * @returns null as long as nobody has said which company it is
 */
export function mergeCfg(sent: Partial<Cfg>, current: Cfg | null): Cfg | null {
  const merged = { ...(current && withoutPlace(current)), ...sent };
  return merged.Cmp === undefined ? null : (merged as Cfg);
}

/**
 * A configuration without what only its record has: `/last` answers with its SQ and
 * time, and they are no part of what is configured when it is sent back.
 */
function withoutPlace(cfg: Partial<Cfg>): Partial<Cfg> {
  const { _: _type, SQ: _sq, D: _d, ...rest } = cfg as Attributes;
  return rest;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function values(tree: Tree, path: string, issues: Issue[], depth: number): Attributes {
  const result = emptyTree() as Attributes;
  for (const [name, value] of Object.entries(tree)) {
    const place = `${path}.${name}`;
    if (!isName(name)) issues.push(issue('#NAME', place.slice(0, 200), 'this name is not allowed'));
    else {
      const read = readValue(value, place, issues, depth);
      if (read !== undefined) result[name] = read;
    }
  }
  return result;
}

function readValue(value: TreeValue, path: string, issues: Issue[], depth: number): unknown {
  if (value === null || value === '') return undefined;
  if (depth > MAX_DEPTH) {
    issues.push(issue('#CFG', path.slice(0, 200), `more than ${MAX_DEPTH} nested values`));
    return undefined;
  }
  if (Array.isArray(value)) {
    return value
      .map((v, i) => readValue(v, `${path}[${i}]`, issues, depth + 1))
      .filter((v) => v !== undefined);
  }
  if (isTree(value)) return values(value, path, issues, depth + 1);
  const read = typeof value === 'boolean' ? String(Number(value)) : String(value).trim();
  checkText(read, path, issues);
  return read;
}

/** Location and terminal of a configuration, `1` where it names none. */
export function configuredTerminal(cfg: Cfg | null | undefined): { TL: string; TT: string } {
  return { TL: cfg?.Loc?.TL ?? '1', TT: cfg?.Trm?.TT ?? '1' };
}

/** True when two configurations say the same, whatever the order of their names. */
export function sameCfg(a: Cfg, b: Cfg): boolean {
  return canonical(a) === canonical(b);
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (!isTree(value)) return JSON.stringify(value);
  const names = Object.keys(value).sort();
  return `{${names.map((n) => `${JSON.stringify(n)}:${canonical(value[n])}`).join(',')}}`;
}
