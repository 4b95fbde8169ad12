/** Tables of an export for tax audits, described as data. */

/** A column. */
export type Column =
  | {
      name: string;
      kind: 'text';
      /** Characters at most. */
      length: number;
      /** Stands for something else, or is in a fixed form: never cut. */
      whole: boolean;
    }
  | { name: string; kind: 'number'; decimals: number };

/** A table: one CSV file and its entry of `index.xml`. */
export interface Table {
  /** Name of the file. */
  url: string;
  name: string;
  columns: readonly Column[];
}

const NOTATION = /^([A-Z0-9_]+):(?:A(\d+)(!?)|N(\d))$/;

/**
 * Columns from their short notation, with blanks between them: `NAME:A60` is a text of at most
 * 60 characters that is cut, `BON_ID:A40!` one that is never cut, `MENGE:N3` a number with three decimals.
 * @throws RangeError for another notation: that is a defect of the program
 */
export function columns(notation: string): Column[] {
  return notation
    .trim()
    .split(/\s+/)
    .map((text): Column => {
      const [, name, length, whole, decimals] = NOTATION.exec(text) ?? [];
      if (name === undefined) throw new RangeError(`${text} describes no column`);
      return decimals === undefined
        ? { name, kind: 'text', length: Number(length), whole: whole === '!' }
        : { name, kind: 'number', decimals: Number(decimals) };
    });
}
