/**
 * A receipt printer in small, as strict and as awkward as a real one: it keeps
 * what it cannot print, answers questions even while it is offline, and loses
 * everything with its power.
 */
import { EventEmitter } from 'node:events';
import { Interpreter, type CodePages, type Step } from './interpreter.ts';
import type { Mark, Sheet } from './paper.ts';

/** What a printer is like. */
export interface PrinterModel {
  /** Printable dots. */
  dots: number;
  codePages: CodePages;
  /** Bytes that it keeps while it does not print; then it takes no more. */
  buffer: number;
  /** It answers questions; a print server does not. */
  answers: boolean;
  /** It knows process ids (GS ( H). */
  hasProcessId: boolean;
  /** Pin 3 of the plug is high while the drawer is open. */
  drawerOpenIsHigh: boolean;
}

/** A common printer for 80 mm, with the code pages of Epson. */
export const COMMON_MODEL: PrinterModel = {
  dots: 576,
  codePages: {
    ...{ 0: 'cp437', 2: 'cp850', 3: 'cp860', 5: 'cp865', 13: 'cp857', 16: 'win1252', 17: 'cp866' },
    ...{ 18: 'cp852', 19: 'cp858', 39: 'iso88592', 40: 'iso885915', 45: 'win1250', 46: 'win1251' },
    ...{ 47: 'win1253', 51: 'win1257' },
  },
  buffer: 64 * 1024,
  answers: true,
  hasProcessId: true,
  drawerOpenIsHigh: false,
};

/** Troubles that somebody can make. */
export interface Conditions {
  power: boolean;
  coverOpen: boolean;
  /** Lines until the paper ends. */
  linesLeft: number;
  /** The next cut jams the knife. */
  jamsAtCut: boolean;
  cutterError: boolean;
  drawerOpen: boolean;
  /** Bytes until its power is lost. */
  bytesLeft: number;
}

/** Lines of a roll at which the sensor says that it comes to its end. */
const NEAR_END = 40;
const REAL_TIME = 0x10;

