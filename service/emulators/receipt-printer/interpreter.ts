/** Reads ESC/POS as a printer does: bytes in, what comes out on paper and what it answers. */
import iconv from 'iconv-lite';
import { ByteQueue } from './byte-queue.ts';
import { Codes, type Code } from './codes.ts';
import { commandLength, ESC, FS, GS, isKnown } from './command-length.ts';
import { Line, shiftOf, type Align, type Area } from './line.ts';
import type { PrinterModel } from './models.ts';
import { advanceOf, type Dots, type Mark, type Style } from './paper.ts';
import { Raster, strip } from './raster.ts';

/** What a command makes a printer do. */
export type Step =
  | Mark
  | { kind: 'cut' }
  | { kind: 'pulse'; pin: 2 | 5 }
  /** Bytes for the other side, when everything before has been printed. */
  | { kind: 'answer'; bytes: Uint8Array }
  /** `GS a`: what it reports by itself. */
  | { kind: 'report'; mask: number }
  /** `GS r n`. */
  | { kind: 'tell'; what: number }
  /** A command that the printer does not know, or does not carry out as it was sent. */
  | { kind: 'unknown'; bytes: Uint8Array };

const HT = 0x09;
const LF = 0x0a;
const CR = 0x0d;
const ASCII_END = 0x7f;

const PLAIN: Style = { bold: false, underline: false, invert: false, width: 1, height: 1, font: 'A' };
const ALIGNS: readonly Align[] = ['left', 'centre', 'right'];

/** From line to line, dots (a sixth of an inch, nearly). */
const LINE = 30;
/** From the head to the knife, dots. */
const TO_KNIFE = 120;
/** Default of the tabulators: each eighth character. */
const TABS = Array.from({ length: 32 }, (_, i) => (i + 1) * 8 * 12);

/** Answers to `GS I n`: maker, model, serial number. */
const IDENTITY: Readonly<Record<number, string>> = { 0x42: 'EPSON', 0x43: 'TM-T88VI', 0x44: 'EMU0000001' };

/** One stream of commands. */
export class Interpreter {
  private readonly model: PrinterModel;
  private readonly pending = new ByteQueue();
  private readonly steps: Step[] = [];
  private readonly line = new Line();
  private style = PLAIN;
  private spacing = 0;
  private lineSpacing = LINE;
  private area: Area;
  private tabs = TABS;
  private page = 0;
  private isTwoByte: boolean;
  private ideogram: number | null = null;
  private readonly codes = new Codes();
  /** A picture that is coming. */
  private raster: Raster | null = null;
  /** Bytes of a command that is not carried out, and that have not come yet. */
  private skipped = 0;

  constructor(model: PrinterModel) {
    this.model = model;
    this.isTwoByte = model.startsInTwoBytes;
    this.area = { left: 0, width: model.dots, align: 'left' };
  }

  /** Takes bytes in, in pieces of any size. */
  push(bytes: Uint8Array): void {
    this.pending.push(bytes);
  }

  /** Bytes that wait to be read. */
  get waiting(): number {
    return this.pending.length;
  }

  /** The next thing to do; null when the bytes do not say it yet. */
  next(): Step | null {
    while (this.steps.length === 0) if (!this.read()) return null;
    return this.steps.shift()!;
  }

  /** Reads one command, or what there is of a picture. False when nothing can be read. */
  private read(): boolean {
    if (this.raster) return this.readPicture(this.raster);
    if (this.skipped > 0) return this.skip();
    const length = commandLength(this.pending);
    if (length === null) return false;
    const command = this.pending.take(length);
    const first = command[0]!;
    if (first === ESC) this.escape(String.fromCharCode(command[1]!), command);
    else if (first === GS) this.group(String.fromCharCode(command[1]!), command);
    else if (first === FS) this.ideograms(String.fromCharCode(command[1]!), command);
    else this.single(first);
    return true;
  }

  private single(byte: number): void {
    if (byte >= 0x20) this.character(byte);
    else if (byte === LF) this.printLine();
    else if (byte === HT) this.line.tab(this.tabs, this.area);
    // Zeros are sent to end what may be half a picture.
    else if (byte !== CR && byte !== 0) this.refuse(Uint8Array.of(byte));
  }

