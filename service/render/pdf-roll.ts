/** A receipt on a roll as one page of a PDF file, as high as its content; very long ones as several. */
import type { Paper } from '../wire.ts';
import { blocksOf, type Block } from './blocks.ts';
import { showable, widthOf, type Pdf } from './fonts.ts';
import type { PaperSize } from './papers.ts';
import {
  breakText,
  drawnCode,
  fittingStyle,
  lineHeight,
  MM,
  MOST_HEIGHT,
  type TextStyle,
} from './pdf-draw.ts';
import { rowsOf, type Row } from './pdf-rows.ts';

const TOP = 5 * MM;
const LARGE = 1.5;
/** Of what is at least twice as large as any amount. */
const HEADING = 2;
/** Letters of a heading become no narrower than this part: a word that is longer still is broken. */
const NARROWEST = 0.5;
const SPACE = 2 * MM;
/** Lines of a mark that stand in one box. */
const TOGETHER = 100;
/** Letters of a tax table become no smaller than this part: one that is wider still is printed as a list. */
const SMALLEST_TABLE = 0.75;

/** Draws a receipt; pages are made here. */
export function drawRoll(pdf: Pdf, paper: Paper, size: PaperSize): void {
  const layout = new RollLayout(pdf, size);
  const blocks = blocksOf(paper);
  // Nothing may come between the code and what stands directly above it, not even the end of a page.
  const parts = blocks.map((block, i) => {
    const rows = layout.measure(block);
    return rows.map((row, at) => ({
      row,
      isAboveCode: at === rows.length - 1 && blocks[i + 1]?.kind === 'qr',
    }));
  });
  for (const page of pagesOf(parts.flat())) {
    const height = page.reduce((sum, row) => sum + row.height, 2 * TOP);
    pdf.addPage({ size: [size.width * MM, height], margin: 0 });
    let y = TOP;
    for (const row of page) {
      row.draw(y);
      y += row.height;
    }
  }
}

function pagesOf(rows: readonly { row: Row; isAboveCode: boolean }[]): Row[][] {
  const pages: Row[][] = [[]];
  let height = 2 * TOP;
  rows.forEach(({ row, isAboveCode }, i) => {
    const needed = row.height + (isAboveCode ? rows[i + 1]!.row.height : 0);
    if (height + needed > MOST_HEIGHT && pages.at(-1)!.length > 0) {
      pages.push([]);
      height = 2 * TOP;
    }
    pages.at(-1)!.push(row);
    height += row.height;
  });
  return pages;
}

class RollLayout {
  private readonly pdf: Pdf;
  private readonly size: PaperSize;
  private readonly x: number;
  private readonly width: number;
  private readonly plain: TextStyle;
  private readonly space: number;

  constructor(pdf: Pdf, size: PaperSize) {
    this.pdf = pdf;
    this.size = size;
    this.width = size.printable * MM;
    this.x = ((size.width - size.printable) / 2) * MM;
    this.plain = { size: size.width < 70 ? 7.5 : 8.5 };
    this.pdf.font('plain').fontSize(this.plain.size);
    this.space = this.pdf.widthOfString(' ');
  }

  /** The block in rows, between which a page may end. */
  measure(block: Block): Row[] {
    switch (block.kind) {
      case 'gap':
        return [{ height: this.plain.size * 0.8, draw: () => undefined }];
      case 'rule':
        return [
          {
            height: 3 * MM,
            draw: (y) =>
              void this.pdf
                .moveTo(this.x, y + 1.5 * MM)
                .lineTo(this.x + this.width, y + 1.5 * MM)
                .dash(1.5, { space: 1.5 })
                .lineWidth(0.6)
                .stroke('#000')
                .undash(),
          },
        ];
      case 'qr': {
        const look = { leastQrVersion: block.leastVersion, ...(block.barcode && { barcode: block.barcode }) };
        const { width, height, draw } = drawnCode({ qr: block.text, ...look }, this.size.printable);
        const x = this.x + (this.width - width) / 2;
        return [{ height, draw: (y) => draw(this.pdf, x, y) }];
      }
      case 'mark':
        return this.mark(block.text, block.heading);
      case 'line': {
        if (block.heading) {
          const style: TextStyle = { font: 'strong', size: this.plain.size * HEADING };
          return this.fitted(block.text, style, this.x, this.width);
        }
        const indent = (block.indent ?? 0) * this.space * 1.5;
        const align = block.centred ? 'centre' : 'left';
        return this.text(block.text, { ...this.style(block), align }, this.x + indent, this.width - indent);
      }
      case 'row':
        return this.row(block);
      case 'table':
        return this.table(block.head, block.rows);
    }
  }

  private style({ strong, large }: { strong?: boolean; large?: boolean }): TextStyle {
    return { font: strong ? 'strong' : 'plain', size: this.plain.size * (large ? LARGE : 1) };
  }

  private text(text: string, style: TextStyle, x: number, width: number): Row[] {
    const lines = breakText(this.pdf, text, width, style);
    return rowsOf(this.pdf, [{ lines, box: { x, width }, style }], lineHeight(style));
  }

  /** A text whose longest word fits: narrower letters of the same height. */
  private fitted(text: string, style: TextStyle, x: number, width: number): Row[] {
    this.pdf.font(style.font ?? 'plain').fontSize(style.size);
    const longest = text.split(/\s+/).reduce((most, word) => Math.max(most, widthOf(this.pdf, word)), 0);
    const part = Math.max(NARROWEST, Math.min(1, width / (longest + 1)));
    return this.text(text, style, 0, width / part).map(({ height, draw }) => ({
      height,
      draw: (y) => {
        this.pdf.save().translate(x, 0).scale(part, 1);
        draw(y);
        this.pdf.restore();
      },
    }));
  }

