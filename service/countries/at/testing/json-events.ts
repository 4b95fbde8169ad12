/**
 * Reads JSON (RFC 8259) piece by piece: a DEP of 100,000 receipts has 50 MB, and
 * none of it has to be in memory at once. Strict, with bounds on what a hostile
 * file could make large.
 */

/** A step through a JSON text. */
export type JsonEvent =
  | { type: 'begin'; kind: 'object' | 'array' }
  | { type: 'end' }
  | { type: 'key'; name: string }
  | { type: 'value'; value: string | number | boolean | null };

/** The text is no JSON, or goes beyond the bounds. */
export class JsonError extends Error {}

const MAX_TOKEN = 100_000;
const MAX_DEPTH = 16;
const SPACE = /[ \t\n\r]*/y;
const SCALAR = /[-+.\w]+/y;

/** What may come next; `first` allows the end of an array or object that is still empty. */
type Expected = 'value' | 'first value' | 'key' | 'first key' | 'colon' | 'more' | 'nothing';

/** Takes pieces of a text, gives events. */
export class JsonEvents {
  private rest = '';
  private expected: Expected = 'value';
  private readonly open: ('object' | 'array')[] = [];

  /**
   * The events that a piece makes complete.
   * @throws JsonError
   */
  push(piece: string): JsonEvent[] {
    return this.read(this.rest + piece, false);
  }

  /** The last events. @throws JsonError when the text ends too early */
  end(): JsonEvent[] {
    const events = this.read(this.rest, true);
    if (this.expected !== 'nothing') throw new JsonError('the file ends too early');
    return events;
  }

  private read(text: string, final: boolean): JsonEvent[] {
    const events: JsonEvent[] = [];
    let at = after(SPACE, text, 0);
    while (at < text.length) {
      const end = this.token(text, at, final, events);
      if (end === null) {
        if (final || text.length - at > MAX_TOKEN) throw new JsonError('a text in the file does not end');
        break;
      }
      at = after(SPACE, text, end);
    }
    this.rest = text.slice(at);
    return events;
  }

  /** Reads one token. Returns where it ends; null when that lies behind the piece. */
  private token(text: string, at: number, final: boolean, events: JsonEvent[]): number | null {
    const character = text[at]!;
    switch (character) {
      case '{':
      case '[':
        events.push(this.begin(character === '{' ? 'object' : 'array'));
        return at + 1;
      case '}':
      case ']':
        events.push(this.close(character === '}' ? 'object' : 'array'));
        return at + 1;
      case ':':
        if (this.expected !== 'colon') throw new JsonError('a colon where none belongs');
        this.expected = 'value';
        return at + 1;
      case ',':
        if (this.expected !== 'more') throw new JsonError('a comma where none belongs');
        this.expected = this.open.at(-1) === 'object' ? 'key' : 'value';
        return at + 1;
      case '"': {
        const end = stringEnd(text, at);
        if (end === null) return null;
        events.push(this.string(parsed(text.slice(at, end)) as string));
        return end;
      }
      default: {
        const end = after(SCALAR, text, at);
        if (end === at) throw new JsonError('a character where none belongs');
        // A number may go on in the next piece.
        if (end === text.length && !final) return null;
        events.push(this.value(parsed(text.slice(at, end)) as number | boolean | null));
        return end;
      }
    }
  }

  private begin(kind: 'object' | 'array'): JsonEvent {
    this.takeValue();
    if (this.open.length >= MAX_DEPTH) throw new JsonError('the file is nested too deeply');
    this.open.push(kind);
    this.expected = kind === 'object' ? 'first key' : 'first value';
    return { type: 'begin', kind };
  }

  private close(kind: 'object' | 'array'): JsonEvent {
    const mayEnd =
      this.expected === 'more' || this.expected === (kind === 'object' ? 'first key' : 'first value');
    if (this.open.pop() !== kind || !mayEnd) throw new JsonError('a bracket where none belongs');
    this.expected = this.open.length === 0 ? 'nothing' : 'more';
    return { type: 'end' };
  }

  private string(value: string): JsonEvent {
    if (this.expected !== 'key' && this.expected !== 'first key') return this.value(value);
    this.expected = 'colon';
    return { type: 'key', name: value };
  }

  private value(value: string | number | boolean | null): JsonEvent {
    this.takeValue();
    this.expected = this.open.length === 0 ? 'nothing' : 'more';
    return { type: 'value', value };
  }

  private takeValue(): void {
    if (this.expected === 'value' || this.expected === 'first value') return;
    throw new JsonError('a value where none belongs');
  }
}

function after(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

/** Where a string that begins at a place ends; null when that lies behind the text. */
function stringEnd(text: string, start: number): number | null {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text[end - 1 - slashes] === '\\') slashes++;
    if (slashes % 2 === 0) return end + 1;
  }
  return null;
}

/** Node knows what a string or a number may look like. */
function parsed(token: string): unknown {
  try {
    return JSON.parse(token);
  } catch {
    throw new JsonError('a text or number is not well-formed');
  }
}
