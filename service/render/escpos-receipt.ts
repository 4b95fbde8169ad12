/** A receipt as commands for a receipt printer. */
import type { Paper, PaperBarcode } from '../wire.ts';
import { barcodeInDots } from './barcode.ts';
import { blocksOf, type Block } from './blocks.ts';
import { PrinterLetters } from './code-page.ts';
import { layOut, type ColumnLine } from './columns.ts';
import { dithered } from './dither.ts';
import { drawLine } from './drawn-letters.ts';
import { writeCommands, type Command, type EscPosPrinter, type LineWidth } from './escpos.ts';
import type { PaperKind } from './papers.ts';
import type { GreyPicture } from './png-read.ts';
import { naturalVersion, qrSymbol, scaled } from './qr.ts';
import { LINE_BREAK } from './wrap.ts';

/** At 203 dpi: 30 mm, the least side of a QR code, and 2.5 mm around it. */
const LEAST_QR_DOTS = 240;
const QUIET_DOTS = 20;
const LEAST_MODULE_DOTS = 3;
/** Lines that are drawn, 2 m of paper: drawing takes its time, and nobody else is served meanwhile. */
const MOST_DRAWN = 500;
/** Highest logo: 30 mm. */
const MOST_LOGO_DOTS = 240;
/** Between lines of text, as printers have it after switching on: 30 dots from line to line. */
const LINE_GAP = 6;

type TextLine = Extract<ColumnLine, { text: string }>;

/**
 * Bytes that this printer turns into the receipt; each printed line ends with a line feed.
 * @param logo above it
 */
export function renderEscPos(
  paper: Paper,
  kind: Exclude<PaperKind, 'a4'>,
  printer: EscPosPrinter,
  logo: GreyPicture | null = null,
): Buffer {
  const width = printer.widths[kind];
  const { letters, lines } = drawnWithin(
    printer,
    // Texts become what the printer can print before they are measured.
    (letters) =>
      layOut(
        blocksOf(paper).map((block) => printableBlock(block, letters)),
        width.columns,
        true,
      ),
    (line) => ('text' in line ? line.text : ''),
  );
  return writeCommands(
    [
      { do: 'initialise' },
      { do: 'codePage' },
      ...logoCommands(logo, width.dots),
      ...lines.flatMap((line) =>
        'text' in line ? lineCommands(line, width, letters) : codeCommands(line, width.dots, printer.hasQr),
      ),
      { do: 'newline' },
      { do: 'cut' },
    ],
    printer,
  );
}

function printableBlock(block: Block, letters: PrinterLetters): Block {
  const printable = (text: string) => letters.printable(text);
  const printableLines = (text: string) => text.split(LINE_BREAK).map(printable).join('\n');
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
function lineCommands(line: TextLine, width: LineWidth, letters: PrinterLetters): Command[] {
  if (letters.needsDrawing(line.text)) return drawnCommands(line, width);
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
 * Lines with the letters that a printer has and those that are drawn; where that would be too many lines,
 * with plain letters in their place.
 */
export function drawnWithin<T>(
  { codePages }: Pick<EscPosPrinter, 'codePages'>,
  linesWith: (letters: PrinterLetters) => T[],
  textOf: (line: T) => string,
): { letters: PrinterLetters; lines: T[] } {
  const letters = new PrinterLetters(codePages);
  const lines = linesWith(letters);
  const drawn = lines.filter((line) => letters.needsDrawing(textOf(line))).length;
  if (drawn <= MOST_DRAWN) return { letters, lines };
  const plain = new PrinterLetters(codePages, false);
  return { letters: plain, lines: linesWith(plain) };
}

/** In the middle by blank dots, wherever pictures are aligned. */
export function logoCommands(logo: GreyPicture | null, dots: number): Command[] {
  if (!logo) return [];
  const rows = dithered(logo, dots, MOST_LOGO_DOTS);
  const blank = Array.from({ length: (dots - rows[0]!.length) >> 1 }, () => false);
  return [
    { do: 'raster', rows: rows.map((row) => [...blank, ...row]) },
    { do: 'feed', dots: QUIET_DOTS },
  ];
}

/** A line of which the printer lacks letters, as a picture of the whole of it: at the height of the others, wherever pictures are aligned. */
function drawnCommands(
  { text, centred, strong, mark, large }: TextLine,
  { columns, dots }: LineWidth,
): Command[] {
  const cell = Math.floor(dots / columns);
  const width = large === 'double' ? 2 : 1;
  const spare = dots - Array.from(text).length * cell * width;
  const style = { cell, strong, inverted: mark, width, height: large === 'no' ? 1 : 2 } as const;
  return [
    {
      do: 'raster',
      // Drawn when it is written: a thousand of them at a time would fill the memory.
      get rows() {
        return drawLine(text, { ...style, from: centred ? Math.max(0, spare >> 1) : 0 });
      },
    },
    { do: 'feed', dots: LINE_GAP },
  ];
}

/** A line of a text that stands alone, for a printer that may lack letters. @param text as `printable` gives it */
export function plainLine(text: string, width: LineWidth, letters: PrinterLetters): Command[] {
  const plain = { centred: false, strong: false, large: 'no', mark: false } as const;
  return lineCommands({ text, ...plain }, width, letters);
}

/**
 * Printers choose the version of a QR code themselves and take the smallest one.
 * Where the law wants a larger one, or they draw none, the code is sent as a picture.
 */
function qrCommand(text: string, leastVersion: number, dots: number, hasQr: boolean): Command {
  const symbol = qrSymbol(text, leastVersion);
  const module = moduleDots(symbol.size, dots);
  return hasQr && naturalVersion(text) >= leastVersion
    ? { do: 'qr', text, module }
    : { do: 'raster', rows: scaled(symbol.rows, module) };
}

/** Bar codes are sent as pictures: printers draw neither PDF417 nor the parts of Code 128 alike. */
function barcodeCommand(barcode: PaperBarcode, dots: number): Command {
  const { rows, module } = barcodeInDots(barcode, dots);
  return { do: 'raster', rows: scaled(rows, module) };
}

function codeCommands(
  { qr, leastVersion, barcode }: Exclude<ColumnLine, TextLine>,
  dots: number,
  hasQr: boolean,
): Command[] {
  return [
    { do: 'align', to: 'centre' },
    { do: 'feed', dots: QUIET_DOTS },
    barcode ? barcodeCommand(barcode, dots) : qrCommand(qr, leastVersion, dots, hasQr),
    { do: 'feed', dots: QUIET_DOTS },
    { do: 'align', to: 'left' },
  ];
}

function moduleDots(size: number, dots: number): number {
  const widest = Math.floor((dots - 2 * QUIET_DOTS) / size);
  return Math.max(1, Math.min(widest, Math.max(LEAST_MODULE_DOTS, Math.ceil(LEAST_QR_DOTS / size))));
}
