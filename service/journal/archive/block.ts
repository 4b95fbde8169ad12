/** Some records that were read from a compressed journal file. */

const LINE_FEED = 0x0a;

/** Neighbouring lines, by sequence number. */
export class ArchivedBlock {
  readonly bytes: Buffer;
  /** First and last sequence number. */
  readonly from: number;
  readonly to: number;
  /** Where each line begins, and where the last one ends. */
  private readonly begins: number[] = [0];

  /**
   * @param from sequence number of the first line
   * @param bytes whole lines
   */
  constructor(from: number, bytes: Buffer) {
    this.bytes = bytes;
    this.from = from;
    for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, end + 1)) {
      this.begins.push(end + 1);
    }
    this.to = from + this.begins.length - 2;
  }

  /** The records of a range of sequence numbers within the block, both included. */
  between(from: number, to: number): { sq: number; text: string }[] {
    return Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => ({
      ...{ sq: from + i, text: this.line(from + i) },
    }));
  }

  /** The record with a sequence number as text, without line feed. */
  line(sq: number): string {
    const [begin, end] = [this.begins[sq - this.from]!, this.begins[sq - this.from + 1]!];
    return this.bytes.toString('utf8', begin, end - 1);
  }
}
