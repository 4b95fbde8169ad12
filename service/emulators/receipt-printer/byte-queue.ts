/** Bytes that have come and were not read yet; linear in their number, in whatever pieces they come. */
export class ByteQueue {
  private store = Buffer.alloc(1024);
  private start = 0;
  private end = 0;

  get length(): number {
    return this.end - this.start;
  }

  push(bytes: Uint8Array): void {
    const needed = this.length + bytes.length;
    if (this.end + bytes.length > this.store.length) {
      const store = needed * 2 > this.store.length ? Buffer.alloc(needed * 2) : this.store;
      this.store.copy(store, 0, this.start, this.end);
      this.end = this.length;
      this.start = 0;
      this.store = store;
    }
    this.store.set(bytes, this.end);
    this.end += bytes.length;
  }

  /** A byte that waits; undefined when it has not come. */
  at(index: number): number | undefined {
    return index < this.length ? this.store[this.start + index] : undefined;
  }

  /** Two bytes that wait, the low one first; both must have come. */
  uint16(index: number): number {
    return this.store.readUInt16LE(this.start + index);
  }

  /** Takes bytes out, as many as there are up to a number. */
  take(most: number): Buffer {
    const end = Math.min(this.end, this.start + most);
    const taken = Buffer.from(this.store.subarray(this.start, end));
    this.start = end;
    return taken;
  }
}
