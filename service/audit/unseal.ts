/**
 * The command `npm run unseal`: the owner of a company's key opens an archive that was
 * downloaded from the portal (docs/recorder.md, Sealed records), and gets the journal of
 * his registers byte by byte. It also makes new keys.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import { parseOptions, UsageError } from '../command-line.ts';
import type { Terminal } from '../interruption.ts';
import { firstSqOf, segmentName } from '../journal/segments/name.ts';
import { type CompanyKey, newCompanyKey, readCompanyKey } from '../receipt/company-key.ts';
import { readSealed, RegisterSeal, SealError } from '../receipt/sealed.ts';
import { ArchiveCopy, type ArchivedCopy } from './archive-copy.ts';

import { EXIT } from './options.ts';

/** A file of the opened archive. */
export interface OpenedFile {
  name: string;
  content: AsyncIterable<Buffer>;
}

/** What the command needs besides this room. */
export interface UnsealParts {
  /** Writes a zip archive, as a whole or not at all. */
  write(files: AsyncIterable<OpenedFile>, file: string): Promise<void>;
}

/** Text of `--help`. */
export const UNSEAL_HELP = `Usage: npm run unseal -- --archive FILE --key-file FILE --out FILE
       npm run unseal -- --new-key

Opens the sealed records of a jou.zip that was downloaded from the portal, and
writes an archive with the lines of the journal as the registers have them.

  --archive FILE   the download
  --key-file FILE  a text file with the company's key; with several keys, one on
                   each line, where the key was changed
  --out FILE       the archive that is written; it must not be there yet
  --new-key        print a new key and its id, and nothing else
  --help           this text

Exit codes: 0 done, 1 a record cannot be opened and nothing was written,
2 wrong option or file.
`;

/** Runs the command; returns its exit code. */
export async function unseal(
  args: readonly string[],
  parts: UnsealParts,
  { stdout, stderr }: Terminal,
): Promise<number> {
  try {
    const values = parseOptions(args, {
      archive: { type: 'string' },
      'key-file': { type: 'string' },
      out: { type: 'string' },
      'new-key': { type: 'boolean' },
      help: { type: 'boolean' },
    });
    if (values.help) stdout.write(UNSEAL_HELP);
    else if (values['new-key']) stdout.write(newKeyText());
    else stdout.write(await open(values, parts));
    return EXIT.ok;
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof SealError)) throw error;
    stderr.write(`tillmark: ${error.message}\n`);
    return error instanceof UsageError ? EXIT.usage : EXIT.findings;
  }
}

function newKeyText(): string {
  const key = newCompanyKey();
  return (
    `Recorder_SealKey  ${key}\nRecorder_Seal     ${readCompanyKey(key)!.id}\n\n` +
    'Write both down and keep them in two places. Whoever has the key can read the archive;\n' +
    'without it nobody can, neither the portal nor Tillmark.\n'
  );
}

async function open(
  { archive, 'key-file': keyFile, out }: { archive?: string; 'key-file'?: string; out?: string },
  parts: UnsealParts,
): Promise<string> {
  if (!archive || !keyFile || !out)
    throw new UsageError('--archive, --key-file and --out are needed; see --help');
  const file = path.resolve(out);
  const isThere = await fs.stat(file).then(
    () => true,
    () => false,
  );
  if (isThere) throw new UsageError(`--out ${out} is there already`);
  const keys = await readKeys(keyFile);
  const copy = await ArchiveCopy.open(path.resolve(archive));
  const opening = new Opening(copy, keys);
  try {
    await parts.write(opening.files(), file);
  } catch (error) {
    // The archive's stream may have wrapped it.
    throw opening.failure ?? error;
  } finally {
    copy.close();
  }
  return `${opening.opened} sealed records opened, ${opening.records} records in all: ${file}\n`;
}

async function readKeys(file: string): Promise<Map<string, CompanyKey>> {
  const text = await fs.readFile(file, 'utf8').catch((error: Error) => {
    throw new UsageError(`--key-file ${file} cannot be read (${error.message})`);
  });
  const keys = new Map<string, CompanyKey>();
  for (const [i, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const key = readCompanyKey(line.trim());
    if (!key) throw new UsageError(`--key-file ${file}: line ${i + 1} is no key, or was mistyped`);
    keys.set(key.id, key);
  }
  if (keys.size === 0) throw new UsageError(`--key-file ${file} has no key`);
  return keys;
}

/** An archive on its way from sealed to open. */
class Opening {
  records = 0;
  opened = 0;
  failure: unknown = null;
  private readonly copy: ArchiveCopy;
  private readonly keys: ReadonlyMap<string, CompanyKey>;

  constructor(copy: ArchiveCopy, keys: ReadonlyMap<string, CompanyKey>) {
    this.copy = copy;
    this.keys = keys;
  }

  /** The same files, with open lines. */
  async *files(): AsyncGenerator<OpenedFile> {
    for (const copy of this.copy.registers) {
      const prefix = copy.name === '' ? '' : `${copy.name}_`;
      for (const segment of copy.segments) {
        yield { name: `${prefix}${segmentName(segment)}`, content: this.lines(copy, segment) };
      }
    }
  }

  private async *lines(copy: ArchivedCopy, segment: number): AsyncGenerator<Buffer> {
    try {
      const lines = await copy.read(segment);
      for (let sq = firstSqOf(segment); sq <= lines.last; sq++) {
        this.records++;
        yield Buffer.concat([this.line(copy.rn, sq, lines.line(sq)!), Buffer.from('\n')]);
      }
    } catch (error) {
      this.failure ??= error;
      throw error;
    }
  }

  private line(rn: string, sq: number, line: Buffer): Buffer {
    const sealed = readSealed(line.toString('utf8'));
    if (!sealed) return line;
    const { place } = sealed;
    // The archive is made of others' bytes: a record stands where it was sealed for, and nowhere else.
    if (place.RN !== rn || place.SQ !== sq)
      throw new SealError(`at record ${sq} of ${rn} the archive has record ${place.SQ} of ${place.RN}`);
    const key = this.keys.get(place.K);
    if (!key) throw new SealError(`record ${sq} of ${rn} needs the key ${place.K.slice(0, 20)}`);
    this.opened++;
    return new RegisterSeal(key, rn).open(sealed);
  }
}
