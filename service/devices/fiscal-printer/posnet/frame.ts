/**
 * Frames of the Posnet protocol: STX, a command, parameters of two letters and a value that
 * end with TAB, `#`, a check sum, ETX. Text is Windows-1250.
 */
import { fromBytes, inLetters, toBytes } from '../letters.ts';

const STX = 0x02;
const ETX = 0x03;
const TAB = '\t';
/** Longest answer that is read, bytes. */
const MOST_BYTES = 8192;
const POLYNOMIAL = 0x1021;

/** A parameter: two letters and its value. True and false are 1 and 0. */
export type Parameter = readonly [name: string, value: string | number | boolean];

/** CRC-16 with polynomial 1021, from 0, nothing reflected (XMODEM). */
export function crc16(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = ((crc << 1) ^ (crc & 0x8000 ? POLYNOMIAL : 0)) & 0xffff;
  }
  return crc;
}

/** The whole frame of a command. */
export function frame(command: string, parameters: readonly Parameter[] = []): Buffer {
  const written = parameters.map(([name, value]) => `${name}${valueText(value)}${TAB}`);
  const body = Buffer.concat([Buffer.from(`${command}${TAB}`), ...written.map((text) => toTabbed(text))]);
  const sum = crc16(body).toString(16).toUpperCase().padStart(4, '0');
  return Buffer.concat([Buffer.of(STX), body, Buffer.from(`#${sum}`), Buffer.of(ETX)]);
}

/** A control character in a value would end it. */
function valueText(value: Parameter[1]): string {
  return typeof value === 'boolean' ? (value ? '1' : '0') : inLetters(String(value), 'windows-1250');
}

function toTabbed(text: string): Buffer {
  return Buffer.concat([toBytes(text.slice(0, -1), 'windows-1250'), Buffer.from(TAB)]);
}

/** What is in a frame. */
export interface Frame {
  command: string;
  /** Values by the names of their parameters. */
  values: ReadonlyMap<string, string>;
  /** Number of the error; null for none. */
  error: number | null;
}

/** Reads what is between STX and ETX; null where the check sum is wrong or it makes no sense. */
export function readFrame(inside: Uint8Array): Frame | null {
  const at = inside.lastIndexOf('#'.charCodeAt(0));
  const sum = at < 0 ? '' : fromBytes(inside.subarray(at + 1), 'windows-1250');
  if (!/^[\da-f]{4}$/i.test(sum) || parseInt(sum, 16) !== crc16(inside.subarray(0, at))) return null;
  const [command = '', ...fields] = fromBytes(inside.subarray(0, at), 'windows-1250').split(TAB);
  if (!/^!?[\da-z]{1,32}$/i.test(command)) return null;
  const values = new Map<string, string>();
  let error: number | null = null;
  for (const field of fields) {
    const [, number] = /^\?(\d{1,5})$/.exec(field) ?? [];
    if (number !== undefined) error = Number(number);
    else if (field.length >= 2 && !field.startsWith('@')) values.set(field.slice(0, 2), field.slice(2));
  }
  return { command: command.replace(/^!/, ''), values, error };
}

/** Takes bytes as they come and gives what is inside of frames; noise between them is passed over. */
export class Frames {
  private held: number[] | null = null;

  /** @returns what is inside of the frames that are complete now */
  push(bytes: Uint8Array): Uint8Array[] {
    const complete: Uint8Array[] = [];
    for (const byte of bytes) {
      if (byte === STX) this.held = [];
      else if (byte === ETX && this.held) {
        complete.push(Uint8Array.from(this.held));
        this.held = null;
      } else if (this.held && this.held.length < MOST_BYTES) this.held.push(byte);
      else this.held = null;
    }
    return complete;
  }
}
