/**
 * All records of a chain of backups, each byte held against what the backups say:
 * digests of files and of the lines where they meet, the register, and sequence
 * numbers without a gap.
 */
import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { countryFor } from '../countries/register-currency.ts';
import type { Entry } from '../journal/row.ts';
import { readLine, type ReadLine } from '../journal/segments/line.ts';
import { firstSqOf, lastSqOf } from '../journal/segments/name.ts';
import { sumsOf } from '../receipt/sums.ts';
import { isTree } from '../receipt/tree.ts';
import { BackupError } from './backup-error.ts';
import { contentOf } from './backup-file.ts';
import type { Chain, ChainFile } from './chain.ts';

/** Lines that are handed on at a time. */
const PAGE = 200;
/** Bytes of a line: many times what a request may have. */
const LONGEST_LINE = 64 * 1024 * 1024;
const LINE_FEED = 0x0a;

/**
 * Reads a chain from its first record to its last.
 * @throws BackupError at the first thing that is not right, naming its place
 */
export async function* entriesOf(chain: Chain): AsyncGenerator<Entry[]> {
  const meeting = meetingLines(chain);
  let page: Entry[] = [];
  let digits = 2;
  for (const file of chain.files) {
    const place = `${file.name} in ${path.basename(file.from.file)}`;
    let expected = firstSqOf(file.segment);
    for await (const bytes of rightLines(file, place)) {
      const text = bytes.subarray(0, -1).toString('utf8');
      const line = isUtf8(bytes) ? readLine(text) : null;
      if (!line)
        throw new BackupError(`${place}: what should be SQ ${expected} is no record as Tillmark writes it`);
      const { SQ, RN } = line.record;
      if (RN !== chain.rn)
        throw new BackupError(`${place}: SQ ${SQ} is of register ${RN}, not of ${chain.rn}`);
      if (SQ !== expected || SQ > lastSqOf(file.segment))
        throw new BackupError(`${place}: SQ ${SQ} stands where SQ ${expected} belongs`);
      expected++;
      for (const { digest, says } of meeting.get(SQ) ?? []) {
        if (digestOf(bytes) !== digest)
          throw new BackupError(`${place}: SQ ${SQ} is not the record that ${says} knows`);
      }
      digits = digitsFrom(line, place) ?? digits;
      page.push({ ...line, sums: sumsIn(line, digits, place) });
      if (page.length < PAGE) continue;
      yield page;
      page = [];
    }
    const end = Math.min(lastSqOf(file.segment), chain.records);
    if (expected !== end + 1)
      throw new BackupError(`${place}: the records from SQ ${expected} to ${end} are missing`);
  }
  if (page.length > 0) yield page;
}

/** Digits of the currency from a configuration on; null for other records. */
function digitsFrom({ record }: ReadLine, place: string): number | null {
  if (record._ !== 'Cfg') return null;
  const cfg = isTree(record.Cfg) ? record.Cfg : {};
  const [Cmp, Loc] = [cfg.Cmp, cfg.Loc].map((part) => (isTree(part) ? part : {}));
  if (typeof Cmp!.Ctry === 'string' && typeof Cmp!.TaxId === 'string')
    return countryFor({ Cmp: { ...Cmp, Ctry: Cmp!.Ctry }, Loc }).currency.digits;
  throw new BackupError(`${place}: SQ ${record.SQ} is no configuration`);
}

function sumsIn({ record }: ReadLine, digits: number, place: string): Entry['sums'] {
  try {
    return sumsOf(record, digits);
  } catch (error) {
    const text = `SQ ${record.SQ} has an amount that is none (${(error as Error).message})`;
    throw new BackupError(`${place}: ${text}`);
  }
}

function digestOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Digests of single lines that backups know, by sequence number. */
function meetingLines({ backups }: Chain): Map<number, { digest: string; says: string }[]> {
  const known = new Map<number, { digest: string; says: string }[]>();
  for (const { file, manifest } of backups) {
    const says = path.basename(file);
    const add = (sq: number, digest: string) => {
      known.set(sq, [...(known.get(sq) ?? []), { digest, says }]);
    };
    add(1, manifest.firstLine);
    add(manifest.lastSQ, manifest.lastLine);
    if (manifest.previous) add(manifest.previous.lastSQ, manifest.previous.lastLine);
  }
  return known;
}

/** Lines of a file, line feed included; its bytes are those that all backups with this file know. */
async function* rightLines(file: ChainFile, place: string): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  const older = file.older.filter(({ size }) => size < file.size);
  for (const { size, sha256: digest, in: name } of file.older) {
    if (size > file.size || (size === file.size && digest !== file.sha256))
      throw new BackupError(`${place} is not the same as in ${name}`);
  }
  let read = 0;
  for await (const line of lines(contentOf(file.from, file.name), place)) {
    hash.update(line);
    read += line.length;
    for (const { size, sha256: digest, in: name } of older) {
      if (read === size && hash.copy().digest('hex') !== digest)
        throw new BackupError(`${place} does not begin like the one in ${name}`);
    }
    yield line;
  }
  if (read !== file.size || hash.digest('hex') !== file.sha256)
    throw new BackupError(`${place} is damaged: its content is not what it was`);
}

async function* lines(content: AsyncIterable<Buffer>, place: string): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = [];
  let held = 0;
  for await (const chunk of content) {
    let from = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, from)) {
      pieces.push(chunk.subarray(from, end + 1));
      from = end + 1;
      yield pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
      pieces = [];
      held = 0;
    }
    if (from === chunk.length) continue;
    pieces.push(chunk.subarray(from));
    held += chunk.length - from;
    if (held > LONGEST_LINE) throw new BackupError(`${place} has a line that is too long`);
  }
  if (held > 0) throw new BackupError(`${place} ends in the middle of a line`);
}
