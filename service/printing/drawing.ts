/** What is printed, drawn for the printer of a register: as ESC/POS, or as a PDF file. */
import type { PrinterModel } from '../devices/receipt-printer/models.ts';
import { PrinterLetters } from '../render/code-page.ts';
import { renderEscPos } from '../render/escpos-receipt.ts';
import { writeCommands, type Command } from '../render/escpos.ts';
import { fileName } from '../render/file-name.ts';
import { renderPdf, renderTextPdf } from '../render/pdf.ts';
import type { Paper } from '../wire.ts';
import type { Document } from './print-queue.ts';
import { testLines, testPage } from './test-page.ts';

/** What drawing has to know of a printer. */
export interface Drawing {
  model: PrinterModel;
  paper: '58' | '80';
}

/** Lines of a posted text. */
const MOST_LINES = 10_000;

/** @param isCopy it is called so as a file, too */
export async function drawReceipt(
  sheet: Paper,
  isCopy: boolean,
  { model, paper }: Drawing,
): Promise<Document> {
  const name = `${fileName(sheet)}${isCopy ? '-copy' : ''}`;
  const bytes = model.makes === 'pdf' ? await renderPdf(sheet, paper) : renderEscPos(sheet, paper, model);
  return { bytes, name };
}

/** @param rn name of the register @param now ms since 1970 */
export async function drawTest(rn: string, { model, paper }: Drawing, now: number): Promise<Document> {
  const bytes =
    model.makes === 'pdf'
      ? await renderTextPdf(testLines(paper, rn), paper, new Date(now))
      : testPage(paper, rn, model);
  return { bytes, name: 'test' };
}

/** A posted text. Control characters are not passed on: a text opens no drawer. @param now ms since 1970 */
export async function drawText(text: string, { model, paper }: Drawing, now: number): Promise<Document> {
  const lines = text
    .replace(/(?:\r\n|[\r\n])$/, '')
    .split(/\r\n|[\r\n]/)
    .slice(0, MOST_LINES);
  const bytes =
    model.makes === 'pdf' ? await renderTextPdf(lines, paper, new Date(now)) : textBytes(lines, model);
  return { bytes, name: 'text' };
}

function textBytes(lines: readonly string[], model: PrinterModel): Uint8Array {
  const letters = new PrinterLetters(model.codePages);
  const commands = lines.flatMap((line): Command[] => [
    { do: 'text', text: letters.printable(line) },
    { do: 'newline' },
  ]);
  return writeCommands(
    [{ do: 'initialise' }, { do: 'codePage' }, ...commands, { do: 'newline' }, { do: 'cut' }],
    model,
  );
}
