/** Reads journal files without a database beside them: plain ones and compressed ones. */
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
  /** `<file>:<number of the line>` */
  place: string;
}

const LINE_FEED = 0x0a;

/**
 * All records of a folder with the files of one register, in order and without a
 * gap from SQ 1 on.
 * @param onUnfinished told of a last line that was not written to its end, as a crash leaves it; it is left out
 * @throws DamagedFileError
 */
export async function* readFolder(
  folder: string,
  onUnfinished: (place: string) => void,
): AsyncGenerator<PlacedLine> {
  const files = await segmentsOf(folder);
  let rn: string | undefined;
  for (const [segment, file] of files.entries()) {
    const isLast = segment === files.length - 1;
    let expected = firstSqOf(segment);
    for await (const { text, place, isWhole } of linesOfFile(file)) {
      if (!isWhole && isLast) {
        onUnfinished(place);
        break;
      }
      const line = isWhole ? readLine(text) : null;
      if (!line) throw new DamagedFileError(`${place} is no record as Tillmark writes it`);
      const { SQ, RN } = line.record;
      rn ??= RN;
      if (RN !== rn) throw new DamagedFileError(`${place} is of register ${RN}, not ${rn}`);
      if (SQ !== expected) throw new DamagedFileError(`${place} has SQ ${SQ}, not ${expected}`);
      if (SQ > lastSqOf(segment))
        throw new DamagedFileError(`${place} with SQ ${SQ} belongs to the next file`);
      expected++;
      yield { ...line, place };
    }
    if (!isLast && expected <= lastSqOf(segment)) {
      throw new DamagedFileError(`${file} ends before SQ ${expected}, and there is a file behind it`);
    }
  }
}

/** The files of a folder by their numbers; of a file in both forms the plain one. */
async function segmentsOf(folder: string): Promise<string[]> {
  const files: string[] = [];
  for (const name of (await fs.readdir(folder)).sort()) {
    const read = readSegmentName(name);
    if (read) files[read.segment] ??= path.join(folder, name);
  }
  for (const segment of files.keys()) {
    if (files[segment] === undefined) {
      throw new DamagedFileError(
        `${path.join(folder, segmentName(segment))} is missing, and there are files behind it`,
      );
    }
  }
  return files;
}

async function* linesOfFile(file: string): AsyncGenerator<{ text: string; place: string; isWhole: boolean }> {
  let pieces: Buffer[] = [];
  let number = 1;
  const take = (isWhole: boolean) => {
    const text = Buffer.concat(pieces).toString('utf8');
    pieces = [];
    return { text, place: `${file}:${number++}`, isWhole };
  };
  try {
    for await (const chunk of bytesOf(file)) {
      let from = 0;
      for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, from)) {
        pieces.push(chunk.subarray(from, end));
        from = end + 1;
        yield take(true);
      }
      if (from < chunk.length) pieces.push(chunk.subarray(from));
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new DamagedFileError(`${file} cannot be read behind line ${number - 1} (${message})`);
  }
  if (pieces.length > 0) yield take(false);
}

function bytesOf(file: string): AsyncIterable<Buffer> {
  const bytes = createReadStream(file);
  if (!file.endsWith('.gz')) return bytes as AsyncIterable<Buffer>;
  const unpacked = createGunzip();
  bytes.on('error', (error) => unpacked.destroy(error));
  return bytes.pipe(unpacked) as AsyncIterable<Buffer>;
}
