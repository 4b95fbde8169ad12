/**
 * Checks an export of DSFinV-K as an auditor's program does, without anything of what wrote
 * it: index.xml and DTD, the form of all cells, keys, sums from lines over processes to
 * closings, references, the sequence of closings, and what the TSE signed.
 */
import type { ExportFiles, ExportReport } from '../../contract/audit.ts';
import { checkClosings, readMasters, readTotals } from './closings.ts';
import { Books } from './books.ts';
import { readCsv, type CsvRow } from './csv-reader.ts';
import { Findings } from './finding.ts';
import { readIndex, type DeclaredTable } from './index-reader.ts';
import { checkBons, readDetails, readLines, readPayments, readTransactions } from './processes.ts';
import { COUNTRIES, MANDATORY, TIME, TIMES, VALUES } from './rules.ts';
import { readSignatures } from './signatures.ts';

/** Reads rows of a file that were checked by themselves. */
export type ReadRows = (file: string) => AsyncGenerator<CsvRow>;

const KEYS = ['Z_KASSE_ID', 'Z_ERSTELLUNG', 'Z_NR'];
const ALPHA3 = /^[A-Z]{3}$/;

/** Checks an export. */
export async function verifyDsfinvk(files: ExportFiles): Promise<ExportReport> {
  const findings = new Findings();
  const tables = await readIndex((name) => whole(files.open(name)), findings);
  checkNames(files, tables, findings);
  const byUrl = new Map(tables.map((table) => [table.url, table]));
  const rows: ReadRows = async function* (file) {
    const table = byUrl.get(file);
    const content = table && files.open(file);
    if (!content) return;
    for await (const row of readCsv(content, table, findings)) {
      checkRow(file, table, row, findings);
      yield row;
    }
  };
  const books = new Books();
  await readMasters(rows, books, findings);
  await readTransactions(rows, books, findings);
  await readLines(rows, books, findings);
  await readPayments(rows, books, findings);
  await readDetails(rows, books, findings);
  await readSignatures(rows, books, findings);
  checkBons(books, findings);
  await readTotals(rows, books, findings);
  checkClosings(books, findings);
  const { list, more, remarks } = findings;
  const counts = { closings: books.closings.size, processes: books.bons.size };
  return { findings: list, more, counts, ...(remarks.length > 0 && { remarks }) };
}

function checkNames({ names }: ExportFiles, tables: readonly DeclaredTable[], findings: Findings): void {
  const declared = new Set(tables.map(({ url }) => url));
  for (const url of declared)
    if (!names.includes(url)) findings.add('missing', url, 0, 'it is missing, though index.xml declares it');
  for (const name of names)
    if (name.endsWith('.csv') && !declared.has(name))
      findings.add('undeclared', name, 0, 'index.xml does not declare it');
  for (const name of Object.keys(MANDATORY))
    if (!declared.has(name)) findings.add('undeclared', name, 0, 'it is not among the tables of the export');
}

function checkRow(file: string, table: DeclaredTable, row: CsvRow, findings: Findings): void {
  const add = (column: string, text: string) => findings.add(column, file, row.record, `${column} ${text}`);
  for (const column of [...KEYS, ...(MANDATORY[file] ?? [])])
    if (row.get(column) === '') add(column, 'is empty');
  for (const [column, values] of Object.entries(VALUES[file] ?? {})) {
    const value = row.get(column);
    if (value !== '' && !values.has(value))
      add(column, `${JSON.stringify(value.slice(0, 40))} is none of its values`);
  }
  for (const column of TIMES[file] ?? []) {
    const value = row.get(column);
    if (value !== '' && (!TIME.test(value) || Number.isNaN(Date.parse(value))))
      add(column, `${JSON.stringify(value)} is no time`);
  }
  const country = COUNTRIES[file];
  const code = country === undefined ? '' : row.get(country);
  if (code !== '' && !ALPHA3.test(code))
    add(country!, `${JSON.stringify(code)} is no country of three letters`);
}

async function whole(content: AsyncIterable<Buffer> | null): Promise<Buffer | null> {
  if (!content) return null;
  const pieces: Buffer[] = [];
  for await (const piece of content) pieces.push(piece);
  return Buffer.concat(pieces);
}
