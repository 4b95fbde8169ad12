/** Reads journal files without a database beside them: plain ones and compressed ones. */
import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { createGunzip } from 'node:zlib';
import type { Json } from '../../receipt/json.ts';
import type { JournalRecord } from '../../receipt/tra.ts';
import { DamagedFileError } from './damaged.ts';
import { readLine } from './line.ts';
import { firstSqOf, lastSqOf, readSegmentName, segmentName } from './name.ts';

/** A line, and where it stands. */
export interface PlacedLine {
  record: JournalRecord;
  changes: Record<string, Json>;
  /** The line as it is, without line feed. */
  text: string;
  /** `<file>:<number of the line>` */
  place: string;
}

/** Told of what is left out. */
export interface LeftOut {
  /** A last line that was not written to its end, as a crash leaves it. */
  unfinished: (place: string) => void;
  /** A file that is damaged while its other form, plain or compressed, is whole. */
  damaged: (file: string, reason: string) => void;
}

const IS_NONE = 'is no record as Tillmark writes it';
const LINE_FEED = 0x0a;
/** Bytes that are read at a time. */
const CHUNK = 256 * 1024;
/** Bytes of a line; requests are much shorter. */
const LONGEST = 64_000_000;

/**
 * All records of a folder with the files of one register, in order and without a
 * gap from SQ 1 on, some at a time.
 * @throws DamagedFileError
 */
export async function* readFolder(folder: string, leftOut: LeftOut): AsyncGenerator<PlacedLine[]> {
  const segments = await segmentsOf(folder);
  let rn: string | undefined;
  for (const [segment, forms] of segments.entries()) {
    const file = forms.length > 1 ? await choose(segment, forms, leftOut) : forms[0]!;
    const isLast = segment === segments.length - 1;
    for await (const lines of recordsOf(file, segment, isLast ? leftOut.unfinished : null)) {
      for (const { record, place } of lines) {
        rn ??= record.RN;
        if (record.RN !== rn) throw new DamagedFileError(`${place} is of register ${record.RN}, not ${rn}`);
      }
      yield lines;
    }
  }
}

/**
 * The records of a file, as many at a time as are read at once: a turn of the event loop for each would take longer than some of the work.
 * @param onUnfinished told of a last line without an end; null where the file has to be full
 */
export async function* recordsOf(
  file: string,
  segment: number,
  onUnfinished: ((place: string) => void) | null,
): AsyncGenerator<PlacedLine[]> {
  let expected = firstSqOf(segment);
  for await (const pieces of linesOfFile(file)) {
    const read: PlacedLine[] = [];
    for (const { bytes, place, isWhole } of pieces) {
      if (!isWhole && onUnfinished) {
        onUnfinished(place);
        break;
      }
      const text = bytes.toString('utf8');
      const line = isWhole && isUtf8(bytes) ? readLine(text) : null;
      const problem = line ? placeProblem(line.record.SQ, expected, segment) : IS_NONE;
      if (!line || problem !== null) {
        // Whoever wants the records before it gets them.
        yield read;
        throw new DamagedFileError(`${place} ${problem}`);
      }
      expected++;
      read.push({ ...line, text, place });
    }
    yield read;
  }
  if (!onUnfinished && expected <= lastSqOf(segment)) {
    throw new DamagedFileError(`${file} ends before SQ ${expected}, and there is a file behind it`);
  }
}

/** Why a record does not stand where it should, null when it does. */
function placeProblem(SQ: number, expected: number, segment: number): string | null {
  if (SQ !== expected) return `has SQ ${SQ}, not ${expected}`;
  return SQ > lastSqOf(segment) ? `with SQ ${SQ} belongs to the next file` : null;
}

/** The files of a folder by their numbers; of a file in both forms the plain one first. */
async function segmentsOf(folder: string): Promise<string[][]> {
  const segments: string[][] = [];
  for (const name of (await fs.readdir(folder)).sort()) {
    const read = readSegmentName(name);
    if (read) (segments[read.segment] ??= []).push(path.join(folder, name));
  }
  for (const segment of segments.keys()) {
    if (segments[segment] === undefined) {
      throw new DamagedFileError(
        `${path.join(folder, segmentName(segment))} is missing, and there are files behind it`,
      );
    }
  }
  return segments;
}

/**
 * Chooses between the two forms of a file: either when they hold the same, else
 * the one that is whole.
 * @throws DamagedFileError when none is, or when both are and say different things
 */
async function choose(segment: number, forms: readonly string[], leftOut: LeftOut): Promise<string> {
  const [plain, packed] = [await contentOf(forms[0]!, segment), await contentOf(forms[1]!, segment)];
  if (plain.digest === packed.digest && plain.problem === null) return forms[0]!;
  if (plain.problem === null && packed.problem === null) {
    throw new DamagedFileError(`${forms[0]} and ${forms[1]} say different things`);
  }
  if (packed.problem !== null && plain.problem !== null) throw new DamagedFileError(plain.problem);
  const [good, bad] = plain.problem === null ? forms : [forms[1], forms[0]];
  leftOut.damaged(bad!, plain.problem ?? packed.problem!);
  return good!;
}

/** Digest of the lines of a file, and what is wrong with it as a full one. */
async function contentOf(file: string, segment: number): Promise<{ digest: string; problem: string | null }> {
  const hash = createHash('sha256');
  try {
    for await (const lines of recordsOf(file, segment, null)) {
      for (const { text } of lines) hash.update(`${text}\n`);
    }
  } catch (error) {
    if (!(error instanceof DamagedFileError)) throw error;
    return { digest: '', problem: error.message };
  }
  return { digest: hash.digest('hex'), problem: null };
}

/** A line of a file, or what stands behind the last one. */
interface Piece {
  bytes: Buffer;
  place: string;
  isWhole: boolean;
}

async function* linesOfFile(file: string): AsyncGenerator<Piece[]> {
  let pieces: Buffer[] = [];
  let number = 1;
  let length = 0;
  const take = (isWhole: boolean) => {
    const bytes = pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
    pieces = [];
    length = 0;
    return { bytes, place: `${file}:${number++}`, isWhole };
  };
  try {
    for await (const chunk of bytesOf(file)) {
      const lines: Piece[] = [];
      let from = 0;
      for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, from)) {
        pieces.push(chunk.subarray(from, end));
        from = end + 1;
        lines.push(take(true));
      }
      if (from < chunk.length) pieces.push(chunk.subarray(from));
      length += chunk.length - from;
      if (lines.length > 0) yield lines;
      if (length > LONGEST) throw new DamagedFileError(`${file}:${number} is longer than any record`);
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === undefined || error instanceof DamagedFileError) throw error;
    throw new DamagedFileError(`${file} cannot be read behind line ${number - 1} (${message})`);
  }
  if (pieces.length > 0) yield [take(false)];
}

function bytesOf(file: string): AsyncIterable<Buffer> {
  const bytes = createReadStream(file, { highWaterMark: CHUNK });
  if (!file.endsWith('.gz')) return bytes as AsyncIterable<Buffer>;
  const unpacked = createGunzip({ chunkSize: CHUNK });
  bytes.on('error', (error) => unpacked.destroy(error));
  return bytes.pipe(unpacked) as AsyncIterable<Buffer>;
}
