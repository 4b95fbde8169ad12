/** A receipt as an A4 document, over several pages where it is long. */
import type { Paper, PaperLine } from '../wire.ts';
import { printedTag } from './blocks.ts';
import type { Pdf } from './fonts.ts';
import { PAPERS } from './papers.ts';
import {
  breakText,
  drawnCode,
  fittingStyle,
  lineHeight,
  MM,
  writeLines,
  type TextStyle,
} from './pdf-draw.ts';
import { Pages } from './pdf-pages.ts';
import { rowsOf, type Row } from './pdf-rows.ts';
import { taxTable, taxTableWidth } from './pdf-taxes.ts';

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

/** A line that is higher is not kept on one page. */
const LONG_LINE = (BOTTOM - TOP) / 2;
/** Room for the amount of a payment, and the part of the width that its name has beside it. */
const VALUE = 24 * MM;
const LEAST_LABEL = 0.3;
/** Lines of tags that stand on the page of the code. */
const NEAR_CODE = 3;
/** Lines of the foot of a page: as many as have room anyway, and as many as there may be. */
const USUAL_FOOT = 3;
const MOST_FOOT = 8;

/** Draws a document; the pages are made here. */
export function drawInvoice(pdf: Pdf, paper: Paper): void {
  new Invoice(pdf, paper).draw();
}

class Invoice {
  private readonly pdf: Pdf;
  private readonly paper: Paper;
  private readonly pages: Pages;
  /** Sum of the lines so far, until the total is written: a page that ends before says it, and the next one too. */
  private carried: string | null = null;

  constructor(pdf: Pdf, paper: Paper) {
    this.pdf = pdf;
    this.paper = paper;
    const raised = footRise(this.footLines(true));
    this.pages = new Pages(pdf, { ...PAGE, top: TOP, bottom: BOTTOM - raised });
  }

  draw(): void {
    this.header();
    for (const mark of this.paper.marks) this.mark(mark);
    if (this.paper.codeFirst) this.legal();
    this.parties();
    this.lines();
    this.sums();
    if (!this.paper.codeFirst) this.legal();
    for (const text of this.paper.foot) this.pages.write(text, LEFT, WIDTH, { ...PLAIN, align: 'centre' });
    this.pageFeet();
  }

  /** Starts a new page when this height does not fit; both say what the lines so far come to. */
  private room(height: number, onNewPage: () => void = () => undefined): void {
    const { y, measures } = this.pages;
    const bottom = measures.bottom - (this.carried === null ? 0 : CARRIED);
    if (y + height <= bottom || y === measures.top) return;
    this.carryForward();
    this.pages.turn();
    onNewPage();
    this.carryForward();
  }

  private carryForward(): void {
    if (this.carried === null) return;
    const row = { x: LEFT, y: this.pages.y + (CARRIED - lineHeight(STRONG)) / 2, width: WIDTH };
    writeLines(this.pdf, [this.carried], row, { ...STRONG, align: 'right' });
    writeLines(this.pdf, [this.paper.words.carried], row, STRONG);
    this.pages.y += CARRIED;
  }

  private header(): void {
    const { pages } = this;
    const { seller, title, number, dateText, operator, words, largeHeadings } = this.paper;
    const half = WIDTH / 2 - 4 * MM;
    const atRight = (text: string, style: TextStyle) =>
      pages.write(text, LEFT + WIDTH - half, half, { ...style, align: 'right' });
    pages.beside(
      () => seller.forEach((text, i) => pages.write(text, LEFT, half, i === 0 ? TITLE : PLAIN)),
      () => {
        atRight(title, largeHeadings ? HEADING : TITLE);
        if (number !== '') atRight(number, STRONG);
        atRight(dateText, PLAIN);
        if (operator !== null) atRight(`${words.operator} ${operator}`, PLAIN);
      },
    );
    pages.y += 4 * MM;
  }

  /** A text in a frame; one that is longer than a page goes on in another frame on the next. */
  private mark(text: string): void {
    const style: TextStyle = {
      ...{ ...STRONG, size: 10, align: 'centre' },
      ...(this.paper.largeHeadings && HEADING),
    };
    const { pages, pdf } = this;
    const around = 3 * MM;
    const x = LEFT + around;
    let rest = breakText(pdf, text, WIDTH - 2 * around, style);
    while (rest.length > 0) {
      pages.room(rest.length * lineHeight(style) + around);
      const fit = Math.floor((pages.measures.bottom - pages.y - around) / lineHeight(style));
      const lines = rest.slice(0, Math.max(1, fit));
      rest = rest.slice(lines.length);
      const height = lines.length * lineHeight(style) + around;
      pdf.rect(LEFT, pages.y, WIDTH, height).lineWidth(1.2).stroke('#000');
      writeLines(pdf, lines, { x, y: pages.y + around / 2, width: WIDTH - 2 * around }, style);
      pages.y += height + 3 * MM;
    }
  }

