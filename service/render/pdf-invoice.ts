/** A receipt as an A4 document, over several pages where it is long. */
import type { Paper, PaperLine } from '../wire.ts';
import { printedTag } from './blocks.ts';
import type { Pdf } from './fonts.ts';
import { PAPERS } from './papers.ts';
import { breakText, drawnCode, lineHeight, MM, writeLines, type TextStyle } from './pdf-draw.ts';

const PAGE = { width: 210 * MM, height: 297 * MM };
const LEFT = 18 * MM;
const TOP = 16 * MM;
/** The last lines of each page belong to number and page. */
const BOTTOM = PAGE.height - 22 * MM;
const WIDTH = PAGE.width - 2 * LEFT;
const PLAIN: TextStyle = { size: 9 };
const STRONG: TextStyle = { size: 9, font: 'strong' };
const SMALL: TextStyle = { size: 8 };
const LABEL: TextStyle = { size: 8, colour: '#555' };
const TITLE: TextStyle = { size: 15, font: 'strong' };
/** Twice as large as any amount, the total included. */
const HEADING: TextStyle = { size: 18, font: 'strong' };

/** Height of the row that carries a sum forward. */
const CARRIED = lineHeight(STRONG) + 1.8 * MM;

/** Columns of the lines: description, quantity, price, tax group, amount. */
const COLUMNS = [86, 24, 24, 16, 24].map((mm) => mm * MM);

/** Columns of the tax table: group, rate, net, tax, gross; parts of its width. */
const TAX_PARTS = [0.2, 0.11, 0.23, 0.23, 0.23] as const;

/** Draws a document; the pages are made here. */
export function drawInvoice(pdf: Pdf, paper: Paper): void {
  new Invoice(pdf, paper).draw();
}

class Invoice {
  private readonly pdf: Pdf;
  private readonly paper: Paper;
  private y = TOP;
  /** Sum of the lines so far, until the total is written: a page that ends before says it, and the next one too. */
  private carried: string | null = null;

  constructor(pdf: Pdf, paper: Paper) {
    this.pdf = pdf;
    this.paper = paper;
  }

  draw(): void {
    this.page();
    this.header();
    for (const mark of this.paper.marks) this.mark(mark);
    if (this.paper.codeFirst) this.legal();
    this.parties();
    this.lines();
    this.sums();
    if (!this.paper.codeFirst) this.legal();
    this.foot();
    this.pageFeet();
  }

  private page(): void {
    this.pdf.addPage({ size: [PAGE.width, PAGE.height], margin: 0 });
    this.y = TOP;
  }

  /** Starts a new page when this height does not fit. */
  private room(height: number, onNewPage: () => void = () => undefined): void {
    const bottom = BOTTOM - (this.carried === null ? 0 : CARRIED);
    if (this.y + height <= bottom || this.y === TOP) return;
    this.carryForward();
    this.page();
    onNewPage();
    this.carryForward();
  }

  private carryForward(): void {
    if (this.carried === null) return;
    const row = { x: LEFT, y: this.y + (CARRIED - lineHeight(STRONG)) / 2, width: WIDTH };
    writeLines(this.pdf, [this.carried], row, { ...STRONG, align: 'right' });
    writeLines(this.pdf, [this.paper.words.carried], row, STRONG);
    this.y += CARRIED;
  }

  /** Writes a text from y downwards; returns where it ends. */
  private write(text: string, x: number, y: number, width: number, style: TextStyle): number {
    return writeLines(this.pdf, breakText(this.pdf, text, width, style), { x, y, width }, style);
  }

  private header(): void {
    const { seller, title, number, dateText, operator, words, largeHeadings } = this.paper;
    const half = WIDTH / 2 - 4 * MM;
    let left = this.y;
    seller.forEach((text, i) => (left = this.write(text, LEFT, left, half, i === 0 ? TITLE : PLAIN)));
    const x = LEFT + WIDTH - half;
    const style = largeHeadings ? HEADING : TITLE;
    let right = this.write(title, x, this.y, half, { ...style, align: 'right' });
    if (number !== '') right = this.write(number, x, right, half, { ...STRONG, align: 'right' });
    right = this.write(dateText, x, right, half, { ...PLAIN, align: 'right' });
    if (operator !== null)
      right = this.write(`${words.operator} ${operator}`, x, right, half, { ...PLAIN, align: 'right' });
    this.y = Math.max(left, right) + 4 * MM;
  }

