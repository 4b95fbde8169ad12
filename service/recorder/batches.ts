/** Batches of journal lines as the portal takes them (docs/recorder.md, Records). */
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';

/** Most records of a batch. */
const MAX_RECORDS = 1000;
/** Half of what the portal takes. Only a line that is longer goes beyond it, alone. */
const MAX_BYTES = 4_000_000;

/** Where lines come from: the journal. */
export interface LineSource {
  /** Lines behind a sequence number and up to another one, page by page. */
  linesBetween(rn: string, after: number, until: number): AsyncIterable<readonly { text: string }[]>;
}

/** Records in order, none missing. */
export interface Batch {
  firstSq: number;
  lastSq: number;
  /** SHA-256 of the lines, hexadecimal. */
  digest: string;
  /** SHA-256 of the last line with its line feed. */
  lastLine: string;
  /** The lines, compressed by gzip. */
  packed: Buffer;
}

const pack = promisify(gzip);

/**
 * Reads the next batch, in steps between which sales go on.
 * @param until last record that may be in it; there must be one
 * @throws Error when the journal cannot be read
 */
export async function readBatch(
  source: LineSource,
  rn: string,
  firstSq: number,
  until: number,
): Promise<Batch> {
  const lines: Buffer[] = [];
  const hash = createHash('sha256');
  let size = 0;
  let isFull = false;
  const most = Math.min(until, firstSq + MAX_RECORDS - 1);
  for await (const page of source.linesBetween(rn, firstSq - 1, most)) {
    for (const { text } of page) {
      const line = Buffer.from(`${text}\n`);
      isFull = lines.length > 0 && size + line.length > MAX_BYTES;
      if (isFull) break;
      lines.push(line);
      size += line.length;
      hash.update(line);
    }
    if (isFull) break;
    await setImmediate();
  }
  if (lines.length === 0) throw new Error(`register ${rn}: record ${firstSq} is missing`);
  return {
    firstSq,
    lastSq: firstSq + lines.length - 1,
    digest: hash.digest('hex'),
    lastLine: digestOf(lines.at(-1)!),
    packed: await pack(Buffer.concat(lines), { level: constants.Z_BEST_SPEED }),
  };
}

/**
 * SHA-256 of a line with its line feed, hexadecimal; null for the one before the first.
 * @throws Error when the journal cannot be read
 */
export async function digestOfLine(source: LineSource, rn: string, sq: number): Promise<string | null> {
  if (sq < 1) return null;
  for await (const page of source.linesBetween(rn, sq - 1, sq))
    for (const { text } of page) return digestOf(`${text}\n`);
  throw new Error(`register ${rn}: record ${sq} is missing`);
}

/** What a register signs of a batch. */
export function signedText(registerId: number, { firstSq, lastSq, digest }: Batch): string {
  return `${registerId}\n${firstSq}\n${lastSq}\n${digest}`;
}

function digestOf(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}
