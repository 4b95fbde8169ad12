/** A receipt on a roll as one page of a PDF file, as high as its content. */
import type { Paper } from '../wire.ts';
import { blocksOf, type Block } from './blocks.ts';
import type { Pdf } from './fonts.ts';
import type { PaperSize } from './papers.ts';
import { breakText, drawnCode, lineHeight, MM, writeLines, type TextStyle } from './pdf-draw.ts';

/** A block that was measured: its height, and how to draw it from `y`. */
interface Measured {
  height: number;
  draw(y: number): void;
}

const TOP = 5 * MM;
const LARGE = 1.5;
/** Of what is at least twice as large as any amount. */
const HEADING = 2;
/** Letters of a heading become no narrower than this part: a word that is longer still is broken. */
const NARROWEST = 0.5;
const SPACE = 2 * MM;

/** Draws a receipt; the page is made here. */
export function drawRoll(pdf: Pdf, paper: Paper, size: PaperSize): void {
  const layout = new RollLayout(pdf, size);
  const blocks = blocksOf(paper).map((block) => layout.measure(block));
  const height = blocks.reduce((sum, block) => sum + block.height, 2 * TOP);
  pdf.addPage({ size: [size.width * MM, height], margin: 0 });
  let y = TOP;
  for (const block of blocks) {
    block.draw(y);
    y += block.height;
  }
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

  measure(block: Block): Measured {
    switch (block.kind) {
      case 'gap':
        return { height: this.plain.size * 0.8, draw: () => undefined };
      case 'rule':
        return {
          height: 3 * MM,
          draw: (y) =>
            void this.pdf
              .moveTo(this.x, y + 1.5 * MM)
              .lineTo(this.x + this.width, y + 1.5 * MM)
              .dash(1.5, { space: 1.5 })
              .lineWidth(0.6)
              .stroke('#000')
              .undash(),
        };
      case 'qr': {
        const look = { leastQrVersion: block.leastVersion, ...(block.barcode && { barcode: block.barcode }) };
        const { width, height, draw } = drawnCode({ qr: block.text, ...look }, this.size.printable);
        const x = this.x + (this.width - width) / 2;
        return { height, draw: (y) => draw(this.pdf, x, y) };
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

  private text(text: string, style: TextStyle, x: number, width: number): Measured {
    const lines = breakText(this.pdf, text, width, style);
    return {
      height: lines.length * lineHeight(style),
      draw: (y) => void writeLines(this.pdf, lines, { x, y, width }, style),
    };
  }

  /** A text whose longest word fits: narrower letters of the same height. */
  private fitted(text: string, style: TextStyle, x: number, width: number): Measured {
    this.pdf.font(style.font ?? 'plain').fontSize(style.size);
    const longest = Math.max(...text.split(/\s+/).map((word) => this.pdf.widthOfString(word)));
    const part = Math.max(NARROWEST, Math.min(1, width / (longest + 1)));
    const inner = this.text(text, style, 0, width / part);
    return {
      height: inner.height,
      draw: (y) => {
        this.pdf.save().translate(x, 0).scale(part, 1);
        inner.draw(y);
        this.pdf.restore();
      },
    };
  }

  /** White on black. */
  private mark(text: string, heading = false): Measured {
    const size = this.plain.size * (heading ? HEADING : 1);
    const style: TextStyle = { size, font: 'strong', align: 'centre', colour: '#fff' };
    const inner = this.fitted(text, style, this.x + SPACE, this.width - 2 * SPACE);
    const padding = 0.8 * MM;
    return {
      height: inner.height + 3 * padding,
      draw: (y) => {
        this.pdf.rect(this.x, y, this.width, inner.height + 2 * padding).fill('#000');
        inner.draw(y + padding);
      },
    };
  }

  private row(block: Extract<Block, { kind: 'row' }>): Measured {
    const style = this.style(block);
    const indent = (block.indent ?? 0) * this.space * 1.5;
    // Print lines may carry any text at the right: half of the paper is enough for it.
    const right = breakText(this.pdf, block.right, this.width / 2, style);
    const rightWidth = Math.max(...right.map((line) => this.pdf.widthOfString(line)));
    const amountColumn = block.middle === undefined ? rightWidth : Math.max(rightWidth, 13 * MM);
    const middle = block.middle === undefined ? [] : breakText(this.pdf, block.middle, 10 * MM, style);
    const middleWidth =
      block.middle === undefined ? 0 : Math.max(6 * MM, ...middle.map((m) => this.pdf.widthOfString(m)));
    const leftWidth = this.width - indent - amountColumn - middleWidth - SPACE;
    const left = breakText(this.pdf, block.left, leftWidth, style);
    const height = Math.max(left.length, right.length, middle.length) * lineHeight(style);
    const middleX = this.x + this.width - amountColumn - middleWidth - SPACE / 2;
    return {
      height,
      draw: (y) => {
        writeLines(this.pdf, left, { x: this.x + indent, y, width: leftWidth }, style);
        writeLines(this.pdf, middle, { x: middleX, y, width: middleWidth }, { ...style, align: 'centre' });
        writeLines(this.pdf, right, { x: this.x, y, width: this.width }, { ...style, align: 'right' });
      },
    };
  }

  private table(head: readonly string[], rows: readonly string[][]): Measured {
    const all = [head, ...rows];
    // Four long amounts need smaller letters on narrow paper.
    let style: TextStyle = { ...this.plain, size: this.plain.size * 0.92 };
    const widthOf = (text: string) => {
      this.pdf.font('plain').fontSize(style.size);
      return this.pdf.widthOfString(text);
    };
    const needed = () => head.map((_, i) => Math.max(...all.map((cells) => widthOf(cells[i] ?? ''))));
    let widths = needed();
    const sum = () => widths.reduce((a, b) => a + b, 0) + (widths.length - 1) * SPACE;
    if (sum() > this.width) {
      style = { ...style, size: (style.size * this.width) / sum() / 1.02 };
      widths = needed();
    }
    const gap = (this.width - widths.reduce((a, b) => a + b, 0)) / (widths.length - 1);
    const step = lineHeight(style);
    return {
      height: all.length * step + 0.8 * MM,
      draw: (y) => {
        all.forEach((cells, row) => {
          let x = this.x;
          const top = y + row * step + (row === 0 ? 0 : 0.8 * MM);
          cells.forEach((cell, i) => {
            const width = widths[i]!;
            writeLines(
              this.pdf,
              [cell],
              { x, y: top, width },
              { ...style, align: i === 0 ? 'left' : 'right' },
            );
            x += width + gap;
          });
        });
        const line = y + step + 0.4 * MM;
        this.pdf
          .moveTo(this.x, line)
          .lineTo(this.x + this.width, line)
          .lineWidth(0.5)
          .stroke('#000');
      },
    };
  }
}
