/** A receipt as a PDF file. */
import type { Paper } from '../wire.ts';
import { registerFonts, type Pdf } from './fonts.ts';
import { PAPERS, type PaperKind } from './papers.ts';
import { drawInvoice } from './pdf-invoice.ts';
import { drawRoll } from './pdf-roll.ts';

/** Renders a receipt; the same receipt always gives the same bytes. */
export async function renderPdf(paper: Paper, kind: PaperKind): Promise<Buffer> {
  // Takes some 60 ms and 30 MB, which a service that never prints PDF does not need.
  const { default: PDFDocument } = await import('pdfkit');
  return new Promise((resolve, reject) => {
    const pdf: Pdf = new PDFDocument({
      autoFirstPage: false,
      bufferPages: true,
      margin: 0,
      lang: paper.language,
      displayTitle: true,
      info: {
        Title: [paper.title, paper.number].filter(Boolean).join(' '),
        Author: paper.seller[0] ?? '',
        Creator: 'Tillmark',
        Producer: 'Tillmark',
        CreationDate: documentDate(paper.date),
      },
    });
    const chunks: Buffer[] = [];
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
    try {
      registerFonts(pdf);
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