  private character(byte: number): void {
    if (this.ideogram !== null) {
      const bytes = Buffer.of(this.ideogram, byte);
      this.ideogram = null;
      this.put(iconv.decode(bytes, 'gb18030').slice(0, 1));
    } else if (byte <= ASCII_END) this.put(String.fromCharCode(byte));
    else if (this.isTwoByte) this.ideogram = byte;
    else {
      const page = this.model.codePages[this.page];
      this.put(page === undefined ? '\uFFFD' : iconv.decode(Buffer.of(byte), page));
    }
  }

  private put(character: string): void {
    // A line that is full is printed by itself.
    if (!this.line.hasRoom(advanceOf(character, this.style, this.spacing), this.area)) this.printLine();
    this.line.add(character, this.style, this.spacing);
  }

  private printLine(): void {
    this.steps.push(this.line.print(this.lineSpacing, this.area));
  }

  private refuse(bytes: Uint8Array): void {
    this.steps.push({ kind: 'unknown', bytes: bytes.subarray(0, 8) });
  }

  private escape(letter: string, command: Buffer): void {
    const n = command[2] ?? 0;
    switch (letter) {
      case '@':
        return this.initialise();
      case '!':
        return this.styled({
          ...{ font: (n & 1) === 1 ? 'B' : 'A', bold: (n & 8) !== 0, underline: (n & 0x80) !== 0 },
          ...{ height: (n & 16) === 0 ? 1 : 2, width: (n & 32) === 0 ? 1 : 2 },
        });
      case 'E':
      case 'G':
        return this.styled({ bold: (n & 1) === 1 });
      case '-':
        return this.styled({ underline: n % 48 > 0 });
      case 'M':
        return this.styled({ font: n % 48 === 1 ? 'B' : 'A' });
      case 'a':
        this.area = { ...this.area, align: ALIGNS[n % 48] ?? 'left' };
        return;
      case ' ':
        this.spacing = n;
        return;
      case '2':
        this.lineSpacing = LINE;
        return;
      case '3':
        this.lineSpacing = n;
        return;
      case 't':
        if (n in this.model.codePages) this.page = n;
        else this.refuse(command);
        return;
      case 'R':
        // Other countries put their letters in the place of brackets.
        if (n !== 0) this.refuse(command);
        return;
      case 'D':
        this.tabs = [...command.subarray(2)].filter((column) => column > 0).map((column) => column * 12);
        return;
      case '$':
        return this.line.moveTo(command.readUInt16LE(2), this.area);
      case '\\':
        return this.line.moveBy(command.readInt16LE(2), this.area);
      case '*':
        return this.strip(command);
      case 'J':
        return this.feed(n);
      case 'd':
        return this.feed(n * this.lineSpacing);
      case 'i':
      case 'm':
        return this.cut(0, command);
      case 'p':
        return void this.steps.push({ kind: 'pulse', pin: n % 48 === 1 ? 5 : 2 });
      default:
        if (!isKnown(ESC, letter) && letter !== '(') this.refuse(command);
    }
  }

  private initialise(): void {
    this.line.clear();
    this.style = PLAIN;
    this.spacing = 0;
    this.lineSpacing = LINE;
    this.area = { left: 0, width: this.model.dots, align: 'left' };
    this.tabs = TABS;
    this.page = 0;
    this.ideogram = null;
    this.isTwoByte = this.model.startsInTwoBytes;
  }

  private styled(change: Partial<Style>): void {
    this.style = { ...this.style, ...change };
  }

  private feed(dots: number): void {
    if (!this.line.isEmpty) this.printLine();
    if (dots > 0) this.steps.push({ kind: 'feed', dots });
  }

  private cut(feed: number, command: Buffer): void {
    if (!this.line.isEmpty) this.printLine();
    if (!this.model.hasCutter) return this.refuse(command);
    this.feed(feed);
    this.steps.push({ kind: 'cut' });
  }

  private strip(command: Buffer): void {
    const [, , mode = 0] = command;
    const dots = strip(command.subarray(5), (mode & 0x20) === 0 ? 1 : 3, (mode & 1) === 0);
    // What does not fit into a line is cut off.
    if (dots.width <= this.area.width && this.line.hasRoom(dots.width, this.area)) this.line.addStrip(dots);
    else this.refuse(command);
  }

  private ideograms(letter: string, command: Buffer): void {
    if (letter === '&') this.isTwoByte = this.model.startsInTwoBytes;
    else if (letter === '.') this.isTwoByte = false;
    else if (!isKnown(FS, letter) && letter !== '(') this.refuse(command);
  }

