/**
 * A line display in small: two lines of twenty characters. It is strict: a
 * command that its dialect does not have is told and shows nothing, where a real
 * one would show rubbish.
 */
import { EventEmitter } from 'node:events';
import iconv from 'iconv-lite';

/** What a display understands. */
export type Dialect = 'epson' | 'cd5220';

const COLUMNS = 20;
const ROWS = 2;
const ESC = 0x1b;
const US = 0x1f;
const CR = 0x0d;
const CLEAR = 0x0c;

/** Code pages of `ESC t`. */
const PAGES: Readonly<Record<number, string>> = {
  ...{ 0: 'cp437', 2: 'cp850', 3: 'cp860', 5: 'cp865', 16: 'win1252', 17: 'cp866', 18: 'cp852', 19: 'cp858' },
};

/** Parameters behind two bytes, where there is a fixed number of them. */
const LENGTHS: Readonly<Record<Dialect, Readonly<Record<string, number>>>> = {
  epson: {
    ...{ '1b 40': 0, '1b 74': 1, '1b 52': 1, '1b 3d': 1, '1f 01': 0, '1f 02': 0, '1f 03': 0 },
    ...{ '1f 24': 2, '1f 43': 1, '1f 45': 1, '1f 58': 1, '1f 40': 0 },
  },
  cd5220: {
    ...{ '1b 40': 0, '1b 63': 1, '1b 66': 1, '1b 3d': 1, '1b 11': 0, '1b 12': 0, '1b 13': 0 },
    ...{ '1b 6c': 2, '1b 5f': 1, '1b 2a': 1 },
  },
};

/** Emits `shown` when its lines are others, `unknown` with the bytes of a command that it does not have. */
export class EmulatedLineDisplay extends EventEmitter<{ shown: []; unknown: [string] }> {
  private readonly dialect: Dialect;
  private cells: string[] = Array<string>(COLUMNS * ROWS).fill(' ');
  private cursor = 0;
  private page = 0;
  private pending: number[] = [];
  /** Whole lines were written: nothing else works until it is cleared. */
  private writesLines = false;
  /** Commands that it does not have, in hexadecimal. */
  readonly refused: string[] = [];

  constructor(dialect: Dialect = 'epson') {
    super();
    this.dialect = dialect;
  }

  /** What is shown, without blanks at the ends. */
  get lines(): string[] {
    return Array.from({ length: ROWS }, (_, row) =>
      this.cells
        .slice(row * COLUMNS, (row + 1) * COLUMNS)
        .join('')
        .trimEnd(),
    );
  }

  /** Bytes come in, in pieces of any size. */
  receive(bytes: Uint8Array): void {
    const before = this.lines.join('\n');
    for (const byte of bytes) this.take(byte);
    if (this.lines.join('\n') !== before) this.emit('shown');
  }

  private take(byte: number): void {
    this.pending.push(byte);
    const command = this.pending;
    const [first, second] = command as [number, number?];
    if (first !== ESC && first !== US) {
      this.pending = [];
      this.single(first);
      return;
    }
    if (second === undefined) return;
    if (this.dialect === 'cd5220' && first === ESC && second === 0x51) {
      this.wholeLine(command);
      return;
    }
    const length = LENGTHS[this.dialect][hex(command.slice(0, 2))];
    if (length === undefined) this.refuse(command);
    else if (command.length === length + 2) {
      this.pending = [];
      if (this.writesLines) this.refuse(command);
      else this.run(command);
    }
  }

  /** `ESC Q A text CR`, and B for the second line. */
  private wholeLine(command: readonly number[]): void {
    const [, , which, ...rest] = command;
    if (which === undefined) return;
    if (which !== 0x41 && which !== 0x42) {
      this.refuse(command);
      return;
    }
    if (rest.at(-1) !== CR) {
      if (rest.length > COLUMNS) this.refuse(command);
      return;
    }
    this.pending = [];
    this.writesLines = true;
    const text = rest.slice(0, -1);
    for (let i = 0; i < COLUMNS; i += 1) {
      this.cells[(which - 0x41) * COLUMNS + i] = i < text.length ? this.letter(text[i]!) : ' ';
    }
  }

  private single(byte: number): void {
    if (byte === CLEAR) {
      this.cells.fill(' ');
      this.cursor = 0;
      this.writesLines = false;
    } else if (this.writesLines || (byte < 0x20 && ![0x0b, CR, 0, 0x18].includes(byte))) this.refuse([byte]);
    else if (byte === 0x0b) this.cursor = 0;
    else if (byte === CR) this.cursor -= this.cursor % COLUMNS;
    else if (byte === 0x18) {
      const row = this.cursor - (this.cursor % COLUMNS);
      this.cells.fill(' ', row, row + COLUMNS);
    } else if (byte >= 0x20) {
      this.cells[this.cursor] = this.letter(byte);
      this.cursor = (this.cursor + 1) % (COLUMNS * ROWS);
    }
  }

  private run([first, second, n = 0, m = 0]: readonly number[]): void {
    if (first === ESC && second === 0x40) {
      this.single(CLEAR);
      this.page = 0;
    } else if (first === ESC && second === 0x74) {
      if (n in PAGES) this.page = n;
      else this.refuse([first, second, n]);
    } else if ((first === US && second === 0x24) || (first === ESC && second === 0x6c)) {
      if (n >= 1 && n <= COLUMNS && m >= 1 && m <= ROWS) this.cursor = (m - 1) * COLUMNS + n - 1;
      else this.refuse([first, second, n, m]);
    }
  }

  private letter(byte: number): string {
    return iconv.decode(Buffer.of(byte), PAGES[this.page] ?? 'cp437');
  }

  private refuse(command: readonly number[]): void {
    this.pending = [];
    this.refused.push(hex(command));
    this.emit('unknown', hex(command));
  }
}

function hex(bytes: readonly number[]): string {
  return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
}
