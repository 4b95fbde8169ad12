/** The tax table of an A4 document. */
import type { Paper } from '../wire.ts';
import { showable, widthOf, type Pdf } from './fonts.ts';
import { breakText, lineHeight, MM, type TextStyle } from './pdf-draw.ts';
import { rowsOf, type Row } from './pdf-rows.ts';

const PLAIN: TextStyle = { size: 8 };
const STRONG: TextStyle = { size: 8, font: 'strong' };
const GAP = 2 * MM;

/** Columns: group, rate, net, tax, gross; parts of the width of the table. */
const PARTS = [0.2, 0.11, 0.23, 0.23, 0.23] as const;

function textsOf({ taxes, words }: Paper): string[][] {
  return [
    [words.tax, words.rate, words.net, words.tax, words.gross],
    ...taxes.map((t) => [t.group, `${t.rate}%`, t.net, t.tax, t.gross]),
  ];
}

/** Width at which no amount reaches into the column beside it. */
export function taxTableWidth(pdf: Pdf, paper: Paper): number {
  return textsOf(paper).reduce((most, cells, row) => {
    pdf.font(row === 0 ? 'strong' : 'plain').fontSize(PLAIN.size);
    const widths = cells.map((cell, i) => (i === 0 ? 0 : (widthOf(pdf, cell) + GAP) / PARTS[i]!));
    return Math.max(most, ...widths);
  }, 0);
}

/** The table with its head, row by row; nothing where there are no taxes. */
export function taxTable(pdf: Pdf, paper: Paper, left: number, width: number): Row[] {
  if (paper.taxes.length === 0) return [];
  const [head = [], ...rows] = textsOf(paper).map((cells, row) => {
    let next = left;
    const drawn = cells.map((cell, i) => {
      const box = { x: next, width: PARTS[i]! * width };
      next += box.width;
      const style: TextStyle = { ...(row === 0 ? STRONG : PLAIN), align: i === 0 ? 'left' : 'right' };
      // A group may have a name and several reasons for no tax; amounts stay in one piece.
      return { box, style, lines: i === 0 ? breakText(pdf, cell, box.width, style) : [showable(pdf, cell)] };
    });
    return rowsOf(pdf, drawn, lineHeight(PLAIN));
  });
  return [...head, ruleBelowHead(pdf, left, width), ...rows.flat()];
}

function ruleBelowHead(pdf: Pdf, x: number, width: number): Row {
  return {
    height: 1.2 * MM,
    draw: (y) => {
      pdf
        .moveTo(x, y + 0.5 * MM)
        .lineTo(x + width, y + 0.5 * MM)
        .lineWidth(0.6)
        .stroke('#000');
    },
  };
}
