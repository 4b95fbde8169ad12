/** Reads `index.xml` of an export: which tables there are, and what their columns hold. */
import { child, children, childText, readXml, type XmlElement } from '../../base/xml-reader.ts';
import { invalidities, readDtd } from './dtd.ts';
import type { Findings } from './finding.ts';

/** A column as the index declares it. */
export interface DeclaredColumn {
  name: string;
  /** Decimals of a number; null for texts. */
  decimals: number | null;
  /** Characters of a text at most; null where nothing is said. */
  length: number | null;
}

/** A table as the index declares it. */
export interface DeclaredTable {
  url: string;
  name: string;
  columns: DeclaredColumn[];
}

const INDEX = 'index.xml';
const DOCTYPE = /<!DOCTYPE\s+DataSet\s+SYSTEM\s+"([\w.-]{1,100})"\s*>/;
const DIGITS = /^\d{1,4}$/;

/**
 * Reads the index and holds it against its DTD.
 * @param file content of a file of the export; null when there is none of that name
 */
export async function readIndex(
  file: (name: string) => Promise<Buffer | null>,
  findings: Findings,
): Promise<DeclaredTable[]> {
  const bytes = await file(INDEX);
  const add = (text: string) => findings.add('index', INDEX, 0, text);
  if (!bytes) {
    add('it is missing');
    return [];
  }
  const text = bytes.toString();
  const dtdName = DOCTYPE.exec(text)?.[1];
  const read = readXml(Buffer.from(text.replace(DOCTYPE, '')));
  if ('problem' in read) {
    add(read.problem);
    return [];
  }
  if (dtdName === undefined) add('it names no DTD in the document type declaration');
  else await checkDtd(read.root, dtdName, file, findings);
  return children(child(read.root, 'Media'), 'Table').map((table) => readTable(table, add));
}

async function checkDtd(
  root: XmlElement,
  name: string,
  file: (name: string) => Promise<Buffer | null>,
  findings: Findings,
): Promise<void> {
  const bytes = await file(name);
  const dtd = bytes && readDtd(bytes.toString());
  if (!bytes) findings.add('dtd', name, 0, 'it is missing, though index.xml names it');
  else if (!dtd) findings.add('dtd', name, 0, 'it declares no elements that can be read');
  else for (const text of invalidities(dtd, root)) findings.add('dtd', INDEX, 0, text);
}

function readTable(table: XmlElement, add: (text: string) => void): DeclaredTable {
  const url = childText(table, 'URL');
  const layout = child(table, 'VariableLength');
  // Their texts may be blanks, which childText takes off.
  const raw = (element: XmlElement | undefined, name: string) => child(element, name)?.text;
  const said: [what: string, value: string | undefined, expected: string][] = [
    ['DecimalSymbol', raw(table, 'DecimalSymbol'), ','],
    ['ColumnDelimiter', raw(layout, 'ColumnDelimiter'), ';'],
    ['RecordDelimiter', raw(layout, 'RecordDelimiter'), '\r\n'],
    ['TextEncapsulator', raw(layout, 'TextEncapsulator'), '"'],
    ['Range/From', raw(child(table, 'Range'), 'From'), '2'],
  ];
  for (const [what, value, expected] of said)
    if (value !== expected)
      add(`${url}: ${what} is ${JSON.stringify(value)}, not ${JSON.stringify(expected)}`);
  if (!child(table, 'UTF8')) add(`${url} is not declared to be UTF-8`);
  if (!/^[a-z0-9_]+\.csv$/.test(url))
    add(`${JSON.stringify(url.slice(0, 80))} is no name of a file in small letters`);
  const names = ['VariablePrimaryKey', 'VariableColumn'];
  return {
    url,
    name: childText(table, 'Name'),
    columns: (layout?.children ?? []).filter(({ name }) => names.includes(name)).map(readColumn),
  };
}

function readColumn(column: XmlElement): DeclaredColumn {
  const numeric = child(column, 'Numeric');
  const accuracy = childText(numeric, 'Accuracy');
  const length = childText(column, 'MaxLength');
  return {
    name: childText(column, 'Name'),
    decimals: numeric ? (DIGITS.test(accuracy) ? Number(accuracy) : 0) : null,
    length: DIGITS.test(length) ? Number(length) : null,
  };
}
