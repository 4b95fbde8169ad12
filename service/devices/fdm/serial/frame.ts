/** Frames on the serial line of an FDM: STX, ASCII text, ETX and a check byte. */

export const STX = 0x02;
export const ETX = 0x03;
export const ACK = 0x06;
export const NACK = 0x15;

/** Longest text of a frame; the longest message has 162 characters. */
const MOST = 300;

/** Check byte of a text: two's complement of the sum of its bytes. */
export function checkByte(text: string): number {
  let sum = 0;
  for (const byte of Buffer.from(text, 'latin1')) sum += byte;
  return -sum & 0xff;
}

/** A text as it goes over the line. */
export function frameOf(text: string): Buffer {
  return Buffer.from([STX, ...Buffer.from(text, 'latin1'), ETX, checkByte(text)]);
}

/** What comes over the line: a message, one whose check byte is wrong, or an answer to a frame. */
export type Heard = { text: string } | 'spoilt' | 'ack' | 'nack';

/** Puts what comes in pieces together; what is neither frame nor answer is passed over. */
export class FrameReader {
  private text: number[] | null = null;
  private isEnded = false;

  /** @returns what is whole by now */
  push(bytes: Uint8Array): Heard[] {
    const heard: Heard[] = [];
    for (const byte of bytes) {
      const one = this.take(byte);
      if (one !== null) heard.push(one);
    }
    return heard;
  }

  /** Forgets a frame that has begun. */
  reset(): void {
    this.text = null;
    this.isEnded = false;
  }

  private take(byte: number): Heard | null {
    if (this.text === null) {
      if (byte === STX) this.text = [];
      return byte === ACK ? 'ack' : byte === NACK ? 'nack' : null;
    }
    if (this.isEnded) {
      const text = Buffer.from(this.text).toString('latin1');
      this.reset();
      return checkByte(text) === byte ? { text } : 'spoilt';
    }
    if (byte === ETX) this.isEnded = true;
    else if (this.text.length >= MOST) this.reset();
    else this.text.push(byte);
    return null;
  }
}
