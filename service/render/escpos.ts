/** ESC/POS: the commands a receipt needs, and their bytes. */
import { PrinterLetters, type CodePageNumbers } from './code-page.ts';

/** How much fits on a line. */
export interface LineWidth {
  columns: number;
  dots: number;
}

/** What a receipt needs to know of its printer. */
export interface EscPosPrinter {
  /** What a line holds of font A, and the dots that can be printed, by the width of the paper in mm. */
  widths: Readonly<Record<'58' | '80', LineWidth>>;
  codePages: CodePageNumbers;
  /** It draws QR codes itself. */
  hasQr: boolean;
  hasCutter: boolean;
  /** It takes letters for halves of ideograms until it is told otherwise. */
  startsInTwoBytes: boolean;
}

/** A command to a receipt printer. */
export type Command =
  /** Forget whatever was set before. */
  | { do: 'initialise' }
  /** The first code page with the characters of the USA, so that `#`, `$` and brackets stay what they are. */
  | { do: 'codePage' }
  | { do: 'align'; to: 'left' | 'centre' }
  | { do: 'bold'; on: boolean }
  | { do: 'invert'; on: boolean }
  /** Multiples of the character size. */
  | { do: 'size'; width: 1 | 2; height: 1 | 2 }
  /** Text without line break, as `printable` gives it. */
  | { do: 'text'; text: string }
  /** Prints the line. */
  | { do: 'newline' }
  /** Feeds paper by dots. */
  | { do: 'feed'; dots: number }
  /** QR code drawn by the printer: model 2, level M, module size in dots. */
  | { do: 'qr'; text: string; module: number }
  /** Picture, `rows[y][x]` true where it is black. */
  | { do: 'raster'; rows: readonly (readonly boolean[])[] }
  /** Feeds to the knife and leaves a thin bridge of paper. */
  | { do: 'cut' };

const ESC = 0x1b;
const GS = 0x1d;
const FS = 0x1c;
/** Printers with little memory take a picture in pieces of so many lines. */
const BAND = 64;
/** From the head to where paper is torn off, dots. */
const TO_TEAR = 160;

/** Writes commands as bytes to send to a printer. */
export function writeCommands(commands: readonly Command[], printer: EscPosPrinter): Buffer {
  const letters = new PrinterLetters(printer.codePages);
  let page = letters.first;
  const textBytes = (text: string) =>
    letters.runs(text, page).flatMap((run) => {
      const change = run.page === page ? [] : [Uint8Array.of(ESC, 0x74, run.page)];
      page = run.page;
      return [...change, run.bytes];
    });
  return Buffer.concat(
    commands.flatMap((command): Uint8Array[] => {
      if (command.do === 'text') return textBytes(command.text);
      if (command.do === 'codePage') page = letters.first;
      return [bytesOf(command, printer, letters.first)];
    }),
  );
}

function bytesOf(
  command: Exclude<Command, { do: 'text' }>,
  { hasCutter, startsInTwoBytes }: EscPosPrinter,
  firstPage: number,
): Uint8Array {
  switch (command.do) {
    case 'initialise':
      return Uint8Array.of(ESC, 0x40, ...(startsInTwoBytes ? [FS, 0x2e] : []));
    case 'codePage':
      return Uint8Array.of(ESC, 0x52, 0, ESC, 0x74, firstPage);
    case 'align':
      return Uint8Array.of(ESC, 0x61, command.to === 'centre' ? 1 : 0);
    case 'bold':
      return Uint8Array.of(ESC, 0x45, Number(command.on));
    case 'invert':
      return Uint8Array.of(GS, 0x42, Number(command.on));
    case 'size':
      return Uint8Array.of(GS, 0x21, ((command.width - 1) << 4) | (command.height - 1));
    case 'newline':
      return Uint8Array.of(0x0a);
    case 'feed':
      return Uint8Array.of(ESC, 0x4a, command.dots);
    case 'qr':
      return qrBytes(command.text, command.module);
    case 'raster':
      return rasterBytes(command.rows);
    case 'cut':
      return hasCutter ? Uint8Array.of(GS, 0x56, 66, 0) : Uint8Array.of(ESC, 0x4a, TO_TEAR);
  }
}

/** GS ( k: model, module size, level, store the data, print it. */
function qrBytes(text: string, module: number): Uint8Array {
  const data = Buffer.from(text, 'utf8');
  return Buffer.concat([
    qrFunction(0x41, [0x32, 0]),
    qrFunction(0x43, [module]),
    qrFunction(0x45, [0x31]),
    qrFunction(0x50, [0x30, ...data]),
    qrFunction(0x51, [0x30]),
  ]);
}

function qrFunction(number: number, parameters: readonly number[]): Uint8Array {
  const length = parameters.length + 2;
  return Uint8Array.of(GS, 0x28, 0x6b, length & 0xff, length >> 8, 0x31, number, ...parameters);
}

/** GS v 0 for each band: one bit per dot, rows padded to whole bytes. */
function rasterBytes(rows: readonly (readonly boolean[])[]): Uint8Array {
  const bands = Array.from({ length: Math.ceil(rows.length / BAND) }, (_, i) =>
    rows.slice(i * BAND, (i + 1) * BAND),
  );
  return Buffer.concat(bands.map(bandBytes));
}

function bandBytes(rows: readonly (readonly boolean[])[]): Uint8Array {
  const width = Math.ceil((rows[0]?.length ?? 0) / 8);
  const picture = new Uint8Array(width * rows.length);
  rows.forEach((row, y) =>
    row.forEach((black, x) => {
      if (black) picture[y * width + (x >> 3)]! |= 0x80 >> (x & 7);
    }),
  );
  const size = [width & 0xff, width >> 8, rows.length & 0xff, rows.length >> 8];
  return Buffer.concat([Uint8Array.of(GS, 0x76, 0x30, 0, ...size), picture]);
}
