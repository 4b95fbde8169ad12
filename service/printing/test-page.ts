/** The page that shows whether a printer is set up right: width, letters, code, knife. */
import type { PrinterModel } from '../devices/receipt-printer/models.ts';
import { PrinterLetters } from '../render/code-page.ts';
import { logoCommands, plainLine } from '../render/escpos-receipt.ts';
import { writeCommands, type Command } from '../render/escpos.ts';
import type { GreyPicture } from '../render/png-read.ts';
import { qrSymbol, scaled } from '../render/qr.ts';

/** Letters of the languages that receipts are printed in, no line longer than narrow paper. */
const LETTERS = [
  'ÄÖÜäöüß €  ÅÆØåæø',
  'ÁÀÂÃÇÉÊÍÓÔÕÚ áàâãçéêíóôõú',
  'ÑñÌìÒòÙù ËëÏïÎîÛûŒœ',
  'ČĆĐŠŽ čćđšž',
  'ĎĚŇŘŤŮ ďěňřťů ĹĽŔ ĺľŕ',
  'ĄĘŁŃŚŹŻ ąęłńśźż ŐŰ őű',
  'ĀČĒĢĪĶĻŅŠŪŽ āčēģīķļņšūž',
  'ĄČĘĖĮŠŲŪŽ ąčęėįšųūž ÕõÄäÜü',
  'ΑΒΓΔΘΛΞΠΣΦΨΩ άέήίόύώ αβγδςω',
  'АБВГДЖЗИЙЛПФЦЧШЩ бджлщъыьюя',
];
const MODULE_DOTS = 5;
const CODE = 'https://tillmark.org/';

/** The page without its code, line by line. @param rn name of the register */
export function testLines(columns: number, rn: string): string[] {
  const numbers = Array.from({ length: columns >> 1 }, (_, i) => (2 * (i + 1)) % 10);
  const ruler = numbers.map((digit) => ` ${digit}`).join('');
  return ['Tillmark', rn, ruler, '-'.repeat(columns), ...LETTERS, '1234567890,.-+*/%#@[]{}|~'];
}

/** ESC/POS of the page. @param rn name of the register */
export function testPage(
  paper: '58' | '80',
  rn: string,
  model: PrinterModel,
  logo: GreyPicture | null,
): Uint8Array {
  const width = model.widths[paper];
  const letters = new PrinterLetters(model.codePages);
  const code: Command = model.hasQr
    ? { do: 'qr', text: CODE, module: MODULE_DOTS }
    : { do: 'raster', rows: scaled(qrSymbol(CODE, 1).rows, MODULE_DOTS) };
  return writeCommands(
    [
      { do: 'initialise' },
      { do: 'codePage' },
      ...logoCommands(logo, width.dots),
      ...testLines(width.columns, rn).flatMap((line) => plainLine(letters.printable(line), width, letters)),
      code,
      { do: 'newline' },
      { do: 'cut' },
    ],
    model,
  );
}
