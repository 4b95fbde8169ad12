/** Pages of a document that is written from top to bottom, each begun where the one before is full. */
import type { Pdf } from './fonts.ts';
import { breakText, lineHeight, writeLines, type TextStyle } from './pdf-draw.ts';

/** Pages of one size: what can be written on each lies between `top` and `bottom`. */
export interface PageMeasures {
  width: number;
  height: number;
  top: number;
  bottom: number;
}

/** Where something is written: a page, and how far down on it. */
interface Place {
  page: number;
  y: number;
}

/** A pen that goes on on the next page. */
export class Pages {
  /** Where the next thing is written. */
  y: number;
  readonly measures: PageMeasures;
  private readonly pdf: Pdf;
  private at = -1;

  constructor(pdf: Pdf, measures: PageMeasures) {
    this.pdf = pdf;
    this.measures = measures;
    this.y = measures.top;
    this.turn();
  }

  /** To the head of the next page, which may be begun already by what stands beside. */
  turn(): void {
    const { width, height, top } = this.measures;
    this.at++;
    if (this.at < this.pdf.bufferedPageRange().count) this.pdf.switchToPage(this.at);
    else this.pdf.addPage({ size: [width, height], margin: 0 });
    this.y = top;
  }

  /** Turns the page when this height does not fit any more. */
  room(height: number): void {
    const { top, bottom } = this.measures;
    if (this.y + height > bottom && this.y > top) this.turn();
  }

  /** Writes a text downwards, over as many pages as it takes. */
  write(text: string, x: number, width: number, style: TextStyle): void {
    for (const line of breakText(this.pdf, text, width, style)) {
      this.room(lineHeight(style));
      this.y = writeLines(this.pdf, [line], { x, y: this.y, width }, style);
    }
  }

  /** Writes columns that begin beside each other, each over as many pages as it takes, and goes on below all of them. */
  beside(...columns: (() => void)[]): void {
    const start: Place = { page: this.at, y: this.y };
    let end = start;
    for (const column of columns) {
      this.to(start);
      column();
      const { at: page, y } = this;
      if (page > end.page || (page === end.page && y > end.y)) end = { page, y };
    }
    this.to(end);
  }

  private to({ page, y }: Place): void {
    if (page !== this.at) this.pdf.switchToPage(page);
    this.at = page;
    this.y = y;
  }
}
