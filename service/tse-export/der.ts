/**
 * Elements of DER (X.690), read without copying. Stricter than readers for everybody,
 * and open in one place: a maker of TSEs writes some elements with indefinite length.
 */

/** An element; all places are offsets in the bytes that were read. */
export interface Element {
  /** First byte: class, form and number. */
  tag: number;
  start: number;
  contentStart: number;
  contentEnd: number;
  end: number;
  /** BER, not DER: the length is not told in front. */
  isIndefinite: boolean;
}

/** The bytes are no such encoding. */
export class DerError extends Error {}

/** Elements within each other that are followed. */
const DEEPEST = 4;
const CONSTRUCTED = 0x20;

/**
 * All elements of a range.
 * @throws DerError
 */
export function readElements(bytes: Buffer, from: number, to: number): Element[] {
  const elements: Element[] = [];
  for (let at = from; at < to;) {
    const element = readElement(bytes, at, to);
    elements.push(element);
    at = element.end;
  }
  return elements;
}

/**
 * The element that begins at a place.
 * @throws DerError
 */
export function readElement(bytes: Buffer, start: number, to: number, depth = 0): Element {
  const wrong = (text: string): never => {
    throw new DerError(`byte ${start}: ${text}`);
  };
  if (start + 2 > to) wrong('an element is cut off');
  const tag = bytes[start]!;
  if ((tag & 0x1f) === 0x1f) wrong('a tag of more than one byte');
  const first = bytes[start + 1]!;
  let length = first;
  let contentStart = start + 2;
  if (first === 0x80) {
    if ((tag & CONSTRUCTED) === 0 || depth >= DEEPEST) wrong('a length that is not told');
    return indefinite(bytes, tag, start, to, depth);
  }
  if (first > 0x80) {
    const octets = first - 0x80;
    if (octets > 4) wrong('a length of more than four bytes');
    contentStart += octets;
    if (contentStart > to) wrong('an element is cut off');
    length = bytes.readUIntBE(start + 2, octets);
    if (length < 0x80 || bytes[start + 2] === 0) wrong('a length with more bytes than it needs');
  }
  const end = contentStart + length;
  if (end > to) wrong('an element is longer than what it is in');
  return { tag, start, contentStart, contentEnd: end, end, isIndefinite: false };
}

function indefinite(bytes: Buffer, tag: number, start: number, to: number, depth: number): Element {
  let at = start + 2;
  for (;;) {
    if (at + 2 > to) throw new DerError(`byte ${start}: an element without an end`);
    if (bytes[at] === 0 && bytes[at + 1] === 0) break;
    at = readElement(bytes, at, to, depth + 1).end;
  }
  return { tag, start, contentStart: start + 2, contentEnd: at, end: at + 2, isIndefinite: true };
}

/**
 * Content of an element: of a constructed one that of its parts, one behind the other.
 * @throws DerError
 */
export function contentOf(bytes: Buffer, { tag, contentStart, contentEnd }: Element, depth = 0): Buffer {
  if ((tag & CONSTRUCTED) === 0) return bytes.subarray(contentStart, contentEnd);
  if (depth >= DEEPEST) throw new DerError('too many elements within each other');
  const parts = readElements(bytes, contentStart, contentEnd);
  return Buffer.concat(parts.map((part) => contentOf(bytes, part, depth + 1)));
}

/**
 * A whole number from 0 to 2^53-1, of content octets as INTEGER has them.
 * @throws DerError
 */
export function numberOf(content: Buffer): number {
  const [first = 0x80, second = 0x80] = content;
  if (first >= 0x80) throw new DerError('a number that is negative or has no bytes');
  if (content.length > 1 && first === 0 && second < 0x80)
    throw new DerError('a number with more bytes than it needs');
  let value = 0;
  for (const byte of content) {
    value = value * 256 + byte;
    if (value > Number.MAX_SAFE_INTEGER) throw new DerError('a number that is too large');
  }
  return value;
}

/** Dotted text of an object identifier's content. @throws DerError */
export function identifierOf(content: Buffer): string {
  if (content.length === 0 || content.length > 32 || content.at(-1)! >= 0x80)
    throw new DerError('no object identifier');
  const arcs: number[] = [];
  let arc = 0;
  for (const byte of content) {
    arc = arc * 128 + (byte & 0x7f);
    if (arc > 0xffff_ffff) throw new DerError('no object identifier');
    if (byte >= 0x80) continue;
    if (arcs.length === 0) {
      const top = Math.min(2, Math.floor(arc / 40));
      arcs.push(top, arc - top * 40);
    } else arcs.push(arc);
    arc = 0;
  }
  return arcs.join('.');
}
