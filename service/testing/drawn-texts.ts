import PDFDocument from 'pdfkit';
import { registerFonts, type Pdf } from '../render/fonts.ts';

/** A text of a PDF document, with where it stands on its page; points. */
export interface DrawnText {
  text: string;
  page: number;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** What is written on the pages of a document, in the order in which it is written. */
export function drawnTexts(draw: (pdf: Pdf) => void): {
  pages: { width: number; height: number }[];
  texts: DrawnText[];
} {
  const pdf: Pdf = new PDFDocument({ autoFirstPage: false, bufferPages: true, margin: 0 });
  registerFonts(pdf);
  const pages: { width: number; height: number }[] = [];
  const texts: DrawnText[] = [];
  let page = 0;
  pdf.on('pageAdded', () => {
    page = pages.length;
    pages.push({ width: pdf.page.width, height: pdf.page.height });
  });
  const turn = pdf.switchToPage.bind(pdf);
  pdf.switchToPage = (at: number) => turn((page = at));
  const write = pdf.text.bind(pdf) as (text: string, x: number, y: number, options: object) => Pdf;
  pdf.text = ((text: string, x: number, y: number, options: object) => {
    const [width, height] = [pdf.widthOfString(text), pdf.currentLineHeight()];
    texts.push({ text, page, x, y, width, height });
    return write(text, x, y, options);
  }) as typeof pdf.text;
  draw(pdf);
  return { pages, texts };
}
