/**
 * Records of CSV files for tax audits: UTF-8, `;`, texts in double quotes, decimal
 * comma without grouping and at least the usual decimals, CRLF after each record, names of
 * columns first.
 */
import type { Column, Table } from './table.ts';

/**
 * A value. Texts are written as they are; numbers are whole ones, or decimal texts with a
 * point such as `-12.30`. Null and the empty text leave the cell empty.
 */
export type Cell = string | number | null;

const DELIMITER = ';';
const END = '\r\n';
/** Line ends and other control characters would make two records of one for simple readers. */
const CONTROLS = /[\p{Cc}\u2028\u2029]+/gu;
const HAS_CONTROLS = /[\p{Cc}\u2028\u2029]/u;
const DECIMAL = /^-?\d{1,18}(?:\.(\d{1,9}))?$/;

/** The first record of a file: the names of its columns. */
export function headRow({ columns }: Table): string {
  return columns.map(({ name }) => quoted(name)).join(DELIMITER) + END;
}

/** Writes the records of one table. */
export class RowWriter {
  private readonly table: Table;
  /** The last value of each column and its text: keys, times and kinds repeat themselves from row to row. */
  private readonly values: (Cell | undefined)[] = [];
  private readonly texts: string[] = [];

  constructor(table: Table) {
    this.table = table;
  }

  /**
   * A record.
   * @param cells in the order of the columns
   * @throws RangeError for a value that its column cannot hold: nothing may be changed silently
   */
  row(cells: readonly Cell[]): string {
    const { table, values, texts } = this;
    const { columns } = table;
    if (cells.length !== columns.length)
      throw new RangeError(`${table.url} has ${columns.length} columns, not ${cells.length}`);
    for (let i = 0; i < columns.length; i++) {
      const value = cells[i]!;
      if (value === values[i]) continue;
      texts[i] = value === null || value === '' ? '' : cell(table, columns[i]!, value);
      values[i] = value;
    }
    return texts.join(DELIMITER) + END;
  }
}

function cell(table: Table, column: Column, value: string | number): string {
  return column.kind === 'text' ? text(table, column, String(value)) : decimal(table, column, value);
}

function text(table: Table, column: Column & { kind: 'text' }, value: string): string {
  const clean = HAS_CONTROLS.test(value) ? value.replace(CONTROLS, ' ').trim() : value;
  if (clean.length <= column.length) return quoted(clean);
  const characters = [...clean];
  if (characters.length > column.length && column.whole)
    throw new RangeError(
      `${table.url} ${column.name}: ${JSON.stringify(clean.slice(0, 80))} is longer than ${column.length} characters`,
    );
  return quoted(characters.slice(0, column.length).join(''));
}

function decimal(table: Table, column: Column & { kind: 'number' }, value: string | number): string {
  const written = String(value);
  const form = DECIMAL.exec(written);
  if (!form || (form[1]?.length ?? 0) > column.decimals)
    throw new RangeError(
      `${table.url} ${column.name}: ${JSON.stringify(written.slice(0, 80))} is no number with at most ${column.decimals} decimals`,
    );
  return written.replace('.', ',') + missing(form[1], column.decimals);
}

/** Zeros that are wanted behind a number with some decimals: two of amounts, three of quantities. */
function missing(fraction: string | undefined, decimals: number): string {
  const least = decimals > 3 ? 2 : decimals;
  const zeros = '0'.repeat(Math.max(least - (fraction?.length ?? 0), 0));
  return zeros !== '' && fraction === undefined ? `,${zeros}` : zeros;
}

function quoted(value: string): string {
  return value.includes('"') ? `"${value.replaceAll('"', '""')}"` : `"${value}"`;
}
