/** What emulated printers are like. */
import type { PrinterModel as KnownModel } from '../../devices/receipt-printer/models.ts';

/** Code pages by number of `ESC t`, as names of iconv-lite. */
export type CodePages = Readonly<Record<number, string>>;

/** Width of a roll in mm. */
export type Roll = '58' | '80';

/** What a printer is like. */
export interface PrinterModel {
  /** Printable dots. */
  dots: number;
  /** Dots of paper at each side that cannot be printed on. */
  edge: number;
  codePages: CodePages;
  /** Bytes that it keeps while it does not print; then it takes no more. */
  buffer: number;
  /** It answers questions; a print server does not. */
  answers: boolean;
  /** It knows process ids (GS ( H). */
  hasProcessId: boolean;
  /** It draws QR codes itself (GS ( k). */
  hasQr: boolean;
  /** It has a knife; else paper is torn off by hand. */
  hasCutter: boolean;
  /** It takes bytes above 7F for halves of ideograms until it is told otherwise. */
  startsInTwoBytes: boolean;
  /** Pin 3 of the plug is high while the drawer is open. */
  drawerOpenIsHigh: boolean;
}

/** Rolls at 203 dpi, 8 dots a millimetre: 48 of 58 mm and 72 of 80 mm are printed on. */
const ROLLS: Readonly<Record<Roll, { dots: number; edge: number }>> = {
  '58': { dots: 384, edge: 40 },
  '80': { dots: 576, edge: 32 },
};

/** A common printer for 80 mm, with the code pages of Epson. */
export const COMMON_MODEL: PrinterModel = {
  ...ROLLS['80'],
  codePages: {
    ...{ 0: 'cp437', 2: 'cp850', 3: 'cp860', 5: 'cp865', 13: 'cp857', 16: 'win1252', 17: 'cp866' },
    ...{ 18: 'cp852', 19: 'cp858', 39: 'iso88592', 40: 'iso885915', 45: 'win1250', 46: 'win1251' },
    ...{ 47: 'win1253', 51: 'win1257' },
  },
  buffer: 64 * 1024,
  answers: true,
  hasProcessId: true,
  hasQr: true,
  hasCutter: true,
  startsInTwoBytes: false,
  drawerOpenIsHigh: false,
};

/** A printer as the profile names it, with a roll of this width. */
export function emulatedModel(known: KnownModel, roll: Roll): PrinterModel {
  const { hasProcessId, hasQr, hasCutter, startsInTwoBytes } = known;
  const codePages = Object.fromEntries(
    Object.entries(known.codePages).map(([name, number]) => [number, name]),
  );
  return { ...COMMON_MODEL, ...ROLLS[roll], codePages, hasProcessId, hasQr, hasCutter, startsInTwoBytes };
}
