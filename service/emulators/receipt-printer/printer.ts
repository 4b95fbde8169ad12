/**
 * A receipt printer in small, as strict and as awkward as a real one: it keeps
 * what it cannot print, answers questions even while it is offline, and loses
 * everything with its power.
 */
import { EventEmitter } from 'node:events';
import { Interpreter, type Step } from './interpreter.ts';
import { COMMON_MODEL, type PrinterModel } from './models.ts';
import { feedOf, type Mark, type Sheet } from './paper.ts';

/** Troubles that somebody can make. */
export interface Conditions {
  power: boolean;
  /** The cable is plugged in; a printer without it keeps its power. */
  cable: boolean;
  coverOpen: boolean;
  /** Lines until the paper ends, of 30 dots each. */
  linesLeft: number;
  /** The next cut jams the knife. */
  jamsAtCut: boolean;
  cutterError: boolean;
  drawerOpen: boolean;
  /** Bytes until its power is lost. */
  bytesLeft: number;
  /** Milliseconds that each line takes; 0: none. */
  lineMs: number;
}

/** Lines of a roll at which the sensor says that it comes to its end. */
const NEAR_END = 40;
const REAL_TIME = 0x10;
/** Dots of a line in {@link Conditions}. */
const LINE_DOTS = 30;
/** Longer pieces are torn off: two metres. */
const LONGEST = 16_000;
/** Commands that it did not know are kept to be looked at. */
const MOST_REFUSED = 100;

