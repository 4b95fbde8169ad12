/** What is printed, drawn for the printer of a register: as ESC/POS, or as a PDF file. */
import type { PrinterModel } from '../devices/receipt-printer/models.ts';
import type { PrinterLetters } from '../render/code-page.ts';
import { drawnWithin, plainLine } from '../render/escpos-receipt.ts';
import { writeCommands, type LineWidth } from '../render/escpos.ts';
import { sheetName } from '../render/file-name.ts';
import type { Sheet } from '../register/paper/paper.ts';
import { formOf } from '../render/long-forms.ts';
import { renderTextPdf } from '../render/pdf.ts';
import type { GreyPicture } from '../render/png-read.ts';
import { columnsOf } from '../render/width.ts';
import { wrap } from '../render/wrap.ts';
import type { Document } from './print-queue.ts';
import { testLines, testPage } from './test-page.ts';

/** What drawing has to know of a printer. */
export interface Drawing {
  model: PrinterModel;
  paper: '58' | '80';
  /** Picture above receipts; null for none. */
  logo: GreyPicture | null;
}

/** Lines of a posted text. */
const MOST_LINES = 10_000;

/** @param isCopy it is called so as a file, too */
export async function drawReceipt(
  sheet: Sheet,
  isCopy: boolean,
  { model, paper, logo }: Drawing,
): Promise<Document> {
  const name = `${sheetName(sheet)}${isCopy ? '-copy' : ''}`;
  const bytes = await formOf(
    model.makes === 'pdf'
      ? { form: 'pdf', paper: sheet, kind: paper }
      : { form: 'escpos', paper: sheet, kind: paper, printer: model, logo },
  );
  return { bytes, name };
}

/** @param rn name of the register @param now ms since 1970 */
export async function drawTest(rn: string, { model, paper, logo }: Drawing, now: number): Promise<Document> {
  const bytes =
    model.makes === 'pdf'
      ? await renderTextPdf(testLines(model.widths[paper].columns, rn), paper, new Date(now))
      : testPage(paper, rn, model, logo);
  return { bytes, name: 'test' };
}

/** A posted text. Control characters are not passed on: a text opens no drawer. @param now ms since 1970 */
export async function drawText(
  text: string,
  { model, paper }: Omit<Drawing, 'logo'>,
  now: number,
): Promise<Document> {
  const lines = text
    .replace(/(?:\r\n|[\r\n])$/, '')
    .split(/\r\n|[\r\n]/)
    .slice(0, MOST_LINES);
  const bytes =
    model.makes === 'pdf'
      ? await formOf({ form: 'lines', lines, kind: paper, date: new Date(now) })
      : textBytes(lines, { model, paper });
  return { bytes, name: 'text' };
}

/** Printers break lines that are too long by themselves; those that are drawn are broken here. */
function wrapped(text: string, letters: PrinterLetters, { columns }: LineWidth): string[] {
  return letters.needsDrawing(text) ? wrap(text, columns, columnsOf) : [text];
}

function textBytes(lines: readonly string[], { model, paper }: Omit<Drawing, 'logo'>): Uint8Array {
  const width = model.widths[paper];
  const linesWith = (letters: PrinterLetters) =>
    lines.flatMap((line) => wrapped(letters.printable(line), letters, width)).slice(0, MOST_LINES);
  const { letters, lines: printed } = drawnWithin(model, linesWith, (text) => text);
  const commands = printed.flatMap((text) => plainLine(text, width, letters));
  return writeCommands(
    [{ do: 'initialise' }, { do: 'codePage' }, ...commands, { do: 'newline' }, { do: 'cut' }],
    model,
  );
}