  private parties(): void {
    const { pages } = this;
    const { head, buyer, words } = this.paper;
    const half = WIDTH / 2 - 4 * MM;
    const x = LEFT + WIDTH / 2 + 4 * MM;
    pages.y += 2 * MM;
    pages.beside(
      () => head.forEach((text) => pages.write(text, LEFT, half, PLAIN)),
      () => {
        if (buyer.length > 0) pages.write(words.customer, x, half, LABEL);
        buyer.forEach((text, i) => pages.write(text, x, half, i === 0 ? STRONG : PLAIN));
      },
    );
    pages.y += 6 * MM;
  }

  private lines(): void {
    const { pages } = this;
    const { lines, carried, total, words } = this.paper;
    if (lines.length === 0) return;
    const head = () => {
      const titles = [words.description, words.quantity, words.price, words.tax, words.amount];
      for (const row of this.cellRows(titles, { ...STRONG, size: 8 })) this.drawRow(row);
      pages.y += 0.8 * MM;
      this.rule(0.9);
    };
    head();
    for (const [i, line] of lines.entries()) {
      const rows = [...this.cellRows(cellsOf(line), PLAIN, line), ...this.noteRows(line.note)];
      const sum = total === null ? null : (carried[i] ?? this.carried);
      const height = rows.reduce((all, row) => all + row.height, 2 * MM);
      const isLong = height > LONG_LINE;
      this.room(isLong ? 4 * rows[0]!.height : height, head);
      pages.y += 0.9 * MM;
      for (const row of rows) {
        if (isLong) this.room(row.height, head);
        this.drawRow(row);
        // Its amount stands in its first row.
        if (isLong) this.carried = sum;
      }
      pages.y += 0.9 * MM;
      this.rule(0.3, { colour: '#ccc' });
      this.carried = sum;
    }
    pages.y += 6 * MM;
  }

  private drawRow({ height, draw }: Row): void {
    draw(this.pages.y);
    this.pages.y += height;
  }

  /** The cells of a line of the document, row by row. */
  private cellRows(texts: readonly string[], style: TextStyle, line?: PaperLine): Row[] {
    let next = LEFT;
    const cells = texts.map((text, i) => {
      const x = next;
      next += COLUMNS[i]!;
      const indent = i === 0 && line?.kind === 'modifier' ? 4 * MM : 0;
      const width = cellWidth(i, line) - indent;
      // Free text of a print line may be wider than an amount: it grows to the left.
      const box = { x: i === 4 ? LEFT + WIDTH - width : x + indent, width };
      const own: TextStyle = {
        ...(i === 0 ? style : fittingStyle(this.pdf, text, width, style)),
        align: i === 0 ? 'left' : 'right',
      };
      return { lines: breakText(this.pdf, text, width, own), box, style: own };
    });
    return rowsOf(this.pdf, cells, lineHeight(style));
  }

  private noteRows(note: string | undefined): Row[] {
    if (note === undefined) return [];
    const box = { x: LEFT + 3 * MM, width: COLUMNS[0]! };
    const lines = breakText(this.pdf, note, box.width, LABEL);
    return rowsOf(this.pdf, [{ lines, box, style: LABEL }], lineHeight(LABEL));
  }

  private rule(thickness: number, { colour = '#000', x = LEFT, width = WIDTH, y = this.pages.y } = {}): void {
    this.pdf
      .moveTo(x, y)
      .lineTo(x + width, y)
      .lineWidth(thickness)
      .stroke(colour);
  }

  private sums(): void {
    const { pages } = this;
    const { payments, taxes } = this.paper;
    const width = 76 * MM;
    const beside = WIDTH - width - 10 * MM;
    const isWide = taxes.length > 0 && taxTableWidth(this.pdf, this.paper) > beside;
    const taxRows = taxTable(this.pdf, this.paper, LEFT, isWide ? WIDTH : beside);
    const taxesHeight = taxRows.reduce((sum, { height }) => sum + height, 0);
    const sumsHeight = lineHeight({ size: 13 }) + 5 * MM + payments.length * lineHeight(PLAIN);
    this.room(Math.min(Math.max(taxesHeight, sumsHeight), 120 * MM));
    this.carried = null;
    const table = () => {
      for (const row of taxRows) {
        pages.room(row.height);
        this.drawRow(row);
      }
    };
    const totals = () => this.totals(LEFT + WIDTH - width, width);
    if (isWide) {
      totals();
      pages.y += 5 * MM;
      table();
    } else pages.beside(table, totals);
    pages.y += 8 * MM;
  }

  private totals(x: number, width: number): void {
    const { pages } = this;
    const { total, payments, words, currency, largeHeadings } = this.paper;
    if (total !== null) {
      const style = largeHeadings ? STRONG : ({ size: 13, font: 'strong' } as const);
      this.rule(0.9, { x, width });
      pages.y += 1.5 * MM;
      this.pair(`${words.total} ${currency}`, total, { x, width }, style);
      pages.y += 1.5 * MM;
      this.rule(0.9, { x, width });
      pages.y += 1.5 * MM;
    }
    for (const { label, value } of payments) this.pair(label, value, { x, width }, PLAIN);
  }

