/** A receipt as a PDF file. */
import type { Sheet } from '../receipt/sheet.ts';
import type { Paper } from '../wire.ts';
import { registerFonts, type Pdf } from './fonts.ts';
import { PAPERS, type PaperKind } from './papers.ts';
import { embedInvoice, type EmbeddedInvoice } from './pdf-embedded.ts';
import { drawInvoice } from './pdf-invoice.ts';
import { drawRoll } from './pdf-roll.ts';
import { drawSheet } from './pdf-sheet.ts';
import { drawText } from './pdf-text.ts';

/** What a file says of itself. */
interface About {
  title: string;
  author: string;
  /** ISO 639 code. */
  language?: string;
  date: Date;
  /** PDF/A-3b. */
  isArchive?: boolean;
}

/**
 * Renders a receipt; the same receipt always gives the same bytes.
 * @param invoice is put into the file, which is one of PDF/A-3b then
 */
export async function renderPdf(paper: Paper, kind: PaperKind, invoice?: EmbeddedInvoice): Promise<Buffer> {
  const title = [paper.title, paper.number].filter(Boolean).join(' ');
  const author = paper.seller[0] ?? '';
  const date = documentDate(paper.date);
  return document(
    { title, author, language: paper.language, date, isArchive: invoice !== undefined },
    (pdf) => {
      if (invoice) embedInvoice(pdf, invoice, { title, author, date });
      if (kind === 'a4') drawInvoice(pdf, paper);
      else drawRoll(pdf, paper, PAPERS[kind]);
    },
  );
}

/** Lines of text on a roll. */
export function renderTextPdf(
  lines: readonly string[],
  kind: Exclude<PaperKind, 'a4'>,
  date: Date,
): Promise<Buffer> {
  return document({ title: lines[0] ?? '', author: '', date }, (pdf) => drawText(pdf, lines, PAPERS[kind]));
}

/** A sheet of facts on A4; the same sheet always gives the same bytes. */
export function renderSheet(sheet: Sheet): Promise<Buffer> {
  const { title, language, date } = sheet;
  return document({ title, author: '', language, date: documentDate(date) }, (pdf) => drawSheet(pdf, sheet));
}

async function document(
  { title, author, language, date, isArchive = false }: About,
  draw: (pdf: Pdf) => void,
): Promise<Buffer> {
  // Takes some 60 ms and 30 MB, which a service that never prints PDF does not need.
  const { default: PDFDocument } = await import('pdfkit');
  // The metadata of an archive take title and author as they are, and would be no XML for some: embedInvoice writes them.
  const named = isArchive ? {} : { Title: title, Author: author };
  return new Promise((resolve, reject) => {
    const pdf: Pdf = new PDFDocument({
      autoFirstPage: false,
      bufferPages: true,
      margin: 0,
      ...(language !== undefined && { lang: language }),
      displayTitle: true,
      info: { ...named, Creator: 'Tillmark', Producer: 'Tillmark', CreationDate: date },
      ...(isArchive && { subset: 'PDF/A-3b', pdfVersion: '1.7' }),
    });
    const chunks: Buffer[] = [];
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
    try {
      registerFonts(pdf);
      draw(pdf);
      pdf.end();
    } catch (error) {
      reject(error instanceof Error ? error : new Error(String(error)));
    }
  });
}

/** The date of the document instead of the one of the file, which nobody needs. */
function documentDate(date: string): Date {
  const read = new Date(`${date.slice(0, 19)}Z`);
  return Number.isNaN(read.getTime()) ? new Date(0) : read;
}
