/** A receipt as a PDF file. */
import type { Paper } from '../wire.ts';
import { registerFonts, type Pdf } from './fonts.ts';
import { PAPERS, type PaperKind } from './papers.ts';
import { embedInvoice, type EmbeddedInvoice } from './pdf-embedded.ts';
import { drawInvoice } from './pdf-invoice.ts';
import { drawRoll } from './pdf-roll.ts';

/**
 * Renders a receipt; the same receipt always gives the same bytes.
 * @param invoice is put into the file, which is one of PDF/A-3b then
 */
export async function renderPdf(paper: Paper, kind: PaperKind, invoice?: EmbeddedInvoice): Promise<Buffer> {
  // Takes some 60 ms and 30 MB, which a service that never prints PDF does not need.
  const { default: PDFDocument } = await import('pdfkit');
  const title = [paper.title, paper.number].filter(Boolean).join(' ');
  const author = paper.seller[0] ?? '';
  const date = documentDate(paper.date);
  // Its metadata take title and author as they are, and would be no XML for some: embedInvoice writes them.
  const named = invoice ? {} : { Title: title, Author: author };
  return new Promise((resolve, reject) => {
    const pdf: Pdf = new PDFDocument({
      autoFirstPage: false,
      bufferPages: true,
      margin: 0,
      lang: paper.language,
      displayTitle: true,
      info: { ...named, Creator: 'Tillmark', Producer: 'Tillmark', CreationDate: date },
      ...(invoice && { subset: 'PDF/A-3b', pdfVersion: '1.7' }),
    });
    const chunks: Buffer[] = [];
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
    try {
      registerFonts(pdf);
      if (invoice) embedInvoice(pdf, invoice, { title, author, date });
      if (kind === 'a4') drawInvoice(pdf, paper);
      else drawRoll(pdf, paper, PAPERS[kind]);
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