/** Emits `sent` with bytes for the other side, `printed` when something came out, `pulse` to the drawer, `changed` when it is like something else, `reachable` when power or cable went or came, `taken` when it takes bytes again, `unknown` with the bytes of a command that it does not have. */
export class EmulatedPrinter extends EventEmitter<{
  sent: [Uint8Array];
  printed: [];
  pulse: [pin: 2 | 5];
  changed: [];
  reachable: [boolean];
  taken: [];
  unknown: [string];
}> {
  readonly model: PrinterModel;
  private readonly keeps: number;
  private readonly state: Conditions = {
    power: true,
    cable: true,
    coverOpen: false,
    linesLeft: Infinity,
    jamsAtCut: false,
    cutterError: false,
    drawerOpen: false,
    bytesLeft: Infinity,
    lineMs: 0,
  };
  private interpreter: Interpreter;
  /** Bytes of a real-time command that has not come whole. */
  private command: number[] = [];
  private reports = 0;
  private lastReport = '';
  private marks: Mark[] = [];
  private length = 0;
  private count = 0;
  private cut: Sheet[] = [];
  /** A slow printer is at a line. */
  private busy: NodeJS.Timeout | null = null;
  private isWorking = false;
  /** It waits for the rest of a command. */
  private isHungry = true;
  /** Pulses to the drawer, by pin. */
  readonly pulses: (2 | 5)[] = [];
  /** Commands that it does not have, in hexadecimal. */
  readonly refused: string[] = [];

  /** @param keeps pieces of paper that lie in front of it; older ones are gone */
  constructor(model: PrinterModel = COMMON_MODEL, keeps = Infinity) {
    super();
    this.model = model;
    this.keeps = keeps;
    this.interpreter = new Interpreter(model);
  }

  /** Paper that has come out, the oldest first; the last one may hang in the printer. */
  get sheets(): readonly Sheet[] {
    const hanging = { number: this.count + 1, marks: this.marks, isCut: false };
    return this.marks.length === 0 ? this.cut : [...this.cut, hanging];
  }

  /** What it is like now. */
  get conditions(): Readonly<Conditions> {
    return this.state;
  }

  /** There is a line to it. */
  get isReachable(): boolean {
    return this.state.power && this.state.cable;
  }

  /** It takes more bytes; else whoever sends has to wait. */
  get takes(): boolean {
    return this.state.power && (this.isHungry || this.interpreter.waiting < this.model.buffer);
  }

  /** Changes what it is like: puts paper in, opens the cover, pulls the plug. */
  change(change: Partial<Conditions>): void {
    const had = this.state.power;
    const wasReachable = this.isReachable;
    Object.assign(this.state, change);
    if (had && !this.state.power) {
      // What was not printed, and what was set, is gone.
      this.forget();
      this.command = [];
      this.reports = 0;
    }
    if (wasReachable !== this.isReachable) this.emit('reachable', this.isReachable);
    this.report();
    this.emit('changed');
    this.work();
  }

  /** Somebody throws away what has been cut off. */
  discard(): void {
    this.cut = [];
  }

  /** Somebody tears the paper off. */
  tear(): void {
    if (this.marks.length > 0) this.endSheet();
    this.emit('printed');
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

  private forget(): void {
    this.interpreter = new Interpreter(this.model);
    this.isHungry = true;
    if (this.busy) clearTimeout(this.busy);
    this.busy = null;
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

  /** The sensor sees the end of the roll. */
  get isNearEnd(): boolean {
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
      Number(this.isNearEnd) * 0x0c + Number(isEnd) * 0x60,
    ][question]!;
    this.send(Uint8Array.of(0x12 | bits));
  }

  /** `DLE ENQ`: 1 goes on, 2 forgets what was not printed. */
  private recover(how: number): void {
    if (!this.state.cutterError) return;
    if (how === 2) this.forget();
    this.state.cutterError = false;
    this.report();
    this.emit('changed');
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
      Number(this.isNearEnd) * 0x03 + Number(linesLeft <= 0) * 0x0c,
      0,
    );
    const text = bytes.join(' ');
    if (text === this.lastReport) return;
    this.lastReport = text;
    this.send(bytes);
  }

  /** Prints what it can. */
  private work(): void {
    // What is printed may change what the printer is like, which comes back here.
    if (this.isWorking) return;
    this.isWorking = true;
    const wasFull = !this.takes;
    while (this.state.power && !this.isOffline && this.busy === null) {
      const step = this.interpreter.next();
      this.isHungry = step === null;
      if (!step) break;
      const { length } = this;
      this.perform(step);
      if (this.length > length && this.state.lineMs > 0) this.rest();
    }
    this.isWorking = false;
    if (wasFull && this.takes) this.emit('taken');
  }

  /** A slow printer prints the next line when this one is done. */
  private rest(): void {
    this.busy = setTimeout(() => {
      this.busy = null;
      this.work();
    }, this.state.lineMs).unref();
  }

  private perform(step: Step): void {
    switch (step.kind) {
      case 'cut':
        if (this.state.jamsAtCut) {
          Object.assign(this.state, { cutterError: true, jamsAtCut: false });
          this.report();
          this.emit('changed');
          return;
        }
        this.endSheet();
        break;
      case 'pulse':
        this.pulse(step.pin);
        return;
      case 'answer':
        this.send(step.bytes);
        return;
      case 'report':
        this.reports = step.mask;
        this.lastReport = '';
        this.report();
        return;
      case 'tell':
        this.send(Uint8Array.of(step.what % 48 === 2 ? Number(this.pinHigh) : Number(this.isNearEnd) * 0x03));
        return;
      case 'unknown':
        this.refuse(Array.from(step.bytes, (byte) => byte.toString(16).padStart(2, '0')).join(' '));
        return;
      default:
        this.print(step);
    }
    this.emit('printed');
  }

  private refuse(bytes: string): void {
    if (this.refused.length < MOST_REFUSED) this.refused.push(bytes);
    this.emit('unknown', bytes);
  }

  private print(mark: Mark): void {
    const last = this.marks.at(-1);
    const isMore =
      mark.kind === 'picture' &&
      last?.kind === 'picture' &&
      last.x === mark.x &&
      last.dots.width === mark.dots.width;
    // A picture comes in bands.
    if (isMore) for (const row of mark.dots.rows) last.dots.rows.push(row);
    else this.marks.push(mark);
    const feed = feedOf(mark);
    this.length += feed;
    this.state.linesLeft -= feed / LINE_DOTS;
    if (this.length > LONGEST) this.endSheet();
    this.report();
  }

  private endSheet(): void {
    this.count += 1;
    this.cut.push({ number: this.count, marks: this.marks, isCut: true });
    if (this.cut.length > this.keeps) this.cut.shift();
    this.marks = [];
    this.length = 0;
  }

  private pulse(pin: 2 | 5): void {
    this.pulses.push(pin);
    this.emit('pulse', pin);
    this.change({ drawerOpen: true });
  }
}
