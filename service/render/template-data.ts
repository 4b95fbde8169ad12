/** What templates read. */
import type { Paper } from '../wire.ts';
import { barcodeSvg } from './barcode.ts';
import { printedTag } from './blocks.ts';
import { PAPERS, type PaperKind } from './papers.ts';
import { qrSvg, qrSymbol } from './qr.ts';

/** What a template sees. */
export interface TemplateData {
  /** Amounts and quantities as in the record: `1234.50`. Not for built-in templates: it takes its time. */
  paper: Paper;
  /** The same as it is printed: `1.234,50` where people write so. */
  printed: Paper;
  /** Date and time as they are printed. */
  date: string;
  /** Fis.Tag as printed texts. */
  tags: string[];
  /** The code as an SVG element, empty when there is none. */
  qr: string;
}

/** See above; without `raw` for the built-in templates. */
export function templateData(
  printed: Paper,
  kind: PaperKind,
  raw?: Paper,
): Omit<TemplateData, 'paper'> & Partial<TemplateData> {
  return {
    printed,
    date: printed.dateText,
    tags: printed.tags.map(printedTag),
    qr: codeSvg(printed, PAPERS[kind].printable),
    ...(raw && { paper: raw }),
  };
}

function codeSvg({ qr, leastQrVersion = 1, barcode }: Paper, printable: number): string {
  if (qr === null) return '';
  return barcode ? barcodeSvg(barcode, printable) : qrSvg(qrSymbol(qr, leastQrVersion), printable);
}
