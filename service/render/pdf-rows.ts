/** Rows of cells of PDF documents, so that a page can end between any two of them. */
import type { Pdf } from './fonts.ts';
import { lineHeight, writeLines, type TextStyle } from './pdf-draw.ts';

/** A row as it is drawn, from `y` downwards. */
export interface Row {
  height: number;
  draw: (y: number) => void;
}

/** A text of several lines, with the room that it has. */
export interface Cell {
  lines: readonly string[];
  box: { x: number; width: number };
  style: TextStyle;
}

/** Cells beside each other, a row for each line of the highest of them. */
export function rowsOf(pdf: Pdf, cells: readonly Cell[], height: number): Row[] {
  const count = Math.max(...cells.map(({ lines }) => lines.length));
  return Array.from({ length: count }, (_, i) => ({
    height,
    draw: (y) => {
      for (const { lines, box, style } of cells) {
        // Smaller letters stand in the middle of the row.
        const lower = (height - lineHeight(style)) / 2;
        if (i < lines.length) writeLines(pdf, [lines[i]!], { ...box, y: y + lower }, style);
      }
    },
  }));
}
