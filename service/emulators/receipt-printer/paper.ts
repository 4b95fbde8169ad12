/** What stands on the paper of an emulated printer. */

/** How a run of characters is printed. */
export interface Style {
  bold: boolean;
  underline: boolean;
  /** White on black. */
  invert: boolean;
  /** Multiples of the character's size. */
  width: number;
  height: number;
  /** Font A has characters of 12 dots, B of 9. */
  font: 'A' | 'B';
}

/** Where a line stands. */
export type Align = 'left' | 'centre' | 'right';

/** Something that was printed. */
export type Mark =
  | { kind: 'line'; align: Align; runs: readonly { text: string; style: Style }[] }
  | { kind: 'qr'; align: Align; text: string; module: number; level: string }
  | { kind: 'barcode'; align: Align; symbology: string; text: string }
  /** `rows[y][x]` is true where it is black. */
  | { kind: 'picture'; align: Align; rows: readonly (readonly boolean[])[] }
  | { kind: 'feed'; dots: number };

/** One piece of paper, from cut to cut. */
export interface Sheet {
  marks: readonly Mark[];
  /** It was cut off; else it hangs in the printer. */
  isCut: boolean;
}

/** What a printer does. */
export type Effect = Mark | { kind: 'cut' } | { kind: 'pulse'; pin: 2 | 5 };

/** The plain text of a sheet, a line each; pictures and codes as `[qr ...]`. */
export function textOf(sheet: Sheet): string {
  return sheet.marks
    .flatMap((mark) => {
      switch (mark.kind) {
        case 'line':
          return [mark.runs.map(({ text }) => text).join('')];
        case 'qr':
          return [`[qr ${mark.text}]`];
        case 'barcode':
          return [`[${mark.symbology} ${mark.text}]`];
        case 'picture':
          return [`[picture ${mark.rows[0]?.length ?? 0}x${mark.rows.length}]`];
        case 'feed':
          return [];
      }
    })
    .join('\n');
}
