/** Reads ESC/POS bytes as a printer would, so that tests can say what is on the paper. */

import iconv from 'iconv-lite';
import { ANY_MODEL } from '../devices/receipt-printer/models.ts';

/** What stands on the paper, in order. */
export type Printed =
  | {
      kind: 'line';
      text: string;
      centred: boolean;
      bold: boolean;
      inverted: boolean;
      /** Multiples of the character size. */
      width: number;
      height: number;
      /** Dots the line takes. */
      dots: number;
    }
  | { kind: 'qr'; text: string; module: number; model: number; level: string; centred: boolean }
  | { kind: 'picture'; rows: boolean[][]; centred: boolean }
  | { kind: 'feed'; dots: number }
  | { kind: 'cut' };

/** Dots of a character of font A. */
const CHARACTER_DOTS = 12;

/**
 * @param model by whose numbers code pages are chosen
 * @throws on anything that is no command known here: a printer would print garbage
 */
export function decodeEscPos(bytes: Uint8Array, model = ANY_MODEL): Printed[] {
  const pages = new Map(Object.entries(model.codePages).map(([name, number]) => [number, name]));
  let isTwoByte = model.startsInTwoBytes;
  const printed: Printed[] = [];
  const style = { centred: false, bold: false, inverted: false, width: 1, height: 1 };
  const qr = { model: 0, module: 0, level: '', text: '' };
  let line: { text: string; dots: number; style: typeof style } | null = null;
  let page = -1;
  let at = 0;
  const next = () => {
    const byte = bytes[at++];
    if (byte === undefined) throw new Error('ends within a command');
    return byte;
  };
  const unknown = (what: string): never => {
    throw new Error(`unknown command ${what} before byte ${at}`);
  };
  while (at < bytes.length) {
    const byte = next();
    if (byte === 0x0a) {
      const { text, dots, style: styles } = line ?? { text: '', dots: 0, style: { ...style } };
      printed.push({ kind: 'line', text, dots, ...styles });
      line = null;
    } else if (byte === 0x1b) {
      const command = String.fromCharCode(next());
      if (command === '@')
        Object.assign(style, { centred: false, bold: false, inverted: false, width: 1, height: 1 });
      else if (command === 'R') next();
      else if (command === 't') page = next();
      else if (command === 'a') style.centred = next() === 1;
      else if (command === 'E') style.bold = next() === 1;
      else if (command === 'J') printed.push({ kind: 'feed', dots: next() });
      else unknown(`ESC ${command}`);
    } else if (byte === 0x1d) {
      const command = String.fromCharCode(next());
      if (command === 'B') style.inverted = next() === 1;
      else if (command === '!') {
        const size = next();
        Object.assign(style, { width: (size >> 4) + 1, height: (size & 15) + 1 });
      } else if (command === 'V') {
        at += 2;
        printed.push({ kind: 'cut' });
      } else if (command === 'v') {
        at += 2;
        const width = next() + 256 * next();
        const height = next() + 256 * next();
        const rows = Array.from({ length: height }, () => {
          const row = Array.from({ length: width }, next);
          return row.flatMap((b) => [128, 64, 32, 16, 8, 4, 2, 1].map((bit) => (b & bit) !== 0));
        });
        // Pictures come in bands.
        const before = printed.at(-1);
        if (before?.kind === 'picture') before.rows.push(...rows);
        else printed.push({ kind: 'picture', rows, centred: style.centred });
      } else if (command === '(' && String.fromCharCode(next()) === 'k') {
        const length = next() + 256 * next();
        const [, fn, ...values] = bytes.subarray(at, at + length);
        at += length;
        if (fn === 0x41) qr.model = values[0]! - 0x30;
        else if (fn === 0x43) qr.module = values[0]!;
        else if (fn === 0x45) qr.level = 'LMQH'[values[0]! - 0x30]!;
        else if (fn === 0x50) qr.text = Buffer.from(values.slice(1)).toString('utf8');
        else if (fn === 0x51) printed.push({ kind: 'qr', ...qr, centred: style.centred });
        else unknown(`GS ( k ${fn}`);
      } else unknown(`GS ${command}`);
    } else if (byte === 0x1c) {
      if (next() !== 0x2e) unknown('FS');
      isTwoByte = false;
    } else if (byte < 0x20 || byte === 0x7f) {
      unknown(`0x${byte.toString(16)}`);
    } else {
      if (byte > 0x7f && isTwoByte) throw new Error('half of an ideogram');
      const name = pages.get(page);
      if (byte > 0x7f && name === undefined) throw new Error(`no code page ${page}`);
      line ??= { text: '', dots: 0, style: { ...style } };
      line.text += iconv.decode(Buffer.of(byte), name ?? 'ascii');
      line.dots += CHARACTER_DOTS * style.width;
    }
  }
  if (line) throw new Error('the last line is never printed');
  return printed;
}
