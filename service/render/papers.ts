/** The kinds of paper a receipt can be laid out for. */

/** Query value of a kind of paper. */
export type PaperKind = '58' | '80' | 'a4';

/** Measures of a kind of paper. */
export interface PaperSize {
  /** Base name of its template. */
  template: string;
  /** Columns of a plain text. */
  columns: number;
  /** Width of the sheet and of what can be printed on it, millimetres. */
  width: number;
  printable: number;
  /** Printable dots of a receipt printer with 203 dpi; null for paper that it cannot take. */
  dots: number | null;
}

/** All kinds; columns of rolls are those of font A, 12 dots wide. */
export const PAPERS: Readonly<Record<PaperKind, PaperSize>> = {
  '58': { template: 'receipt-58', columns: 32, width: 58, printable: 48, dots: 384 },
  '80': { template: 'receipt-80', columns: 48, width: 80, printable: 72, dots: 576 },
  a4: { template: 'invoice-a4', columns: 80, width: 210, printable: 174, dots: null },
};

/** The kind that is meant by a query value, null when it is none. */
export function paperKind(text: string | undefined): PaperKind | null {
  const name = (text ?? '80').toLowerCase();
  return Object.hasOwn(PAPERS, name) ? (name as PaperKind) : null;
}
