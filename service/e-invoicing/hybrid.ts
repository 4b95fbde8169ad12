/** PDF files with an invoice inside: Factur-X 1.0 / ZUGFeRD 2, profile EN 16931. */
import type { Cfg } from '../receipt/cfg.ts';
import type { JournalRecord } from '../receipt/tra.ts';
import type { Sheet } from '../register/paper/paper.ts';
import { formOf } from '../render/long-forms.ts';

/** The attachment, and what the metadata tell. */
const FACTUR_X = {
  fileName: 'factur-x.xml',
  documentType: 'INVOICE',
  version: '1.0',
  level: 'EN 16931',
} as const;

/** The PDF file of a receipt with the XML of its invoice, in CII, inside; marked as a copy (EI18). */
export function pdfAround(xml: string, receipt: JournalRecord, cfg: Cfg): Promise<Buffer> {
  const paper: Sheet = { record: receipt, cfg, options: { purpose: 'copy' } };
  return formOf({ form: 'pdf', paper, kind: 'a4', invoice: { ...FACTUR_X, xml } });
}
