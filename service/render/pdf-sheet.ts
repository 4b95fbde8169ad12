/** A sheet of facts as an A4 document. */
import type { Sheet } from '../receipt/sheet.ts';
import type { Pdf } from './fonts.ts';
import { breakText, lineHeight, MM, writeLines, type TextStyle } from './pdf-draw.ts';

const PAGE = { width: 210 * MM, height: 297 * MM };
const LEFT = 20 * MM;
const TOP = 20 * MM;
const BOTTOM = PAGE.height - 20 * MM;
const WIDTH = PAGE.width - 2 * LEFT;
/** Where values begin. */
const INDENT = 62 * MM;
const TITLE: TextStyle = { size: 16, font: 'strong' };
const HEADING: TextStyle = { size: 11, font: 'strong' };
const PLAIN: TextStyle = { size: 9.5 };
const LABEL: TextStyle = { size: 9.5, colour: '#555' };

/** Draws a sheet; the pages are made here. */
export function drawSheet(pdf: Pdf, { title, intro, sections }: Sheet): void {
  let y = BOTTOM;
  /** Makes sure that as much fits on this page; a new one else. */
  const room = (height: number) => {
    if (y + height <= BOTTOM) return;
    pdf.addPage({ size: [PAGE.width, PAGE.height], margin: 0 });
    y = TOP;
  };
  const write = (text: string, style: TextStyle) => {
    for (const line of breakText(pdf, text, WIDTH, style)) {
      room(lineHeight(style));
      y = writeLines(pdf, [line], { x: LEFT, y, width: WIDTH }, style);
    }
  };
  room(PAGE.height);
  write(title, TITLE);
  y += 2 * MM;
  write(intro, PLAIN);
  for (const { heading, facts } of sections) {
    y += 6 * MM;
    // A heading never stands alone at the end of a page.
    room(lineHeight(HEADING) + 2 * lineHeight(PLAIN));
    write(heading, HEADING);
    y += 1 * MM;
    for (const [label, value] of facts) {
      const labels = breakText(pdf, label, INDENT - 4 * MM, LABEL);
      const values = breakText(pdf, value, WIDTH - INDENT, PLAIN);
      for (let i = 0; i < Math.max(labels.length, values.length); i++) {
        room(lineHeight(PLAIN));
        const at = y;
        writeLines(pdf, [labels[i] ?? ''], { x: LEFT, y: at, width: INDENT }, LABEL);
        y = writeLines(pdf, [values[i] ?? ''], { x: LEFT + INDENT, y: at, width: WIDTH - INDENT }, PLAIN);
      }
      y += 0.8 * MM;
    }
  }
}
