/** How long the commands of ESC/POS are; what they do is in interpreter.ts. */
import type { ByteQueue } from './byte-queue.ts';

export const ESC = 0x1b;
export const GS = 0x1d;
export const FS = 0x1c;

/** Parameters behind `ESC x`, where there is a fixed number of them. */
const AFTER_ESC: Readonly<Record<string, number>> = {
  ...{ '@': 0, '2': 0, i: 0, m: 0, '<': 0, ' ': 1, '!': 1, '-': 1, '3': 1, '=': 1, '?': 1, '%': 1 },
  ...{ E: 1, G: 1, J: 1, K: 1, M: 1, R: 1, T: 1, U: 1, V: 1, a: 1, d: 1, e: 1, r: 1, t: 1, u: 1, '{': 1 },
  ...{ $: 2, '\\': 2, B: 2, c: 2, p: 3 },
};

/** The same behind `GS x`. */
const AFTER_GS: Readonly<Record<string, number>> = {
  ...{ '!': 1, B: 1, H: 1, I: 1, a: 1, b: 1, f: 1, h: 1, r: 1, w: 1, '/': 1, T: 1 },
  ...{ L: 2, W: 2, P: 2, $: 2, '\\': 2, '^': 3, ':': 0 },
};

/** The same behind `FS x`. */
const AFTER_FS: Readonly<Record<string, number>> = { '&': 0, '.': 0, '!': 1, '-': 1, C: 1, W: 1, S: 2, p: 2 };

/** Tabulators, and bar codes that end with a zero: longer ones are none. */
const MOST_BEFORE_ZERO = 255;

/** Bytes of the command that is first; null when they have not all come. Of a command that is not known the first two. */
export function commandLength(bytes: ByteQueue): number | null {
  const first = bytes.at(0);
  if (first === undefined) return null;
  if (first !== ESC && first !== GS && first !== FS) return 1;
  const second = bytes.at(1);
  if (second === undefined) return null;
  const length = lengthOf(bytes, first, String.fromCharCode(second));
  return length !== null && bytes.length >= length ? length : null;
}

/** Whether the parameters of a command are known, so that it was read whole. */
export function isKnown(first: number, letter: string): boolean {
  if (first === FS) return Object.hasOwn(AFTER_FS, letter);
  return Object.hasOwn(first === ESC ? AFTER_ESC : AFTER_GS, letter);
}

function lengthOf(bytes: ByteQueue, first: number, letter: string): number | null {
  // Epson's later commands say their length; it must have come before it can be read.
  if (letter === '(') return bytes.length < 5 ? null : 5 + bytes.uint16(3);
  if (first === FS) return 2 + (AFTER_FS[letter] ?? 0);
  if (first === ESC) {
    if (letter === '*')
      return bytes.length < 5 ? null : 5 + bytes.uint16(3) * ((bytes.at(2)! & 0x20) === 0 ? 1 : 3);
    if (letter === 'D') return untilZero(bytes, 2);
    return 2 + (AFTER_ESC[letter] ?? 0);
  }
  if (letter === 'V') return (bytes.at(2) ?? 0) >= 0x41 ? 4 : 3;
  // What follows is read as it comes: it may be longer than a printer's memory.
  if (letter === 'v') return 8;
  if (letter === '8') return 7;
  if (letter === 'k') {
    const kind = bytes.at(2);
    if (kind === undefined) return null;
    if (kind < 0x41) return untilZero(bytes, 3);
    const length = bytes.at(3);
    return length === undefined ? null : 4 + length;
  }
  return 2 + (AFTER_GS[letter] ?? 0);
}

function untilZero(bytes: ByteQueue, from: number): number | null {
  for (let at = from; at < from + MOST_BEFORE_ZERO; at += 1) {
    const byte = bytes.at(at);
    if (byte === undefined) return null;
    if (byte === 0) return at + 1;
  }
  return from + MOST_BEFORE_ZERO;
}
