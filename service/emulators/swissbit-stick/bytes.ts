/** What the emulated stick reads from commands and puts into answers. */

/** It says no, with a number of its own. */
export class Refusal extends Error {
  readonly code: number;

  constructor(code: number) {
    super(code.toString(16));
    this.code = code;
  }
}

/** Arguments of a command. */
export class Reader {
  private readonly bytes: Buffer;
  private at = 0;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  u8(): number {
    return this.take(1)[0]!;
  }

  u32(): number {
    return this.take(4).readUInt32BE();
  }

  u64(): number {
    return Number(this.take(8).readBigUInt64BE());
  }

  str(): string {
    return this.text(this.u8());
  }

  text(length: number): string {
    return this.take(length).toString('latin1');
  }

  private take(length: number): Buffer {
    const piece = this.bytes.subarray(this.at, this.at + length);
    if (piece.length < length) throw new Refusal(0x1007);
    this.at += length;
    return piece;
  }
}

/** A client id as lists have it. */
export function padded(text: string): Buffer {
  const bytes = Buffer.alloc(32);
  bytes.write(text, 'latin1');
  return bytes;
}

/** Eight bytes. */
export function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
}
