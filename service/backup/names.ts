/** Names of backups: each is named after the last journal file in it (doc 2, GET /backup). */
import { readSegmentName, segmentName } from '../journal/segments/name.ts';

const ENDING = '.zip';

/** Name of a backup whose last journal file is this one: `0001.zip`. */
export function zipName(segment: number): string {
  return segmentName(segment).replace(/\.jou$/, ENDING);
}

/** The last journal file of the backup with this name; null for files that are none. */
export function readZipName(name: string): number | null {
  return name.endsWith(ENDING) ? readNumber(name.slice(0, -ENDING.length)) : null;
}

/** The query parameter `last`: `0001.zip`, also `0001` or `0001.jou`; null when it is none of these. */
export function readLast(text: string): number | null {
  return readNumber(text.replace(/\.(zip|jou)$/i, ''));
}

function readNumber(digits: string): number | null {
  const read = readSegmentName(`${digits}.jou`);
  return read && !read.compressed ? read.segment : null;
}