  private mark(text: string): void {
    const style: TextStyle = {
      ...{ ...STRONG, size: 10, align: 'centre' },
      ...(this.paper.largeHeadings && HEADING),
    };
    const lines = breakText(this.pdf, text, WIDTH - 6 * MM, style);
    const height = lines.length * lineHeight(style) + 3 * MM;
    this.pdf.rect(LEFT, this.y, WIDTH, height).lineWidth(1.2).stroke('#000');
    writeLines(this.pdf, lines, { x: LEFT + 3 * MM, y: this.y + 1.5 * MM, width: WIDTH - 6 * MM }, style);
    this.y += height + 3 * MM;
  }

  private parties(): void {
    const { head, buyer, words } = this.paper;
    const half = WIDTH / 2 - 4 * MM;
    const x = LEFT + WIDTH / 2 + 4 * MM;
    let left = this.y + 2 * MM;
    for (const text of head) left = this.write(text, LEFT, left, half, PLAIN);
    let right = this.y + 2 * MM;
    if (buyer.length > 0) right = this.write(words.customer, x, right, half, LABEL);
    buyer.forEach((text, i) => (right = this.write(text, x, right, half, i === 0 ? STRONG : PLAIN)));
    this.y = Math.max(left, right) + 6 * MM;
  }

  private lines(): void {
    const { lines, carried, total, words } = this.paper;
    if (lines.length === 0) return;
    const head = () => {
      const titles = [words.description, words.quantity, words.price, words.tax, words.amount];
      this.cells(titles, { ...STRONG, size: 8 });
      this.y += 0.8 * MM;
      this.rule(0.9);
    };
    head();
    for (const [i, line] of lines.entries()) {
      const cells = cellsOf(line);
      this.room(this.heightOf(cells, PLAIN, line) + 2 * MM, head);
      this.y += 0.9 * MM;
      this.cells(cells, PLAIN, line);
      if (line.note !== undefined) this.y = this.write(line.note, LEFT + 3 * MM, this.y, COLUMNS[0]!, LABEL);
      this.y += 0.9 * MM;
      this.rule(0.3, { colour: '#ccc' });
      this.carried = total === null ? null : (carried[i] ?? this.carried);
    }
    this.y += 6 * MM;
  }

  private heightOf(cells: readonly string[], style: TextStyle, line: PaperLine): number {
    const count = cells.map((cell, i) => breakText(this.pdf, cell, cellWidth(i, line), style).length);
    const note = line.note === undefined ? 0 : breakText(this.pdf, line.note, COLUMNS[0]!, LABEL).length;
    return Math.max(...count) * lineHeight(style) + note * lineHeight(LABEL);
  }

  private cells(cells: readonly string[], style: TextStyle, line?: PaperLine): void {
    let end = this.y;
    let x = LEFT;
    cells.forEach((cell, i) => {
      const indent = i === 0 && line?.kind === 'modifier' ? 4 * MM : 0;
      const width = cellWidth(i, line) - indent;
      const align = i === 0 ? 'left' : 'right';
      // Free text of a print line may be wider than an amount: it grows to the left.
      const from = i === 4 ? LEFT + WIDTH - width : x + indent;
      end = Math.max(end, this.write(cell, from, this.y, width, { ...style, align }));
      x += COLUMNS[i]!;
    });
    this.y = end;
  }

  private rule(thickness: number, { colour = '#000', x = LEFT, width = WIDTH, y = this.y } = {}): void {
    this.pdf
      .moveTo(x, y)
      .lineTo(x + width, y)
      .lineWidth(thickness)
      .stroke(colour);
  }

  private sums(): void {
    const { total, payments, taxes, words, currency } = this.paper;
    const width = 76 * MM;
    const x = LEFT + WIDTH - width;
    const taxWidth = WIDTH - width - 10 * MM;
    const groups = taxes.map(({ group }) => breakText(this.pdf, group, TAX_PARTS[0] * taxWidth, SMALL));
    const taxesHeight = (groups.flat().length + 1) * lineHeight(SMALL) + 2 * MM;
    const sumsHeight = lineHeight({ size: 13 }) + 5 * MM + payments.length * lineHeight(PLAIN);
    this.room(Math.min(Math.max(taxesHeight, sumsHeight), 120 * MM));
    this.carried = null;
    const start = this.y;
    const { count } = this.pdf.bufferedPageRange();
    const taxesEnd = this.taxTable(start, taxWidth);
    this.y = start;
    if (total !== null) {
      const style = this.paper.largeHeadings ? STRONG : ({ size: 13, font: 'strong' } as const);
      this.rule(0.9, { x, width });
      this.y += 1.5 * MM;
      this.write(total, x, this.y, width, { ...style, align: 'right' });
      this.y = this.write(`${words.total} ${currency}`, x, this.y, width, style) + 1.5 * MM;
      this.rule(0.9, { x, width });
      this.y += 1.5 * MM;
    }
    for (const { label, value } of payments) {
      this.room(lineHeight(PLAIN));
      this.write(value, x, this.y, width, { ...PLAIN, align: 'right' });
      this.y = this.write(label, x, this.y, width - 26 * MM, PLAIN);
    }
    const samePage = this.pdf.bufferedPageRange().count === count;
    this.y = (samePage ? Math.max(this.y, taxesEnd) : this.y) + 8 * MM;
  }

