/** A receipt as a web page that stands alone. */
import type { Paper } from '../wire.ts';
import { leastQrVersion, printedDate, printedTag } from './blocks.ts';
import { PAPERS, type PaperKind } from './papers.ts';
import { qrSvg, qrSymbol } from './qr.ts';
import type { Templates } from './templates.ts';

/** What a template sees. */
export interface TemplateData {
  paper: Paper;
  /** Date and time as they are printed. */
  date: string;
  /** Fis.Tag as printed texts. */
  tags: string[];
  /** The QR code as an SVG element, empty when there is none. */
  qr: string;
}

/** Renders by template; `folder` may hold the register's own ones. */
export function renderHtml(
  paper: Paper,
  kind: PaperKind,
  templates: Templates,
  folder: string | null,
): Promise<string> {
  const { template, printable } = PAPERS[kind];
  const data: TemplateData = {
    paper,
    date: printedDate(paper.date),
    tags: paper.tags.map(printedTag),
    qr: paper.qr === null ? '' : qrSvg(qrSymbol(paper.qr, leastQrVersion(paper.country)), printable),
  };
  return templates.render(template, folder, data);
}