/** Emits `sent` with bytes for the other side, `printed` when something came out, `pulse` to the drawer, `power` when it went off or on, `taken` when it takes bytes again. */
export class EmulatedPrinter extends EventEmitter<{
  sent: [Uint8Array];
  printed: [];
  pulse: [pin: 2 | 5];
  power: [boolean];
  taken: [];
}> {
  readonly model: PrinterModel;
  private readonly state: Conditions = {
    power: true,
    coverOpen: false,
    linesLeft: Infinity,
    jamsAtCut: false,
    cutterError: false,
    drawerOpen: false,
    bytesLeft: Infinity,
  };
  private interpreter: Interpreter;
  /** Bytes of a real-time command that has not come whole. */
  private command: number[] = [];
  private reports = 0;
  private lastReport = '';
  private marks: Mark[] = [];
  private readonly cut: Sheet[] = [];
  /** Pulses to the drawer, by pin. */
  readonly pulses: (2 | 5)[] = [];

  constructor(model: PrinterModel = COMMON_MODEL) {
    super();
    this.model = model;
    this.interpreter = new Interpreter(model.codePages);
  }

  /** Paper that has come out, the oldest first; the last one may hang in the printer. */
  get sheets(): readonly Sheet[] {
    return this.marks.length === 0 ? this.cut : [...this.cut, { marks: this.marks, isCut: false }];
  }

  /** What it is like now. */
  get conditions(): Readonly<Conditions> {
    return this.state;
  }

  /** It takes more bytes; else whoever sends has to wait. */
  get takes(): boolean {
    return this.state.power && this.interpreter.waiting < this.model.buffer;
  }

  /** Changes what it is like: puts paper in, opens the cover, pulls the plug. */
  change(change: Partial<Conditions>): void {
    const had = this.state.power;
    Object.assign(this.state, change);
    if (had && !this.state.power) {
      // What was not printed, and what was set, is gone.
      this.interpreter = new Interpreter(this.model.codePages);
      this.command = [];
      this.reports = 0;
    }
    if (had !== this.state.power) this.emit('power', this.state.power);
    this.report();
    this.work();
  }

  /** Bytes come in. */
  receive(bytes: Uint8Array): void {
    if (!this.state.power) return;
    const taken = bytes.subarray(0, this.state.bytesLeft);
    this.state.bytesLeft -= taken.length;
    // Questions are answered before what stands in front of them is printed.
    const data: number[] = [];
    for (const byte of taken) this.take(byte, data);
    this.interpreter.push(Uint8Array.from(data));
    this.work();
    if (taken.length < bytes.length) this.change({ power: false, bytesLeft: Infinity });
  }

  /** Real-time commands are carried out wherever they stand; the others wait. */
  private take(byte: number, data: number[]): void {
    if (this.command.length === 0 && byte !== REAL_TIME) {
      data.push(byte);
      return;
    }
    this.command.push(byte);
    const [, second, third] = this.command;
    if (second === undefined || (second === 0x04 && third === undefined)) return;
    if (second === 0x05 && third === undefined) return;
    if (second === 0x14 && this.command.length < 5) return;
    const command = this.command;
    this.command = [];
    if (second === 0x04 && third! >= 1 && third! <= 4) this.answerAtOnce(third!);
    else if (second === 0x05) this.recover(third!);
    else if (second === 0x14 && third === 1) this.pulse(command[3] === 1 ? 5 : 2);
    else data.push(...command);
  }

  private get isOffline(): boolean {
    return this.state.coverOpen || this.state.linesLeft <= 0 || this.state.cutterError;
  }

  private get pinHigh(): boolean {
    return this.state.drawerOpen === this.model.drawerOpenIsHigh;
  }

  private get nearEnd(): boolean {
    return this.state.linesLeft <= NEAR_END;
  }

  private answerAtOnce(question: number): void {
    const { coverOpen, linesLeft, cutterError } = this.state;
    const isEnd = linesLeft <= 0;
    const bits = [
      0,
      Number(this.pinHigh) * 0x04 + Number(this.isOffline) * 0x08,
      Number(coverOpen) * 0x04 + Number(isEnd) * 0x20 + Number(cutterError) * 0x40,
      Number(cutterError) * 0x08,
      Number(this.nearEnd) * 0x0c + Number(isEnd) * 0x60,
    ][question]!;
    this.send(Uint8Array.of(0x12 | bits));
  }

  /** `DLE ENQ`: 1 goes on, 2 forgets what was not printed. */
  private recover(how: number): void {
    if (!this.state.cutterError) return;
    if (how === 2) this.interpreter = new Interpreter(this.model.codePages);
    this.state.cutterError = false;
    this.report();
  }

  private send(bytes: Uint8Array): void {
    if (this.model.answers) this.emit('sent', bytes);
  }

  /** Automatic status, when it has changed. */
  private report(): void {
    if (this.reports === 0 || !this.state.power) return;
    const { coverOpen, linesLeft, cutterError } = this.state;
    const bytes = Uint8Array.of(
      0x10 | (Number(this.pinHigh) * 0x04) | (Number(this.isOffline) * 0x08) | (Number(coverOpen) * 0x20),
      Number(cutterError) * 0x08,
      Number(this.nearEnd) * 0x03 + Number(linesLeft <= 0) * 0x0c,
      0,
    );
    const text = bytes.join(' ');
    if (text === this.lastReport) return;
    this.lastReport = text;
    this.send(bytes);
  }

  /** Prints what it can. */
  private work(): void {
    const wasFull = !this.takes;
    while (this.state.power && !this.isOffline) {
      const step = this.interpreter.next();
      if (!step) break;
      this.perform(step);
    }
    if (wasFull && this.takes) this.emit('taken');
  }

  private perform(step: Step): void {
    switch (step.kind) {
      case 'cut':
        if (this.state.jamsAtCut) {
          Object.assign(this.state, { cutterError: true, jamsAtCut: false });
          this.report();
          return;
        }
        this.cut.push({ marks: this.marks, isCut: true });
        this.marks = [];
        break;
      case 'pulse':
        this.pulse(step.pin);
        return;
      case 'answer':
        if (this.model.hasProcessId) this.send(step.bytes);
        return;
      case 'report':
        this.reports = step.mask;
        this.lastReport = '';
        this.report();
        return;
      case 'tell':
        this.send(Uint8Array.of(step.what % 48 === 2 ? Number(this.pinHigh) : Number(this.nearEnd) * 0x03));
        return;
      case 'unknown':
        return;
      default:
        this.marks.push(step);
        if (step.kind !== 'feed') this.state.linesLeft -= step.kind === 'line' ? 1 : 8;
        this.report();
    }
    this.emit('printed');
  }

  private pulse(pin: 2 | 5): void {
    this.pulses.push(pin);
    this.emit('pulse', pin);
    this.change({ drawerOpen: true });
  }
}
