/** A receipt as a web page that stands alone. */
import type { Paper } from '../wire.ts';
import { printedTag } from './blocks.ts';
import { PAPERS, type PaperKind } from './papers.ts';
import { barcodeSvg } from './barcode.ts';
import { qrSvg, qrSymbol } from './qr.ts';
import type { Templates } from './templates.ts';

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

/** Renders by template; `folder` may hold the register's own ones, which may want the amounts as in the record (`raw`). */
export function renderHtml(
  printed: Paper,
  kind: PaperKind,
  templates: Templates,
  folder: string | null,
  raw = () => printed,
): Promise<string> {
  const { template, printable } = PAPERS[kind];
  const data: Omit<TemplateData, 'paper'> = {
    printed,
    date: printed.dateText,
    tags: printed.tags.map(printedTag),
    qr: codeSvg(printed, printable),
  };
  return templates.render(template, folder, data, (): Pick<TemplateData, 'paper'> => ({ paper: raw() }));
}

function codeSvg({ qr, leastQrVersion = 1, barcode }: Paper, printable: number): string {
  if (qr === null) return '';
  return barcode ? barcodeSvg(barcode, printable) : qrSvg(qrSymbol(qr, leastQrVersion), printable);
}