  /** White on black. */
  private mark(text: string, heading = false): Row[] {
    const size = this.plain.size * (heading ? HEADING : 1);
    const style: TextStyle = { size, font: 'strong', align: 'centre', colour: '#fff' };
    const padding = 0.8 * MM;
    const lines = this.fitted(text, style, this.x + SPACE, this.width - 2 * SPACE);
    const boxes = Array.from({ length: Math.ceil(lines.length / TOGETHER) }, (_, i) =>
      lines.slice(i * TOGETHER, (i + 1) * TOGETHER),
    );
    return boxes.map((box) => {
      const height = box.length * lineHeight(style) + 2 * padding;
      return {
        height: height + padding,
        draw: (y) => {
          this.pdf.rect(this.x, y, this.width, height).fill('#000');
          box.forEach((line, i) => line.draw(y + padding + i * lineHeight(style)));
        },
      };
    });
  }

  private row(block: Extract<Block, { kind: 'row' }>): Row[] {
    const { pdf, x, width } = this;
    const style = this.style(block);
    const indent = (block.indent ?? 0) * this.space * 1.5;
    const half = width / 2;
    const middle = block.middle === undefined ? [] : breakText(pdf, block.middle, 10 * MM, style);
    const middleWidth =
      block.middle === undefined ? 0 : Math.max(6 * MM, ...middle.map((m) => pdf.widthOfString(m)));
    // Print lines may carry any text at the right: half of the paper is enough for it, but not for every amount.
    const isWide = fittingStyle(pdf, block.right, half, style) !== style;
    const room = isWide ? width - middleWidth - SPACE : half;
    const rightStyle = fittingStyle(pdf, block.right, room, style);
    const right = breakText(pdf, block.right, room, rightStyle);
    const rightWidth = Math.max(...right.map((line) => pdf.widthOfString(line)));
    const amountColumn = block.middle === undefined ? rightWidth : Math.max(rightWidth, 13 * MM);
    const besideWidth = width - indent - amountColumn - middleWidth - SPACE;
    pdf.font(style.font ?? 'plain').fontSize(style.size);
    const isBelow = isWide && block.left !== '' && widthOf(pdf, block.left) > besideWidth;
    const leftWidth = isBelow ? width - indent : besideWidth;
    const cells = {
      left: {
        lines: breakText(pdf, block.left, leftWidth, style),
        ...{ box: { x: x + indent, width: leftWidth }, style },
      },
      middle: {
        lines: middle,
        box: { x: x + width - amountColumn - middleWidth - SPACE / 2, width: middleWidth },
        style: { ...style, align: 'centre' as const },
      },
      right: { lines: right, box: { x, width }, style: { ...rightStyle, align: 'right' as const } },
    };
    const step = lineHeight(style);
    return isBelow
      ? [...rowsOf(pdf, [cells.left], step), ...rowsOf(pdf, [cells.middle, cells.right], step)]
      : rowsOf(pdf, [cells.left, cells.middle, cells.right], step);
  }

  private table(head: readonly string[], rows: readonly string[][]): Row[] {
    const all = [head, ...rows];
    // Four long amounts need smaller letters on narrow paper.
    let style: TextStyle = { ...this.plain, size: this.plain.size * 0.92 };
    const measured = (text: string) => {
      this.pdf.font('plain').fontSize(style.size);
      return widthOf(this.pdf, text);
    };
    const needed = () =>
      head.map((_, i) => all.reduce((most, cells) => Math.max(most, measured(cells[i] ?? '')), 0));
    let widths = needed();
    const sum = () => widths.reduce((a, b) => a + b, 0) + (widths.length - 1) * SPACE;
    if (sum() > this.width) {
      const part = this.width / sum() / 1.02;
      if (part < SMALLEST_TABLE) return this.list(head, rows);
      style = { ...style, size: style.size * part };
      widths = needed();
    }
    const gap = (this.width - widths.reduce((a, b) => a + b, 0)) / (widths.length - 1);
    const step = lineHeight(style);
    let next = this.x;
    const boxes = widths.map((width) => {
      const x = next;
      next += width + gap;
      return { x, width };
    });
    const tableRow = (cells: readonly string[]) =>
      rowsOf(
        this.pdf,
        cells.map((cell, i) => ({
          lines: [showable(this.pdf, cell)],
          box: boxes[i]!,
          style: { ...style, align: i === 0 ? 'left' : 'right' },
        })),
        step,
      );
    const rule: Row = {
      height: 0.8 * MM,
      draw: (y) =>
        void this.pdf
          .moveTo(this.x, y + 0.4 * MM)
          .lineTo(this.x + this.width, y + 0.4 * MM)
          .lineWidth(0.5)
          .stroke('#000'),
    };
    return [...tableRow(head), rule, ...rows.flatMap(tableRow)];
  }

  /** A table that is too wide: one value a line, each with the title of its column. */
  private list(head: readonly string[], rows: readonly string[][]): Row[] {
    return rows.flatMap((cells) =>
      cells.flatMap((cell, i) =>
        this.row({ kind: 'row', left: head[i] ?? '', right: cell, indent: i === 0 ? 0 : 2 }),
      ),
    );
  }
}
