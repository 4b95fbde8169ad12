/** A receipt as commands for a receipt printer. */
import type { Paper } from '../wire.ts';
import { blocksOf, type Block } from './blocks.ts';
import { PrinterLetters } from './code-page.ts';
import { layOut, type ColumnLine } from './columns.ts';
import { writeCommands, type Command, type EscPosPrinter } from './escpos.ts';
import { PAPERS, type PaperKind } from './papers.ts';
import { naturalVersion, qrSymbol, scaled } from './qr.ts';

/** At 203 dpi: 30 mm, the least side of a QR code, and 2.5 mm around it. */
const LEAST_QR_DOTS = 240;
const QUIET_DOTS = 20;
const LEAST_MODULE_DOTS = 3;

/** Bytes that this printer turns into the receipt; each printed line ends with a line feed. */
export function renderEscPos(paper: Paper, kind: Exclude<PaperKind, 'a4'>, printer: EscPosPrinter): Buffer {
  const { columns, dots } = PAPERS[kind];
  const letters = new PrinterLetters(printer.codePages);
  // Texts become what the printer can print before they are measured.
  const blocks = blocksOf(paper).map((block) => printableBlock(block, letters));
  return writeCommands(
    [
      { do: 'initialise' },
      { do: 'codePage' },
      ...layOut(blocks, columns, true).flatMap((line) => lineCommands(line, dots!, printer.hasQr)),
      { do: 'newline' },
      { do: 'cut' },
    ],
    printer,
  );
}

function printableBlock(block: Block, letters: PrinterLetters): Block {
  const printable = (text: string) => letters.printable(text);
  const printableLines = (text: string) =>
    text
      .split(/\r\n|[\r\n\u2028\u2029]/)
      .map(printable)
      .join('\n');
  switch (block.kind) {
    case 'line':
    case 'mark':
      return { ...block, text: printableLines(block.text) };
    case 'row':
      return {
        ...block,
        left: printableLines(block.left),
        right: printable(block.right),
        ...(block.middle !== undefined && { middle: printable(block.middle) }),
      };
    case 'table':
      return {
        ...block,
        head: block.head.map(printable),
        rows: block.rows.map((cells) => cells.map(printable)),
      };
    default:
      return block;
  }
}

/** Styles are set where they differ from plain and taken back behind the line, so that no line depends on another. */
function lineCommands(line: ColumnLine, dots: number, hasQr: boolean): Command[] {
  if (!('text' in line)) return qrCommands(line.qr, line.leastVersion, dots, hasQr);
  const on: Command[] = [];
  const off: Command[] = [];
  if (line.centred) {
    on.push({ do: 'align', to: 'centre' });
    off.push({ do: 'align', to: 'left' });
  }
  if (line.strong) {
    on.push({ do: 'bold', on: true });
    off.push({ do: 'bold', on: false });
  }
  if (line.mark) {
    on.push({ do: 'invert', on: true });
    off.push({ do: 'invert', on: false });
  }
  if (line.large !== 'no') {
    on.push({ do: 'size', width: line.large === 'double' ? 2 : 1, height: 2 });
    off.push({ do: 'size', width: 1, height: 1 });
  }
  const text: Command[] = line.text === '' ? [] : [{ do: 'text', text: line.text }];
  return [...on, ...text, { do: 'newline' }, ...off];
}

/**
 * Printers choose the version of a QR code themselves and take the smallest one.
 * Where the law wants a larger one, or they draw none, the code is sent as a picture.
 */
function qrCommands(text: string, leastVersion: number, dots: number, hasQr: boolean): Command[] {
  const symbol = qrSymbol(text, leastVersion);
  const module = moduleDots(symbol.size, dots);
  const code: Command =
    hasQr && naturalVersion(text) >= leastVersion
      ? { do: 'qr', text, module }
      : { do: 'raster', rows: scaled(symbol.rows, module) };
  return [
    { do: 'align', to: 'centre' },
    { do: 'feed', dots: QUIET_DOTS },
    code,
    { do: 'feed', dots: QUIET_DOTS },
    { do: 'align', to: 'left' },
  ];
}

function moduleDots(size: number, dots: number): number {
  const widest = Math.floor((dots - 2 * QUIET_DOTS) / size);
  return Math.max(1, Math.min(widest, Math.max(LEAST_MODULE_DOTS, Math.ceil(LEAST_QR_DOTS / size))));
}
