/** Reads the CSV files of an export strictly, as `index.xml` declares them, in pieces of any size. */
import type { Findings } from './finding.ts';
import type { DeclaredColumn, DeclaredTable } from './index-reader.ts';

/** A record. */
export interface CsvRow {
  /** Place in the file; the head is 1. */
  record: number;
  /** The text of a column; empty for an empty cell, and for a column that there is none of. */
  get(name: string): string;
}

/** Longest record that is read, in characters: what is longer has lost its end. */
const MOST_CHARACTERS = 1_000_000;
const END = '\r\n';
const NUMBER = /^-?\d{1,18}(?:,(\d{1,9}))?$/;

class Unreadable extends Error {}

/** The records of a file behind its head; ends where it cannot be read any more. */
export async function* readCsv(
  content: AsyncIterable<Buffer>,
  table: DeclaredTable,
  findings: Findings,
): AsyncGenerator<CsvRow> {
  const places = new Map(table.columns.map(({ name }, i) => [name, i]));
  let record = 0;
  try {
    for await (const cells of records(content)) {
      record++;
      if (record === 1) checkHead(cells, table, findings);
      else if (cells.length !== table.columns.length) {
        const text = `it has ${cells.length} cells, not ${table.columns.length}`;
        findings.add('cells', table.url, record, text);
      } else {
        checkCells(cells, table, record, findings);
        yield { record, get: (name) => cells[places.get(name) ?? -1]?.text ?? '' };
      }
    }
    if (record === 0) findings.add('head', table.url, 0, 'it has no head');
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    findings.add('csv', table.url, record + 1, error.message);
  }
}

interface CsvCell {
  text: string;
  quoted: boolean;
}

async function* records(content: AsyncIterable<Buffer>): AsyncGenerator<CsvCell[]> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const decode = (bytes: Buffer | null) => {
    try {
      return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
    } catch {
      throw new Unreadable('it is not UTF-8');
    }
  };
  let rest = '';
  const complete = function* () {
    let at = 0;
    for (;;) {
      const read = recordAt(rest, at);
      if (!read) break;
      yield read.cells;
      at = read.end;
    }
    rest = rest.slice(at);
    if (rest.length > MOST_CHARACTERS) throw new Unreadable('a record does not end');
  };
  for await (const piece of content) {
    rest += decode(piece);
    yield* complete();
  }
  rest += decode(null);
  yield* complete();
  if (rest !== '') throw new Unreadable('the last record does not end with CR LF');
}

/** The record that begins at a place; null when its end is not there yet. */
function recordAt(text: string, start: number): { cells: CsvCell[]; end: number } | null {
  const cells: CsvCell[] = [];
  for (let at = start; ;) {
    const cell = text[at] === '"' ? quotedCell(text, at) : plainCell(text, at);
    if (!cell) return null;
    cells.push(cell);
    if (text[cell.end] === ';') at = cell.end + 1;
    else if (text.startsWith(END, cell.end)) return { cells, end: cell.end + END.length };
    else if (cell.end >= text.length - 1) return null;
    else throw new Unreadable(`a cell is followed by ${JSON.stringify(text.slice(cell.end, cell.end + 10))}`);
  }
}

function quotedCell(text: string, start: number): (CsvCell & { end: number }) | null {
  let inner = '';
  for (let at = start + 1; ;) {
    const quote = text.indexOf('"', at);
    if (quote < 0 || quote + 1 >= text.length) return null;
    inner += text.slice(at, quote);
    if (text[quote + 1] !== '"') return { text: inner, quoted: true, end: quote + 1 };
    inner += '"';
    at = quote + 2;
  }
}

const PLAIN_END = /[;\r\n"]/g;

function plainCell(text: string, start: number): (CsvCell & { end: number }) | null {
  PLAIN_END.lastIndex = start;
  const end = PLAIN_END.exec(text)?.index;
  return end === undefined ? null : { text: text.slice(start, end), quoted: false, end };
}

function checkHead(cells: readonly CsvCell[], { url, columns }: DeclaredTable, findings: Findings): void {
  const names = cells.map(({ text }) => text).join(';');
  const expected = columns.map(({ name }) => name).join(';');
  if (names !== expected)
    findings.add(
      'head',
      url,
      1,
      `its head is ${names.slice(0, 300)}, index.xml declares ${expected.slice(0, 300)}`,
    );
}

function checkCells(
  cells: readonly CsvCell[],
  { url, columns }: DeclaredTable,
  record: number,
  findings: Findings,
): void {
  for (const [i, cell] of cells.entries()) {
    const wrong = cell.text === '' ? null : problemOf(cell, columns[i]!);
    if (wrong !== null) findings.add(`cell ${i}`, url, record, `${columns[i]!.name} ${wrong}`);
  }
}

function problemOf({ text, quoted }: CsvCell, { decimals, length }: DeclaredColumn): string | null {
  const shown = JSON.stringify(text.slice(0, 60));
  if (decimals === null) {
    if (!quoted) return `${shown} is a text without quotes`;
    return length !== null && [...text].length > length
      ? `is longer than ${length} characters: ${shown}`
      : null;
  }
  const form = NUMBER.exec(text);
  if (quoted || !form) return `${shown} is no number`;
  return (form[1]?.length ?? 0) > decimals ? `${shown} has more than ${decimals} decimals` : null;
}
