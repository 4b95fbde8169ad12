/** The journal files beside a database, as they were before it was opened. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { readFile, SegmentLines, unpacked } from './lines.ts';
import { readLine } from '../segments/line.ts';
import { readSegmentName, segmentName } from '../segments/name.ts';

/** The segments of one folder: size of the plain file, null where there is only a compressed one. */
export type FolderFiles = ReadonlyMap<number, number | null>;

/**
 * What there was at a moment. Every complete line that a file had then was in
 * the database before: a line is written after its record is committed.
 */
export class JournalFiles {
  /** Folder of all registers. */
  readonly folder: string;
  /** Files by the name of the folder that they are in. */
  readonly folders: ReadonlyMap<string, FolderFiles>;

  /** @param folders as they were seen by {@link JournalFiles.of} */
  constructor(folder: string, folders: ReadonlyMap<string, FolderFiles>) {
    this.folder = folder;
    this.folders = folders;
  }

  /** Looks at all folders. What is not there or cannot be read has no files. */
  static async of(folder: string): Promise<JournalFiles> {
    const folders = new Map<string, FolderFiles>();
    for (const name of await fs.readdir(folder).catch(() => [])) {
      const files = await filesIn(path.join(folder, name, 'jou'));
      if (files.size > 0) folders.set(name, files);
    }
    return new JournalFiles(folder, folders);
  }

  /** Names of the folders that have journal files. */
  names(): string[] {
    return [...this.folders.keys()].sort();
  }

  /** Names of all folders, those with nothing but files kept aside included. */
  async allNames(): Promise<string[]> {
    return (await fs.readdir(this.folder).catch(() => [])).sort();
  }

  /** The files of a register by the name of its folder. */
  in(name: string): FolderFiles {
    return this.folders.get(name) ?? new Map();
  }

  /**
   * Lines of files that were kept aside because they disagreed with the database
   * (`0001.jou.damaged-1`), as far as they are records as Tillmark writes them.
   */
  async *aside(name: string): AsyncGenerator<{ file: string; sq: number; text: string }> {
    const folder = path.join(this.folder, name, 'jou');
    for (const each of (await fs.readdir(folder).catch(() => [])).sort()) {
      const segment = readSegmentName(each.replace(/\.damaged-\d+$/, ''));
      if (!segment || readSegmentName(each)) continue;
      const file = path.join(folder, each);
      const read = await readFile(file);
      const content = 'bytes' in read && segment.compressed ? await unpacked(read.bytes) : read;
      if (!('bytes' in content)) continue;
      for (const text of content.bytes.toString('utf8').split('\n').slice(0, -1)) {
        const line = readLine(text);
        if (line) yield { file, sq: line.record.SQ, text };
      }
    }
  }

  /** Reads a segment as it was; its file for messages. */
  async read(name: string, segment: number): Promise<{ file: string } & (Content | { problem: string })> {
    const size = this.in(name).get(segment);
    const plain = path.join(this.folder, name, 'jou', segmentName(segment));
    const content = typeof size === 'number' ? await readFile(plain, size) : { problem: 'is missing' };
    if ('bytes' in content) return { file: plain, lines: new SegmentLines(segment, content.bytes) };
    if (content.problem !== 'is missing') return { file: plain, ...content };
    // It was compressed meanwhile, or before.
    const file = `${plain}.gz`;
    const packed = await readFile(file);
    const all = 'bytes' in packed ? await unpacked(packed.bytes) : packed;
    if ('problem' in all) return { file, ...all };
    const bytes = typeof size === 'number' ? all.bytes.subarray(0, size) : all.bytes;
    return { file, lines: new SegmentLines(segment, bytes) };
  }
}

/** What a file holds. */
interface Content {
  lines: SegmentLines;
}

async function filesIn(folder: string): Promise<FolderFiles> {
  const files = new Map<number, number | null>();
  for (const name of await fs.readdir(folder).catch(() => [])) {
    const read = readSegmentName(name);
    if (!read) continue;
    if (read.compressed) {
      if (!files.has(read.segment)) files.set(read.segment, null);
      continue;
    }
    const stat = await fs.stat(path.join(folder, name)).catch(() => null);
    // Gone since: compressed or kept aside.
    if (stat) files.set(read.segment, stat.size);
  }
  return files;
}
