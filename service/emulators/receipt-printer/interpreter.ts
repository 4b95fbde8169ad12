/** Reads ESC/POS as a printer does: bytes in, what comes out on paper and what it answers. */
import iconv from 'iconv-lite';
import type { Align, Effect, Style } from './paper.ts';

/** What a command makes a printer do. */
export type Step =
  | Effect
  /** Bytes for the other side, when everything before has been printed. */
  | { kind: 'answer'; bytes: Uint8Array }
  /** `GS a`: what it reports by itself. */
  | { kind: 'report'; mask: number }
  /** `GS r n`. */
  | { kind: 'tell'; what: number }
  /** A command that the printer does not know. */
  | { kind: 'unknown'; bytes: Uint8Array };

/** Code pages by number of `ESC t`, as names of iconv-lite. */
export type CodePages = Readonly<Record<number, string>>;

const ESC = 0x1b;
const GS = 0x1d;
const FS = 0x1c;
const LF = 0x0a;
const CR = 0x0d;

const PLAIN: Style = { bold: false, underline: false, invert: false, width: 1, height: 1, font: 'A' };
const ALIGNS: readonly Align[] = ['left', 'centre', 'right'];
const LEVELS = 'LMQH';

/** Parameters behind `ESC x`, where there is a fixed number of them. */
const AFTER_ESC: Record<number, number> = {
  ...{ 0x40: 0, 0x32: 0, 0x69: 0, 0x6d: 0, 0x70: 3, 0x21: 1, 0x2d: 1, 0x33: 1, 0x45: 1, 0x47: 1, 0x4a: 1 },
  ...{ 0x4d: 1, 0x52: 1, 0x61: 1, 0x64: 1, 0x74: 1, 0x20: 1, 0x3d: 1, 0x7b: 1, 0x56: 1 },
};

/** The same behind `GS x`. */
const AFTER_GS: Record<number, number> = {
  ...{ 0x21: 1, 0x42: 1, 0x48: 1, 0x49: 1, 0x61: 1, 0x66: 1, 0x68: 1, 0x72: 1, 0x77: 1 },
  ...{ 0x4c: 2, 0x57: 2, 0x50: 2, 0x24: 2 },
};

/** Answers to `GS I n`: maker, model, serial number. */
const IDENTITY: Readonly<Record<number, string>> = { 0x42: 'EPSON', 0x43: 'TM-T88VI', 0x44: 'EMU0000001' };

/** One stream of commands. */
export class Interpreter {
  private readonly codePages: CodePages;
  private pending: Buffer = Buffer.alloc(0);
  private style: Style = PLAIN;
  private align: Align = 'left';
  private page = 0;
  private runs: { bytes: number[]; page: number; style: Style }[] = [];
  private qr = { text: '', module: 3, level: 'L' };

  constructor(codePages: CodePages) {
    this.codePages = codePages;
  }

  /** Takes bytes in, in pieces of any size. */
  push(bytes: Uint8Array): void {
    this.pending = Buffer.concat([this.pending, bytes]);
  }

  /** Bytes that wait to be read. */
  get waiting(): number {
    return this.pending.length;
  }

  /** The next thing to do; null when the bytes do not say it yet. */
  next(): Step | null {
    for (;;) {
      const length = this.commandLength();
      if (length === null) return null;
      const command = this.pending.subarray(0, length);
      this.pending = this.pending.subarray(length);
      const step = this.run(command);
      if (step) return step;
    }
  }

  /** Bytes of the command that is first; null when it has not come whole. */
  private commandLength(): number | null {
    const { pending } = this;
    const [first, second] = pending;
    if (first === undefined) return null;
    const whole = (length: number) => (pending.length >= length ? length : null);
    if (first !== ESC && first !== GS && first !== FS) return 1;
    if (second === undefined) return null;
    if (first === FS) return 2;
    if (first === ESC) return whole(2 + (AFTER_ESC[second] ?? 0));
    if (second === 0x56) return whole((pending[2] ?? 0) >= 0x41 ? 4 : 3);
    if (second === 0x28) {
      // The length must have come before it can be read.
      return pending.length < 5 ? null : whole(5 + pending.readUInt16LE(3));
    }
    if (second === 0x76) {
      return pending.length < 8 ? null : whole(8 + pending.readUInt16LE(4) * pending.readUInt16LE(6));
    }
    if (second === 0x6b) return this.barcodeLength();
    return whole(2 + (AFTER_GS[second] ?? 0));
  }

  private barcodeLength(): number | null {
    const { pending } = this;
    if (pending.length < 4) return null;
    if (pending[2]! >= 0x41) return pending.length >= 4 + pending[3]! ? 4 + pending[3]! : null;
    const end = pending.indexOf(0, 3);
    return end < 0 ? null : end + 1;
  }

