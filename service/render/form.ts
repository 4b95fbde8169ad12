/** What is made of a receipt without templates: text, commands of a printer, PDF. */
import type { Paper } from '../wire.ts';
import { renderEscPos } from './escpos-receipt.ts';
import type { EscPosPrinter } from './escpos.ts';
import type { PaperKind } from './papers.ts';
import type { EmbeddedInvoice } from './pdf-embedded.ts';
import { renderPdf } from './pdf.ts';
import type { GreyPicture } from './png-read.ts';
import { renderText } from './text.ts';

/** A receipt, and how it is wanted. */
export type Form =
  | { form: 'text'; paper: Paper; kind: PaperKind }
  | { form: 'pdf'; paper: Paper; kind: PaperKind; invoice?: EmbeddedInvoice }
  | {
      form: 'escpos';
      paper: Paper;
      kind: Exclude<PaperKind, 'a4'>;
      printer: EscPosPrinter;
      logo?: GreyPicture | null;
    };

/** Renders it, on this thread. */
export async function makeForm(form: Form): Promise<Buffer> {
  switch (form.form) {
    case 'text':
      return Buffer.from(renderText(form.paper, form.kind));
    case 'pdf':
      return renderPdf(form.paper, form.kind, form.invoice);
    case 'escpos':
      return renderEscPos(form.paper, form.kind, form.printer, form.logo);
  }
}
