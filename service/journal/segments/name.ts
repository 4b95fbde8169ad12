/** Segments: files of the journal with 1000 sequence numbers each, named after their range (doc 2, Journal). */

/** Sequence numbers of a segment. */
export const SEGMENT_SIZE = 1000;

/** Number of the segment that holds a record: 0 for SQ 1 to 999, 1 for 1000 to 1999. */
export function segmentOf(sq: number): number {
  return Math.floor(sq / SEGMENT_SIZE);
}

/** First sequence number of a segment; records count from 1. */
export function firstSqOf(segment: number): number {
  return Math.max(1, segment * SEGMENT_SIZE);
}

/** Last sequence number of a segment. */
export function lastSqOf(segment: number): number {
  return segment * SEGMENT_SIZE + SEGMENT_SIZE - 1;
}

/** Name of a segment's file: `0001.jou`; from the ten thousandth on one digit more. */
export function segmentName(segment: number): string {
  return `${String(segment).padStart(4, '0')}.jou`;
}

/** What a file name says; null for files that are no segments, such as those kept aside. */
export function readSegmentName(file: string): { segment: number; compressed: boolean } | null {
  const m = /^(\d{4,9})\.jou(\.gz)?$/.exec(file);
  if (!m) return null;
  const segment = Number(m[1]);
  return segmentName(segment) === `${m[1]}.jou` ? { segment, compressed: m[2] !== undefined } : null;
}