  private run(command: Buffer): Step | null {
    const [first, second] = command;
    if (first === LF) return this.line();
    if (first === CR) return null;
    if (first === ESC) return this.escape(second!, command.subarray(2));
    if (first === GS) return this.group(second!, command.subarray(2));
    if (first === FS) return null;
    if (first! >= 0x20) this.character(first!);
    return null;
  }

  private character(byte: number): void {
    const last = this.runs.at(-1);
    if (last?.style === this.style && last.page === this.page) last.bytes.push(byte);
    else this.runs.push({ bytes: [byte], page: this.page, style: this.style });
  }

  private line(): Step {
    const runs = this.runs.map(({ bytes, page, style }) => ({ text: this.decode(bytes, page), style }));
    this.runs = [];
    return { kind: 'line', align: this.align, runs };
  }

  private decode(bytes: readonly number[], page: number): string {
    return iconv.decode(Buffer.from(bytes), this.codePages[page] ?? 'cp437');
  }

  private escape(letter: number, parameters: Buffer): Step | null {
    const [n = 0] = parameters;
    switch (letter) {
      case 0x40:
        Object.assign(this, { style: PLAIN, align: 'left', page: 0, runs: [] });
        return null;
      case 0x45:
        return this.styled({ bold: (n & 1) === 1 });
      case 0x2d:
        return this.styled({ underline: n % 48 > 0 });
      case 0x4d:
        return this.styled({ font: n % 48 === 1 ? 'B' : 'A' });
      case 0x61:
        this.align = ALIGNS[n % 48] ?? 'left';
        return null;
      case 0x74:
        this.page = n;
        return null;
      case 0x4a:
        return { kind: 'feed', dots: n };
      case 0x64:
        return { kind: 'feed', dots: n * 30 };
      case 0x69:
      case 0x6d:
        return { kind: 'cut' };
      case 0x70:
        return { kind: 'pulse', pin: n % 48 === 1 ? 5 : 2 };
      default:
        return letter in AFTER_ESC ? null : { kind: 'unknown', bytes: Uint8Array.of(ESC, letter) };
    }
  }

  private styled(change: Partial<Style>): null {
    this.style = { ...this.style, ...change };
    return null;
  }

  private group(letter: number, parameters: Buffer): Step | null {
    const [n = 0] = parameters;
    switch (letter) {
      case 0x21:
        return this.styled({ width: (n >> 4) + 1, height: (n & 7) + 1 });
      case 0x42:
        return this.styled({ invert: (n & 1) === 1 });
      case 0x56:
        return { kind: 'cut' };
      case 0x61:
        return { kind: 'report', mask: n };
      case 0x72:
        return { kind: 'tell', what: n };
      case 0x49: {
        const text = IDENTITY[n];
        return text === undefined ? null : { kind: 'answer', bytes: Buffer.from(`_${text}\0`, 'latin1') };
      }
      case 0x76:
        return this.raster(parameters);
      case 0x6b: {
        const text = parameters
          .subarray(n >= 0x41 ? 2 : 1)
          .toString('latin1')
          .replaceAll('\0', '');
        return { kind: 'barcode', align: this.align, symbology: n === 0x49 ? 'code128' : String(n), text };
      }
      case 0x28:
        return this.function(n, parameters.subarray(3));
      default:
        return letter in AFTER_GS ? null : { kind: 'unknown', bytes: Uint8Array.of(GS, letter) };
    }
  }

  private raster(parameters: Buffer): Step {
    const width = parameters.readUInt16LE(2);
    const rows = Array.from({ length: parameters.readUInt16LE(4) }, (_, y) =>
      Array.from(
        { length: width * 8 },
        (_, x) => (parameters[6 + y * width + (x >> 3)]! & (0x80 >> (x & 7))) !== 0,
      ),
    );
    return { kind: 'picture', align: this.align, rows };
  }

  /** `GS (`: QR codes, process ids. */
  private function(letter: number, data: Buffer): Step | null {
    if (letter === 0x48 && data[0] === 0x30) {
      return {
        kind: 'answer',
        bytes: Buffer.concat([Buffer.from([0x37, 0x22]), data.subarray(2), Buffer.of(0)]),
      };
    }
    if (letter !== 0x6b || data[0] !== 0x31) return null;
    const [, fn, n = 0] = data;
    if (fn === 0x43) this.qr.module = n;
    if (fn === 0x45) this.qr.level = LEVELS[n - 0x30] ?? 'L';
    if (fn === 0x50) this.qr.text = data.subarray(3).toString('utf8');
    return fn === 0x51 ? { kind: 'qr', align: this.align, ...this.qr } : null;
  }
}