  /** Draws the tax table at the left of the total; returns where it ends. */
  private taxTable(top: number, width: number): number {
    const { taxes, words } = this.paper;
    if (taxes.length === 0) return top;
    const rows = [
      [words.tax, words.rate, words.net, words.tax, words.gross],
      ...taxes.map((t) => [t.group, `${t.rate}%`, t.net, t.tax, t.gross]),
    ];
    let y = top;
    rows.forEach((cells, row) => {
      let x = LEFT;
      let end = y;
      cells.forEach((cell, i) => {
        const style: TextStyle = {
          ...SMALL,
          font: row === 0 ? 'strong' : 'plain',
          align: i === 0 ? 'left' : 'right',
        };
        const box = { x, y, width: TAX_PARTS[i]! * width };
        // A group may have a name and several reasons for no tax; amounts stay in one piece.
        const lines = i === 0 ? breakText(this.pdf, cell, box.width, style) : [cell];
        end = Math.max(end, writeLines(this.pdf, lines, box, style));
        x += box.width;
      });
      y = end;
      if (row === 0) {
        this.rule(0.6, { width, y: y + 0.5 * MM });
        y += 1.2 * MM;
      }
    });
    return y;
  }

  /** Tags, the code directly below them, and what stands directly below that, on one page. */
  private legal(): void {
    const { tags, qr, below = [] } = this.paper;
    const { printable } = PAPERS.a4;
    const style: TextStyle = { ...SMALL, align: 'centre' };
    const lines = tags.flatMap((tag) => breakText(this.pdf, printedTag(tag), WIDTH, style));
    const code = qr === null ? null : drawnCode({ ...this.paper, qr }, printable);
    this.room((lines.length + below.length) * lineHeight(style) + (code?.height ?? 0));
    for (const line of lines) {
      this.room(lineHeight(style));
      this.y = writeLines(this.pdf, [line], { x: LEFT, y: this.y, width: WIDTH }, style);
    }
    if (code) {
      code.draw(this.pdf, (PAGE.width - code.width) / 2, this.y);
      this.y += code.height;
    }
    for (const text of below)
      this.y = writeLines(this.pdf, [text], { x: LEFT, y: this.y, width: WIDTH }, style);
    this.y += 2 * MM;
  }

  private foot(): void {
    for (const text of this.paper.foot) {
      for (const line of breakText(this.pdf, text, WIDTH, PLAIN)) {
        this.room(lineHeight(PLAIN));
        this.y = writeLines(
          this.pdf,
          [line],
          { x: LEFT, y: this.y, width: WIDTH },
          { ...PLAIN, align: 'centre' },
        );
      }
    }
  }

  /**
   * Document, page, and on documents of several pages the marks, so that no page
   * passes for one of an original, and what stands above the QR code: a law may
   * want it on every page.
   */
  private pageFeet(): void {
    const { title, number, marks, tags, qr, words, codeFirst } = this.paper;
    const { count } = this.pdf.bufferedPageRange();
    const code = qr !== null && count > 1 && !codeFirst ? tags.at(-1) : undefined;
    const head = [title, number].filter(Boolean).join(' ');
    const left = [head, ...(count > 1 ? marks : []), code && printedTag(code)].filter(Boolean).join(' · ');
    for (let i = 0; i < count; i++) {
      this.pdf.switchToPage(i);
      const y = PAGE.height - 14 * MM;
      this.write(left, LEFT, y, WIDTH - 30 * MM, LABEL);
      this.write(`${words.page} ${i + 1}/${count}`, LEFT, y, WIDTH, { ...LABEL, align: 'right' });
    }
  }
}

function cellsOf(line: PaperLine): string[] {
  if (line.kind === 'text') return [line.text, '', '', '', line.amount ?? ''];
  return [line.text, line.quantity ?? '', line.price ?? '', line.taxGroup ?? '', line.amount ?? ''];
}

function cellWidth(column: number, line?: PaperLine): number {
  if (line?.kind !== 'text') return COLUMNS[column]! - (column === 0 ? 2 * MM : 0);
  return column === 0 ? (line.amount === undefined ? WIDTH : WIDTH * 0.6) : WIDTH * 0.35;
}
