/** What backups are made of: the lines of the journal, wherever they are stored. */
import { createHash } from 'node:crypto';
import path from 'node:path';
import type { Journal } from '../journal/journal.ts';
import type { Line } from '../journal/lines.ts';
import { bytesOf } from '../journal/segments/line.ts';
import { BackupError } from './backup-error.ts';

/** The journal as backups read it. */
export type BackupSource = Pick<
  Journal,
  'registerNames' | 'lastSq' | 'segmentsBetween' | 'linesBetween' | 'filesOf'
>;

/** Folder of a register in a storage: the same name as in the data root. */
export function folderOf(source: Pick<Journal, 'filesOf'>, rn: string): string {
  return path.basename(path.dirname(source.filesOf(rn)));
}

/** SHA-256 of a line with its line feed, as backups write it. */
export function digestOf(line: Line): string {
  return createHash('sha256')
    .update(bytesOf([line]))
    .digest('hex');
}

/**
 * Digest of one line.
 * @throws BackupError when the journal does not have it
 */
export async function digestAt(source: BackupSource, rn: string, sq: number): Promise<string> {
  for await (const [line] of source.linesBetween(rn, sq - 1, sq)) if (line) return digestOf(line);
  throw new BackupError(`register ${rn} has no record ${sq}`);
}
