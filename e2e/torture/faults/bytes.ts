/** Content of a file that grows and shrinks. What was never written is zero. */
export class Bytes {
  #buffer: Buffer;
  #size: number;

  constructor(content: Buffer = Buffer.alloc(0)) {
    this.#buffer = Buffer.from(content);
    this.#size = content.length;
  }

  get size(): number {
    return this.#size;
  }

  /** The content; valid until the next change. */
  get content(): Buffer {
    return this.#buffer.subarray(0, this.#size);
  }

  copy(): Bytes {
    return new Bytes(this.content);
  }

  resize(size: number): void {
    this.#reserve(size);
    if (size < this.#size) this.#buffer.fill(0, size, this.#size);
    this.#size = size;
  }

  write(bytes: Buffer, offset: number): void {
    if (offset + bytes.length > this.#size) this.resize(offset + bytes.length);
    bytes.copy(this.#buffer, offset);
  }

  /** The bytes from `start` on, filled up with zeros to the length. */
  read(start: number, length: number): Buffer {
    const bytes = Buffer.alloc(length);
    if (start < this.#size) this.content.copy(bytes, 0, start, start + length);
    return bytes;
  }

  #reserve(size: number): void {
    if (size <= this.#buffer.length) return;
    const larger = Buffer.alloc(Math.max(size, 2 * this.#buffer.length));
    this.#buffer.copy(larger, 0, 0, this.#size);
    this.#buffer = larger;
  }
}
