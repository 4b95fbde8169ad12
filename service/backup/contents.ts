/** The files of a backup: journal files as they are on disk, and what the backup says of itself. */
import { createHash } from 'node:crypto';
import type { ExportFile } from '../countries/contract/exports.ts';
import { bytesOf } from '../journal/segments/line.ts';
import { firstSqOf, lastSqOf, segmentName, segmentOf } from '../journal/segments/name.ts';
import {
  MANIFEST,
  writeManifest,
  type BackedUpFile,
  type BackupSigner,
  type Link,
  type Manifest,
} from './manifest.ts';
import { zipName } from './names.ts';
import { digestAt, digestOf, type BackupSource } from './source.ts';

/** What is to be backed up. */
export interface Part {
  rn: string;
  /** First journal file. */
  segment: number;
  /** Last record. */
  last: number;
  previous: Link | null;
  /** Local time with offset. */
  created: string;
  /** Version of this program. */
  version: string;
  signer: BackupSigner;
}

/** A backup in the making. */
export interface Contents {
  /** Name of the archive. */
  name: string;
  /** The files, to be taken in order and each to its end. */
  files: AsyncGenerator<ExportFile>;
  /** What the backup says of itself; known when all files were taken. */
  manifest(): Manifest | null;
}

/**
 * Reads a part of a register.
 * @param onFile told of each journal file that is begun, with its first and last record
 */
export function contentsOf(
  source: BackupSource,
  part: Part,
  onFile: (name: string, first: number, last: number) => void = () => undefined,
): Contents {
  const name = zipName(segmentOf(part.last));
  let manifest: Manifest | null = null;
  const files = async function* (): AsyncGenerator<ExportFile> {
    const { rn, segment, last, previous, created, version, signer } = part;
    const firstLine = await digestAt(source, rn, 1);
    const list: BackedUpFile[] = [];
    let lastLine = '';
    for (let n = segment; n <= segmentOf(last); n++) {
      const [from, until] = [firstSqOf(n), Math.min(lastSqOf(n), last)];
      onFile(segmentName(n), from, until);
      const file = { name: segmentName(n), size: 0, sha256: '' };
      const hash = createHash('sha256');
      const content = async function* (): AsyncGenerator<Buffer> {
        for await (const page of source.linesBetween(rn, from - 1, until)) {
          const bytes = bytesOf(page);
          hash.update(bytes);
          file.size += bytes.length;
          const end = page.at(-1);
          if (end?.sq === last) lastLine = digestOf(end);
          yield bytes;
        }
        file.sha256 = hash.digest('hex');
        list.push(file);
      };
      yield { name: file.name, content: content() };
    }
    const own = { version, name, RN: rn, created, firstLine };
    const range = { firstSQ: firstSqOf(segment), lastSQ: last, lastLine, previous };
    const text = await writeManifest({ ...own, ...range, files: list }, signer);
    manifest = JSON.parse(text) as Manifest;
    yield { name: MANIFEST, content: once(Buffer.from(text)) };
  };
  return { name, files: files(), manifest: () => manifest };
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
