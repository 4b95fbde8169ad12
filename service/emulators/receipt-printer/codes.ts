/** QR codes and bar codes as a printer draws them by itself. */
import { bwip } from '../../render/bwip.ts';
import { qrSymbol, scaled } from '../../render/qr.ts';
import type { Dots } from './paper.ts';

const LEVELS = ['L', 'M', 'Q', 'H'] as const;

/** Bar codes by number of `GS k`: with a zero at their end (0 to 6) and with their length in front (65 to 73). */
const SYMBOLOGIES: Readonly<Record<number, string>> = {
  ...{ 0: 'upca', 1: 'upce', 2: 'ean13', 3: 'ean8', 4: 'code39', 5: 'interleaved2of5' },
  ...{ 65: 'upca', 66: 'upce', 67: 'ean13', 68: 'ean8', 69: 'code39', 70: 'interleaved2of5' },
  ...{ 72: 'code93', 73: 'code128' },
};

/** A code as it is printed. */
export type Code =
  | { kind: 'qr'; dots: Dots; text: string; module: number; level: string }
  | { kind: 'barcode'; dots: Dots; text: string; symbology: string };

/** What is set for codes; null comes back for what no printer draws: too long, or wider than the paper. */
export class Codes {
  private readonly qr = { text: '', module: 3, level: 'L' as (typeof LEVELS)[number] };
  /** The code that was drawn last: it may be printed again and again. */
  private drawn: { widest: number; code: Code | null } | null = null;
  private readonly bars = { height: 162, module: 3, says: 0 };

  /** `GS h`, `GS w`, `GS H`. */
  set(letter: 'h' | 'w' | 'H', n: number): void {
    if (letter === 'h') this.bars.height = Math.max(1, n);
    else if (letter === 'w') this.bars.module = Math.min(6, Math.max(1, n));
    else this.bars.says = n % 48;
  }

  /** Where a bar code's text stands: above (1), below (2), both (3). */
  get says(): number {
    return this.bars.says;
  }

  /**
   * `GS ( k` for a QR code.
   * @param data from the kind of code on
   * @returns `set` when nothing is printed yet
   */
  qrFunction(data: Buffer, widest: number): Code | 'set' | null {
    const [, fn, n = 0] = data;
    if (fn === 0x51) return this.drawQr(widest);
    this.drawn = null;
    if (fn === 0x43) this.qr.module = Math.min(16, Math.max(1, n));
    else if (fn === 0x45) this.qr.level = LEVELS[n - 0x30] ?? 'L';
    else if (fn === 0x50) this.qr.text = data.subarray(3).toString('utf8');
    return 'set';
  }

  private drawQr(widest: number): Code | null {
    if (this.drawn?.widest !== widest) this.drawn = { widest, code: this.drawnQr(widest) };
    return this.drawn.code;
  }

  private drawnQr(widest: number): Code | null {
    const { text, module, level } = this.qr;
    if (text === '') return null;
    try {
      const { rows, size } = qrSymbol(text, 1, level);
      const dots = size * module > widest ? null : packed(scaled(rows, module));
      return dots && { kind: 'qr', dots, text, module, level };
    } catch {
      return null;
    }
  }

  /** @param number of `GS k` */
  bar(number: number, data: Buffer, widest: number): Code | null {
    const symbology = SYMBOLOGIES[number];
    if (symbology === undefined) return null;
    const text = symbology === 'code128' ? code128Text(data) : data.toString('latin1');
    try {
      const [drawn] = bwip().raw({ bcid: symbology, text });
      if (!drawn || !('sbs' in drawn)) return null;
      const row = drawn.sbs.flatMap((modules, i) =>
        Array.from({ length: modules * this.bars.module }, () => i % 2 === 0),
      );
      if (row.length > widest) return null;
      const dots = packed(Array.from({ length: this.bars.height }, () => row));
      return { kind: 'barcode', dots, text, symbology };
    } catch {
      return null;
    }
  }
}

/** `{A`, `{B` and `{C` choose a set; in C each byte is two digits. Which one is drawn is the drawer's own choice. */
function code128Text(data: Buffer): string {
  let text = '';
  let isDigits = false;
  for (let at = 0; at < data.length; at += 1) {
    if (data[at] === 0x7b) {
      at += 1;
      if (data[at] === 0x7b) text += '{';
      else isDigits = data[at] === 0x43;
    } else text += isDigits ? String(data[at]).padStart(2, '0') : String.fromCharCode(data[at]!);
  }
  return text;
}

function packed(rows: readonly (readonly boolean[])[]): Dots {
  const width = rows[0]?.length ?? 0;
  return {
    width,
    rows: rows.map((row) => {
      const bytes = new Uint8Array(Math.ceil(width / 8));
      row.forEach((black, x) => {
        if (black) bytes[x >> 3]! |= 0x80 >> (x & 7);
      });
      return bytes;
    }),
  };
}
