/**
 * What ESC/POS printers say of themselves: answers to DLE EOT, automatic status
 * (ASB), process ids (GS ( H) and answers that queue behind print data (GS r).
 * The kinds are told apart by fixed bits of their first byte.
 */

/** Paper of the roll. Printers without a sensor for it never say `near end`. */
export type PaperLevel = 'enough' | 'near end' | 'end';

/**
 * What stops a printer by itself:
 * - `cutter`: the knife is jammed
 * - `hot`: the head cools down, and it goes on by itself
 * - `recoverable`: goes on when the cause is removed
 * - `broken`: has to be switched off and on, or repaired
 */
export type PrinterError = 'cutter' | 'hot' | 'recoverable' | 'broken';

/** State of a printer; null where it did not tell. */
export interface PrinterStatus {
  online: boolean | null;
  coverOpen: boolean | null;
  paper: PaperLevel | null;
  /** Level of pin 3 of the drawer's plug; which one means open depends on the drawer. */
  drawerHigh: boolean | null;
  error: PrinterError | 'none' | null;
}

/** A printer that has told nothing yet. */
export const UNKNOWN_STATUS: PrinterStatus = {
  online: null,
  coverOpen: null,
  paper: null,
  drawerHigh: null,
  error: null,
};

/** Questions of DLE EOT: about the printer, why it is offline, its error, its paper. */
export type Question = 1 | 2 | 3 | 4;

/** Something that a printer has sent. */
export type PrinterMessage =
  /** Answer to the one DLE EOT that was asked. */
  | { kind: 'answer'; byte: number }
  | { kind: 'status'; status: PrinterStatus }
  /** Everything that was sent before the GS ( H with this id is on paper. */
  | { kind: 'done'; id: string }
  /** Everything that was sent before a GS r has been worked on. */
  | { kind: 'reached'; byte: number }
  /** Answer to GS I, printable letters. */
  | { kind: 'text'; text: string }
  /** The printer has thrown away what it had not printed. */
  | { kind: 'cleared' };

/** Bytes of the question `DLE EOT n`, which a printer answers even while it is offline. */
export function ask(question: Question): Uint8Array {
  return Uint8Array.of(0x10, 0x04, question);
}

/** What an answer to a question adds to what is known. */
export function answered(status: PrinterStatus, question: Question, byte: number): PrinterStatus {
  const has = (bit: number) => (byte & bit) !== 0;
  switch (question) {
    case 1:
      return { ...status, online: !has(0x08), drawerHigh: has(0x04) };
    case 2:
      return {
        ...status,
        coverOpen: has(0x04),
        ...(has(0x20) && { paper: 'end' as const }),
        ...(!has(0x40) && { error: 'none' as const }),
      };
    case 3:
      return { ...status, error: errorOf(has(0x08), has(0x20), has(0x40), has(0x04)) };
    case 4:
      return { ...status, paper: has(0x60) ? 'end' : has(0x0c) ? 'near end' : 'enough' };
  }
}

function errorOf(cutter: boolean, broken: boolean, hot: boolean, other: boolean): PrinterStatus['error'] {
  if (broken) return 'broken';
  if (cutter) return 'cutter';
  if (hot) return 'hot';
  return other ? 'recoverable' : 'none';
}

const PROCESS_HEADER = [0x37, 0x22];
const CLEARED = [0x37, 0x25, 0x00];
const XON = 0x11;
const XOFF = 0x13;
/** A longer message is none: the line is out of step. */
const MOST_PENDING = 16;
/** First byte of an answer to GS I, and the most bytes of it. */
const TEXT = 0x5f;
const MOST_TEXT = 82;

/** Reads the bytes of a printer, in pieces of any size; what makes no sense is left out. */
export class StatusReader {
  private pending: number[] = [];

  /** Messages that are complete with these bytes. */
  push(bytes: Uint8Array): PrinterMessage[] {
    const messages: PrinterMessage[] = [];
    for (const byte of bytes) {
      if ((byte === XON || byte === XOFF) && this.pending[0] !== 0x37 && this.pending[0] !== TEXT) continue;
      this.pending.push(byte);
      const message = this.take();
      if (message) messages.push(message);
    }
    return messages;
  }

  /** The message that the pending bytes are, if they are one. Drops bytes until they may become one. */
  private take(): PrinterMessage | null {
    for (; this.pending.length > 0; this.pending.shift()) {
      const [first] = this.pending as [number];
      const read =
        first === TEXT
          ? this.text()
          : first === 0x37
            ? this.labelled()
            : (first & 0x93) === 0x10
              ? this.automatic()
              : this.single(first);
      if (read === 'more') return null;
      if (read !== 'none') {
        this.pending = [];
        return read;
      }
    }
    return null;
  }

  private single(byte: number): PrinterMessage | 'none' {
    if ((byte & 0x93) === 0x12) return { kind: 'answer', byte };
    return (byte & 0x90) === 0 ? { kind: 'reached', byte } : 'none';
  }

  /** `5F text 00`. */
  private text(): PrinterMessage | 'more' | 'none' {
    const { pending } = this;
    if (pending.length > MOST_TEXT) return 'none';
    if (pending.at(-1) !== 0) return 'more';
    const text = String.fromCharCode(...pending.slice(1, -1).filter((byte) => byte >= 0x20 && byte <= 0x7e));
    return { kind: 'text', text: text.trim() };
  }

  /** `37 22 id 00` or `37 25 00`. */
  private labelled(): PrinterMessage | 'more' | 'none' {
    const { pending } = this;
    const begins = (what: readonly number[]) =>
      what.every((b, i) => pending[i] === undefined || pending[i] === b);
    if (!begins(PROCESS_HEADER) && !begins(CLEARED)) return 'none';
    if (pending.length > MOST_PENDING) return 'none';
    if (pending.length < 3 || pending.at(-1) !== 0) return 'more';
    if (begins(CLEARED)) return { kind: 'cleared' };
    return { kind: 'done', id: String.fromCharCode(...pending.slice(2, -1)) };
  }

  /** Four bytes of automatic status. */
  private automatic(): PrinterMessage | 'more' | 'none' {
    const [first, second, third, fourth] = this.pending;
    if ([second, third, fourth].some((byte) => byte !== undefined && (byte & 0x90) !== 0)) return 'none';
    if (fourth === undefined) return 'more';
    const has = (byte: number | undefined, bit: number) => (byte! & bit) !== 0;
    return {
      kind: 'status',
      status: {
        online: !has(first, 0x08),
        coverOpen: has(first, 0x20),
        drawerHigh: has(first, 0x04),
        paper: has(third, 0x0c) ? 'end' : has(third, 0x03) ? 'near end' : 'enough',
        error: errorOf(has(second, 0x08), has(second, 0x20), has(second, 0x40), has(second, 0x04)),
      },
    };
  }
}
