/** Content of a file that grows and shrinks. What was never written is zero. */
export class Bytes {
  private buffer: Buffer;
  private length: number;

  constructor(content: Buffer = Buffer.alloc(0)) {
    this.buffer = Buffer.from(content);
    this.length = content.length;
  }

  get size(): number {
    return this.length;
  }

  /** The content; valid until the next change. */
  get content(): Buffer {
    return this.buffer.subarray(0, this.length);
  }

  copy(): Bytes {
    return new Bytes(this.content);
  }

  resize(size: number): void {
    this.reserve(size);
    if (size < this.length) this.buffer.fill(0, size, this.length);
    this.length = size;
  }

  write(bytes: Buffer, offset: number): void {
    if (offset + bytes.length > this.length) this.resize(offset + bytes.length);
    bytes.copy(this.buffer, offset);
  }

  /** The bytes from `start` on, filled up with zeros to the length. */
  read(start: number, length: number): Buffer {
    const bytes = Buffer.alloc(length);
    if (start < this.length) this.content.copy(bytes, 0, start, start + length);
    return bytes;
  }

  private reserve(size: number): void {
    if (size <= this.buffer.length) return;
    const larger = Buffer.alloc(Math.max(size, 2 * this.buffer.length));
    this.buffer.copy(larger, 0, 0, this.length);
    this.buffer = larger;
  }
}