  private group(letter: string, command: Buffer): void {
    const n = command[2] ?? 0;
    switch (letter) {
      case '!':
        return this.styled({ width: ((n >> 4) & 7) + 1, height: (n & 7) + 1 });
      case 'B':
        return this.styled({ invert: (n & 1) === 1 });
      case 'L':
        this.area = { ...this.area, left: Math.min(command.readUInt16LE(2), this.model.dots) };
        return this.fitArea(this.area.width);
      case 'W':
        return this.fitArea(command.readUInt16LE(2));
      case 'V':
        return this.cut(n >= 0x41 ? TO_KNIFE + command[3]! : 0, command);
      case 'a':
        return void this.steps.push({ kind: 'report', mask: n });
      case 'r':
        return void this.steps.push({ kind: 'tell', what: n });
      case 'I': {
        const text = IDENTITY[n];
        if (text !== undefined)
          this.steps.push({ kind: 'answer', bytes: Buffer.from(`_${text}\0`, 'latin1') });
        return;
      }
      case 'h':
      case 'w':
      case 'H':
        return this.codes.set(letter, n);
      case 'k':
        return this.barcode(command);
      case 'v':
        return this.beginPicture(command[3]!, command.readUInt16LE(4), command.readUInt16LE(6));
      case '8':
        this.skipped = command.readUInt32LE(3);
        return this.refuse(command);
      case '(':
        return this.function(String.fromCharCode(n), command.subarray(5), command);
      default:
        if (!isKnown(GS, letter)) this.refuse(command);
    }
  }

  /** What is printed into never leaves the paper. */
  private fitArea(width: number): void {
    const { left } = this.area;
    this.area = { ...this.area, width: Math.min(width, this.model.dots - left) };
  }

  private beginPicture(mode: number, width: number, rows: number): void {
    if (!this.line.isEmpty) this.printLine();
    const scale = { x: (mode & 1) === 1 ? 2 : 1, y: (mode & 2) === 2 ? 2 : 1 } as const;
    this.raster = new Raster({ width, rows, scale }, this.model.dots);
  }

  /** Rows are printed as they come. */
  private readPicture(raster: Raster): boolean {
    if (raster.left > 0 && this.pending.length === 0) return false;
    raster.push(this.pending.take(raster.left));
    if (raster.left === 0) this.raster = null;
    const rows = raster.takeRows();
    if (rows.length > 0) this.picture({ width: raster.width, rows });
    return true;
  }

  private skip(): boolean {
    if (this.pending.length === 0) return false;
    this.skipped -= this.pending.take(this.skipped).length;
    return true;
  }

  private picture(dots: Dots): void {
    this.steps.push({ kind: 'picture', x: this.leftOf(dots), dots });
  }

  private leftOf({ width }: Dots): number {
    return this.area.left + shiftOf(width, this.area);
  }

  private barcode(command: Buffer): void {
    const number = command[2]!;
    const data = number >= 0x41 ? command.subarray(4) : command.subarray(3, -1);
    if (!this.line.isEmpty) this.printLine();
    const code = this.codes.bar(number, data, this.area.width);
    if (!code) return this.refuse(command);
    if ((this.codes.says & 1) === 1) this.caption(code.text);
    this.code(code);
    if ((this.codes.says & 2) === 2) this.caption(code.text);
  }

  private code(code: Code): void {
    this.steps.push({ x: this.leftOf(code.dots), ...code });
  }

  private caption(text: string): void {
    const { style } = this;
    this.style = PLAIN;
    for (const character of text) this.put(character);
    this.printLine();
    this.style = style;
  }

  /** `GS (`: QR codes and process ids. */
  private function(letter: string, data: Buffer, command: Buffer): void {
    if (letter === 'H' && data[0] === 0x30) {
      if (!this.model.hasProcessId) return this.refuse(command);
      const bytes = Buffer.concat([Buffer.of(0x37, 0x22), data.subarray(2), Buffer.of(0)]);
      this.steps.push({ kind: 'answer', bytes });
    } else if (letter === 'k' && data[0] === 0x31 && this.model.hasQr) {
      if (data[1] === 0x51 && !this.line.isEmpty) this.printLine();
      const code = this.codes.qrFunction(data, this.area.width);
      if (code === null) this.refuse(command);
      else if (code !== 'set') this.code(code);
    } else this.refuse(command);
  }
}
