/**
 * A download of the portal's archive (docs/journal-format.md, Exports), or any
 * other export `jou.zip`: lines that have left the shop, which whoever changes
 * the journal there cannot change.
 */
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { UsageError } from '../command-line.ts';
import { MOST_BYTES } from '../journal/archive/archive.ts';
import { SegmentLines } from '../journal/audit/lines.ts';
import { firstSqOf, readSegmentName } from '../journal/segments/name.ts';

/** Files of all registers of a large company. */
const MOST_FILES = 1_000_000;
/** What the portal says of registers that were put back to older data. */
const PUT_BACK_FILE = 'REGISTERS-PUT-BACK.txt';
const LINE_FEED = 0x0a;

/** The files of one register. */
export interface ArchivedCopy {
  /** What the names of its files begin with: id at the portal and name. */
  name: string;
  /** Register name, as its first line says. */
  rn: string;
  /** Segments that are there, in order. */
  segments: readonly number[];
  /** SQ and content of the first line. */
  first: { sq: number; line: Buffer };
  /**
   * Reads the lines of one of the segments.
   * @throws UsageError
   */
  read(segment: number): Promise<SegmentLines>;
}

/** A jou.zip that is open. */
export class ArchiveCopy {
  /** All registers in it. */
  readonly registers: readonly ArchivedCopy[];
  /** Where it is. */
  readonly file: string;
  private readonly zip: ZipFile;

  private constructor(file: string, zip: ZipFile, registers: readonly ArchivedCopy[]) {
    this.file = file;
    this.zip = zip;
    this.registers = registers;
  }

  /** @throws UsageError when it cannot be read as such */
  static async open(file: string): Promise<ArchiveCopy> {
    const options = { lazyEntries: true, autoClose: false, strictFileNames: true };
    const zip = await openPromise(file, options).catch((error: Error) => {
      throw new UsageError(`--archive ${file} cannot be read (${error.message})`);
    });
    try {
      return new ArchiveCopy(file, zip, await registersOf(zip, file));
    } catch (error) {
      zip.close();
      if (error instanceof UsageError) throw error;
      throw new UsageError(`--archive ${file} cannot be read (${(error as Error).message})`);
    }
  }

  close(): void {
    this.zip.close();
  }
}

async function registersOf(zip: ZipFile, file: string): Promise<ArchivedCopy[]> {
  if (zip.entryCount > MOST_FILES) throw new UsageError(`--archive ${file} has ${zip.entryCount} files`);
  const groups = new Map<string, Map<number, Entry>>();
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName === PUT_BACK_FILE) continue;
    const m = /^(.*?)_?(\d{4,9}\.jou)$/.exec(entry.fileName);
    const segment = m ? readSegmentName(m[2]!)?.segment : undefined;
    if (!m || segment === undefined)
      throw new UsageError(
        `--archive ${file} has ${JSON.stringify(entry.fileName)}, which is no journal file`,
      );
    const group = groups.get(m[1]!) ?? new Map<number, Entry>();
    if (group.has(segment)) throw new UsageError(`--archive ${file} has ${entry.fileName} twice`);
    groups.set(m[1]!, group.set(segment, entry));
  }
  const registers: ArchivedCopy[] = [];
  for (const [name, entries] of groups) {
    const segments = [...entries.keys()].sort((a, b) => a - b);
    const read = (segment: number) => linesOf(zip, entries.get(segment)!, segment, file);
    const sq = firstSqOf(segments[0]!);
    const line = (await read(segments[0]!)).line(sq);
    const rn = line && nameIn(line);
    if (!rn) throw new UsageError(`--archive ${file}: ${name} does not begin with a record`);
    registers.push({ name, rn, segments, first: { sq, line: Buffer.from(line) }, read });
  }
  return registers;
}

function nameIn(line: Buffer): string | null {
  try {
    const { RN } = JSON.parse(line.toString('utf8')) as { RN?: unknown };
    return typeof RN === 'string' ? RN : null;
  } catch {
    return null;
  }
}

async function linesOf(zip: ZipFile, entry: Entry, segment: number, file: string): Promise<SegmentLines> {
  const { fileName, uncompressedSize } = entry;
  const bad = (text: string) => new UsageError(`--archive ${file}: ${fileName} ${text}`);
  if (uncompressedSize > MOST_BYTES) throw bad(`has more than ${MOST_BYTES} bytes`);
  const chunks: Buffer[] = [];
  try {
    // Sizes and check sums are checked by the stream.
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
  } catch (error) {
    throw bad(`cannot be unpacked (${(error as Error).message})`);
  }
  const bytes = Buffer.concat(chunks);
  if (bytes.at(-1) !== LINE_FEED) throw bad('does not end with a line feed');
  return new SegmentLines(segment, bytes);
}