  /** A label and what stands at the right of it, or below it where there is no room beside. */
  private pair(
    label: string,
    value: string,
    { x, width }: { x: number; width: number },
    style: TextStyle,
  ): void {
    const own: TextStyle = { ...fittingStyle(this.pdf, value, width, style), align: 'right' };
    const values = breakText(this.pdf, value, width, own);
    const valueWidth = Math.max(...values.map((line) => this.pdf.widthOfString(line)));
    const room = width - Math.max(valueWidth, VALUE) - 2 * MM;
    const isBeside = values.length === 1 && room >= width * LEAST_LABEL;
    const box = { x, width: isBeside ? room : width };
    const labels = { lines: breakText(this.pdf, label, box.width, style), box, style };
    const valued = { lines: values, box: { x, width }, style: own };
    const height = lineHeight(style);
    const rows = isBeside
      ? rowsOf(this.pdf, [labels, valued], height)
      : [labels, valued].flatMap((part) => rowsOf(this.pdf, [part], height));
    for (const row of rows) {
      this.pages.room(row.height);
      this.drawRow(row);
    }
  }

  /** Tags, the code directly below them, and what stands directly below that, on one page. */
  private legal(): void {
    const { pages, pdf } = this;
    const { tags, qr, below = [] } = this.paper;
    const style: TextStyle = { ...SMALL, align: 'centre' };
    const linesOf = (texts: readonly string[]) => texts.flatMap((text) => breakText(pdf, text, WIDTH, style));
    const lines = linesOf(tags.map(printedTag));
    const belowLines = linesOf(below);
    const code = qr === null ? null : drawnCode({ ...this.paper, qr }, PAPERS.a4.printable);
    const codeHeight = (code?.height ?? 0) + belowLines.length * lineHeight(style);
    const write = (line: string) => {
      pages.y = writeLines(pdf, [line], { x: LEFT, y: pages.y, width: WIDTH }, style);
    };
    pages.room(lines.length * lineHeight(style) + codeHeight);
    for (const [i, line] of lines.entries()) {
      // The last ones stay with the code.
      const isNearCode = i === Math.max(0, lines.length - NEAR_CODE);
      pages.room((isNearCode ? lines.length - i : 1) * lineHeight(style) + (isNearCode ? codeHeight : 0));
      write(line);
    }
    if (code) {
      code.draw(pdf, (PAGE.width - code.width) / 2, pages.y);
      pages.y += code.height;
    }
    for (const line of belowLines) {
      pages.room(lineHeight(style));
      write(line);
    }
    pages.y += 2 * MM;
  }

  /**
   * Document, and on documents of several pages the marks, so that no page
   * passes for one of an original, and what stands above the QR code: a law may
   * want it on every page.
   */
  private footLines(isOneOfMany: boolean): string[] {
    const { title, number, marks, tags, qr, codeFirst } = this.paper;
    const code = qr !== null && isOneOfMany && !codeFirst ? tags.at(-1) : undefined;
    const head = [title, number].filter(Boolean).join(' ');
    const left = [head, ...(isOneOfMany ? marks : []), code && printedTag(code)].filter(Boolean).join(' · ');
    const lines = breakText(this.pdf, left, WIDTH - 30 * MM, LABEL);
    // All of it stands on the document already.
    return lines.length > MOST_FOOT ? [...lines.slice(0, MOST_FOOT - 1), '…'] : lines;
  }

  private pageFeet(): void {
    const { count } = this.pdf.bufferedPageRange();
    const lines = this.footLines(count > 1);
    for (let i = 0; i < count; i++) {
      this.pdf.switchToPage(i);
      const y = PAGE.height - 14 * MM - footRise(lines);
      writeLines(this.pdf, lines, { x: LEFT, y, width: WIDTH - 30 * MM }, LABEL);
      const page = `${this.paper.words.page} ${i + 1}/${count}`;
      writeLines(this.pdf, [page], { x: LEFT, y, width: WIDTH }, { ...LABEL, align: 'right' });
    }
  }
}

/** How much higher the foot of a page begins than one of few lines. */
function footRise(lines: readonly string[]): number {
  return Math.max(0, lines.length - USUAL_FOOT) * lineHeight(LABEL);
}

function cellsOf(line: PaperLine): string[] {
  if (line.kind === 'text') return [line.text, '', '', '', line.amount ?? ''];
  return [line.text, line.quantity ?? '', line.price ?? '', line.taxGroup ?? '', line.amount ?? ''];
}

function cellWidth(column: number, line?: PaperLine): number {
  if (line?.kind !== 'text') return COLUMNS[column]! - (column === 0 ? 2 * MM : 0);
  return column === 0 ? (line.amount === undefined ? WIDTH : WIDTH * 0.6) : WIDTH * 0.35;
}
