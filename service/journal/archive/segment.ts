/** A segment that was read from its compressed file. */
import { firstSqOf } from '../segments/name.ts';

const LINE_FEED = 0x0a;

/** The lines of a segment, by sequence number. */
export class ArchivedSegment {
  readonly bytes: Buffer;
  private readonly first: number;
  /** Where each line begins, and where the last one ends. */
  private readonly begins: number[] = [0];

  /** @param bytes the whole file, unpacked */
  constructor(segment: number, bytes: Buffer) {
    this.bytes = bytes;
    this.first = firstSqOf(segment);
    for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, end + 1)) {
      this.begins.push(end + 1);
    }
  }

  /** Number of lines. */
  get count(): number {
    return this.begins.length - 1;
  }

  /** The records of a range of sequence numbers within the segment, both included. */
  between(from: number, to: number): { sq: number; text: string }[] {
    return Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => ({
      ...{ sq: from + i, text: this.line(from + i) },
    }));
  }

  /** The record with a sequence number as text, without line feed. */
  line(sq: number): string {
    const [begin, end] = [this.begins[sq - this.first]!, this.begins[sq - this.first + 1]!];
    return this.bytes.toString('utf8', begin, end - 1);
  }
}
