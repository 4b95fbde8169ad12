/** What is made of a receipt without templates: text, commands of a printer, PDF, and what templates read. */
import { paperOfSheet, type Sheet } from '../register/paper/paper.ts';
import type { Paper } from '../wire.ts';
import { renderEscPos } from './escpos-receipt.ts';
import type { EscPosPrinter } from './escpos.ts';
import type { PaperKind } from './papers.ts';
import { templateData } from './template-data.ts';
import type { EmbeddedInvoice } from './pdf-embedded.ts';
import { renderPdf, renderTextPdf } from './pdf.ts';
import type { GreyPicture } from './png-read.ts';
import { renderText } from './text.ts';

/** A receipt that is laid out, or what it takes to do so: that takes long for one of many positions. */
export type Printed = Paper | Sheet;

/** A receipt, or lines of a text, and how it is wanted. */
export type Form =
  | { form: 'text'; paper: Printed; kind: PaperKind }
  | { form: 'pdf'; paper: Printed; kind: PaperKind; invoice?: EmbeddedInvoice }
  /** JSON of the data of a template. */
  | { form: 'data'; paper: Printed; kind: PaperKind; raw?: Printed }
  | {
      form: 'escpos';
      paper: Printed;
      kind: Exclude<PaperKind, 'a4'>;
      printer: EscPosPrinter;
      logo?: GreyPicture | null;
    }
  /** A PDF file of a roll. */
  | { form: 'lines'; lines: readonly string[]; kind: Exclude<PaperKind, 'a4'>; date: Date };

/** Renders it, on this thread. */
export async function makeForm(form: Form): Promise<Buffer> {
  if (form.form === 'lines') return renderTextPdf(form.lines, form.kind, form.date);
  const paper = laidOut(form.paper);
  switch (form.form) {
    case 'text':
      return Buffer.from(renderText(paper, form.kind));
    case 'pdf':
      return renderPdf(paper, form.kind, form.invoice);
    case 'data':
      return Buffer.from(JSON.stringify(templateData(paper, form.kind, form.raw && laidOut(form.raw))));
    case 'escpos':
      return renderEscPos(paper, form.kind, form.printer, form.logo);
  }
}

function laidOut(printed: Printed): Paper {
  return 'record' in printed ? paperOfSheet(printed) : printed;
}
