/**
 * Frames of the old protocol of Polish printers (Posnet Thermal 1.01; Novitus, Elzab): ESC P, data,
 * a check byte as two hexadecimal digits, ESC \. Text is Mazovia. Questions of one byte have answers of one byte.
 */
import { fromBytes, toBytes } from '../letters.ts';

const ESC = 0x1b;
const [BEGIN, END] = ['P'.charCodeAt(0), '\\'.charCodeAt(0)];
const MOST_BYTES = 2048;
const CHECK = /^[\dA-F]{2}$/;

/** Questions of one byte: is it ready, what became of the last command; and the byte that ends what was begun. */
export const DLE = 0x10;
export const ENQ = 0x05;
export const CAN = 0x18;

/** Kind of a report over a period. */
const EACH_DAY = 0;

/** A field of text ends with CR. */
export const CR = '\r';

/** FF, XOR all bytes. */
export function checkByte(data: Uint8Array): string {
  const sum = data.reduce((all, byte) => all ^ byte, 0xff);
  return sum.toString(16).toUpperCase().padStart(2, '0');
}

/** The bytes of data whose fields of text end with CR. */
function dataBytes(data: string): Buffer {
  return Buffer.concat(
    data.split(CR).flatMap((part, i) => [...(i === 0 ? [] : [Buffer.from(CR)]), toBytes(part, 'mazovia')]),
  );
}

/** The whole frame of a command. */
export function frame(data: string): Buffer {
  const bytes = dataBytes(data);
  return Buffer.concat([Buffer.of(ESC, BEGIN), bytes, Buffer.from(checkByte(bytes)), Buffer.of(ESC, END)]);
}

/** Takes bytes as they come and gives the data of frames; their check byte is cut off where it is right. */
export class Frames {
  private held: number[] | null = null;
  private isEscaped = false;

  push(bytes: Uint8Array): string[] {
    const complete: string[] = [];
    for (const byte of bytes) {
      if (this.isEscaped) {
        this.isEscaped = false;
        if (byte === BEGIN) this.held = [];
        else if (byte === END && this.held) {
          complete.push(readData(Uint8Array.from(this.held)));
          this.held = null;
        }
      } else if (byte === ESC) this.isEscaped = true;
      else if (this.held && this.held.length < MOST_BYTES) this.held.push(byte);
      else this.held = null;
    }
    return complete;
  }
}

/** Answers to errors have no check byte on all models. */
function readData(inside: Uint8Array): string {
  const text = fromBytes(inside, 'mazovia');
  const check = text.slice(-2);
  return CHECK.test(check) && checkByte(inside.subarray(0, -2)) === check ? text.slice(0, -2) : text;
}

/** A report of the fiscal memory over a period with each of its days. Days are `YYYY-MM-DD`. */
export function periodReport(from: string, till: string): string {
  const parts = [from, till].flatMap((day) => day.slice(2).split('-').map(Number));
  return `${parts.join(';')};${EACH_DAY}#o`;
}
