/** Reads a SAF-T file piece by piece, as a tax authority's program would: nothing but the file is known. */
import { SaxesParser } from 'saxes';

/** An element with its text, or with its children. */
export interface Element {
  name: string;
  text: string;
  children: Element[];
  /** It has, or had, elements inside. */
  inner: boolean;
}

/** First child of a name. */
export function child(element: Element, name: string): Element | undefined {
  return element.children.find((c) => c.name === name);
}

/** Text at the end of a path of names, empty when there is none. */
export function textAt(element: Element, ...path: string[]): string {
  let at: Element | undefined = element;
  for (const name of path) at = at && child(at, name);
  return at?.text ?? '';
}

/** Children of a name. */
export function all(element: Element, name: string): Element[] {
  return element.children.filter((c) => c.name === name);
}

const SECTIONS = new Set(['SalesInvoices', 'MovementOfGoods', 'WorkingDocuments', 'Payments']);

/** A fixed decimal: the text's value times 10^24. */
export function fixed(text: string): bigint {
  const m = /^(-?\d+)(?:\.(\d{1,24}))?$/.exec(text);
  if (!m) throw new Error(`not a decimal: ${JSON.stringify(text)}`);
  return BigInt(m[1]! + (m[2] ?? '').padEnd(24, '0'));
}

/** One cent as {@link fixed} has it. */
export const CENT = 10n ** 22n;

/** Calls `take` for the header, each master record and each document, with the element around it. */
export class Reader {
  private readonly parser = new SaxesParser();
  private readonly decoder = new TextDecoder('windows-1252');
  private readonly stack: Element[] = [];
  private readonly problems: string[];

  constructor(take: (element: Element, parent: string) => void, problems: string[]) {
    this.problems = problems;
    this.parser.on('error', (error) => problems.push(`not well-formed: ${error.message}`));
    this.parser.on('xmldecl', ({ encoding }) => {
      if (encoding !== 'Windows-1252') problems.push(`declared as ${encoding}`);
    });
    this.parser.on('opentag', ({ name, attributes }) => {
      if (this.stack.length > 0 && Object.keys(attributes).length > 0)
        problems.push(`${name} has attributes`);
      const element: Element = { name, text: '', children: [], inner: false };
      const parent = this.stack.at(-1);
      if (parent) {
        parent.children.push(element);
        parent.inner = true;
      }
      this.stack.push(element);
    });
    this.parser.on('text', (text) => {
      const top = this.stack.at(-1);
      if (top) top.text += text;
    });
    this.parser.on('closetag', () => {
      const element = this.stack.pop()!;
      const parent = this.stack.at(-1)?.name ?? '';
      this.checkText(element);
      if (!this.isPiece(element, parent)) return;
      take(element, parent);
      // What was taken is forgotten, so that a year fits into memory.
      this.stack.at(-1)!.children.pop();
    });
  }

  /** Takes the next bytes of the file. */
  write(chunk: Uint8Array): void {
    for (const byte of chunk) {
      if (byte === 0x81 || byte === 0x8d || byte === 0x8f || byte === 0x90 || byte === 0x9d) {
        this.problems.push(`byte ${byte.toString(16)} is undefined in Windows-1252`);
      }
    }
    this.parser.write(this.decoder.decode(chunk, { stream: true }));
  }

  /** After the last byte. */
  end(): void {
    this.parser.close();
  }

  private isPiece({ name }: Element, parent: string): boolean {
    if (this.stack.length === 1) return name === 'Header';
    return (this.stack.length === 2 && parent === 'MasterFiles') || SECTIONS.has(parent);
  }

  private checkText({ name, text, inner }: Element): void {
    if (inner || name === 'MasterFiles') return;
    if (text === '') this.problems.push(`${name} is empty`);
    else if (text !== text.trim()) this.problems.push(`${name} has blanks around ${JSON.stringify(text)}`);
    else if (/^-\d/.test(text) && /Amount|Total|Quantity|Price|Percentage/.test(name)) {
      this.problems.push(`${name} is negative: ${text}`);
    }
  }
}
