import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const HERE = 'service/countries';
/** Countries with a module of their own. */
const CODES = fs
  .readdirSync(HERE, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && /^[a-z]{2}$/.test(entry.name))
  .map(({ name }) => name);

/**
 * Where a country may be named besides its own folders: the lists, made-up data, emulators of authorities, and what
 * is known of companies in thirty countries (doc 1): forms of tax ids, and the portal's time zones and fields of their base data.
 */
const ALLOWED = new RegExp(
  `^(${HERE}/list\\.ts|renderer/countries/(portal-)?list\\.ts|service/demo/.*|service/emulators/.*|service/(portal/(entities/year-end|registers/base-data-fields)|countries/vat-number)\\.ts)$`,
);

/** Fields of one country in the portal's API and in the configuration (docs 1 and 3), and the code of another list. */
const GIVEN: readonly RegExp[] = [
  /^service\/receipt\/(cfg|xml)\.ts: DE_Agentur$/,
  /^service\/portal\/registers\/base-data(-fields)?\.ts: DE_Agentur$/,
  /^(service|renderer)\/portal\/[^:]*: (countryProperties\.)?DE_WIdNr$/,
  /^(service\/portal\/entities\/companies\.ts|renderer\/portal\/pages\/entity\/entity-fields\.tsx): DE$/,
  /^service\/(countries\/pt\/(e-invoice|saft\/payments)|e-invoicing\/formats)\.ts: DE$/,
  // E-invoices have rules of the seller's country.
  /^service\/e-invoicing\/[^:]*: (DK|SE)$/,
  // Denmark, Norway and Sweden have a SAF-T of their own.
  /^service\/countries\/((dk|no|se)\/[^:]*|base\/cash-register\/[^:]*): .*\b(saft|SAF-T)\b/,
];

/** What only one country has: its files, systems and marks. */
const WORDS: Readonly<Record<string, RegExp>> = {
  at: /^(dep|DEP)$|finanzonline|FinanzOnline|rksv|RKSV|Kassen-ID|kassenId|\.gv\.at\b/,
  pt: /\bsaf-?t\b|\bSAF-?T|[sS]aft(?=[A-Z_])|Saft\b|ATCUD|[aA]tcud|\.gov\.pt\b/,
};

/** Names and texts of a source file: everything but comments, and names that nobody outside of it sees. */
function words(file: string, text: string): string[] {
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isLiteralExpression(node) || ts.isTemplateLiteralToken(node) || ts.isJsxText(node)) {
      found.add(node.text);
    } else if (ts.isPropertyAccessExpression(node)) found.add(node.name.text);
    else if (ts.isPropertyAssignment(node) || ts.isPropertySignature(node) || ts.isBindingElement(node)) {
      const name = ts.isBindingElement(node) ? (node.propertyName ?? node.name) : node.name;
      if (ts.isIdentifier(name)) found.add(name.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest));
  return [...found];
}

/** Fields, constants and attributes that begin with a country's code. */
const prefixed = (code: string) => `(?<![A-Za-z0-9_])${code.toUpperCase()}_[A-Za-z]`;

/** What looks as if it knew a country: its code, a key of its state, its folder, a prefixed name, a word of its law. */
function signs(code: string): RegExp[] {
  const folder = `countries/${code}/|^[.]/${code}/`;
  // NO is a word of the house, too: a result code, and the beginning of `NO_CFG`.
  const name = new RegExp(
    code === 'no' ? `^NO/|${folder}` : `^${code.toUpperCase()}(/|$)|${folder}|${prefixed(code)}`,
  );
  return [name, ...(WORDS[code] ? [WORDS[code]] : [])];
}

/** The same in the middle of a text: what begins or ends a word there stands beside no letter. */
const anywhere = (source: string) =>
  new RegExp(source.replaceAll('^', '(?<!\\w)').replaceAll('$', '(?!\\w)'));

/** What gives a file away. */
function findings(file: string, text: string, patterns: readonly RegExp[]): string[] {
  // Most files need not be taken apart: what is in none of their lines is in none of their words.
  if (!patterns.some(({ source }) => anywhere(source).test(text))) return [];
  return words(file, text)
    .filter((word) => patterns.some((pattern) => pattern.test(word)))
    .map((word) => `${file}: ${word}`);
}

/** The country's own folders and files: `countries/at/`, `devices/at-signature/`. */
const isOwn = (code: string, file: string) => new RegExp(`/${code}(-[^/]*)?/`).test(file);

function whoKnows(code: string, files: ReadonlyMap<string, string>): string[] {
  return [...files]
    .filter(([file]) => !ALLOWED.test(file) && !isOwn(code, file))
    .flatMap(([file, text]) => findings(file, text, signs(code)))
    .filter((found) => !GIVEN.some((pattern) => pattern.test(found)) && !isWordOfOther(code, found));
}

/** FR and SI are kinds of documents in Portugal: the bare code in the folder of another country is a word of its law. */
function isWordOfOther(code: string, finding: string): boolean {
  const [file = '', word] = finding.split(': ');
  return word === code.toUpperCase() && CODES.some((other) => isOwn(other, file));
}

function sources(folder: string): [string, string][] {
  return fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => path.posix.join(folder, file.replaceAll(path.sep, '/')))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\//.test(file))
    .map((file) => [file, fs.readFileSync(file, 'utf8')]);
}

describe('a country is known to nobody but itself', () => {
  const files = new Map(['service', 'main', 'renderer'].flatMap(sources));

  it.each(CODES)('%s', (code) => {
    expect(whoKnows(code, files)).toEqual([]);
  });
});

describe('who knows a country is found', () => {
  const found = (code: string, line: string) => whoKnows(code, new Map([['service/register/x.tsx', line]]));

  it.each([
    ['pt', "if (country.code === 'PT') return;"],
    ['pt', 'const LEAST = { PT: 9 };'],
    ['pt', "import { x } from './pt/index.ts';"],
    ['pt', "import { x } from './pt/index.ts';"],
    ['pt', "issue('#PT_SERIES', '', 'closed');"],
    ['pt', 'return esr.PT_TaxExemptionCode;'],
    ['pt', 'const { PT_OSS } = esr;'],
    ['pt', 'interface Fis { PT_Hash: string }'],
    ['pt', 'state.get(`PT/FS ${name}`);'],
    ['pt', "plan(rn, { type: 'saft' });"],
    ['pt', "if (label === 'ATCUD') return;"],
    ['at', "new Set(['UNIT_FAILED', 'AT_NO_UNIT']);"],
    ['at', "attributes.text('AT_FinanzOnline');"],
    ['at', "exports['dep'];"],
    ['at', "const host = 'finanzonline.bmf.gv.at';"],
    ['at', 'return <p>Kassen-ID</p>;'],
  ])('%s: %s', (code, line) => {
    expect(found(code, line)).toHaveLength(1);
  });

  it.each([
    ['pt', '// Portugal: PT_Hash, ATCUD and the SAF-T'],
    ['at', '/** The DEP of the RKSV, `AT_START`. */ const x = 1;'],
    ['at', 'const AT_ONCE = 3; const depth = AT_ONCE;'],
    ['pt', "const language = 'pt';"],
  ])('and nobody else, %s: %s', (code, line) => {
    expect(found(code, line)).toEqual([]);
  });
});
