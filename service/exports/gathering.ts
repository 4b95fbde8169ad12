/**
 * Files of other machines for an export of ours. They are fetched as a whole before
 * ours is sent: what is missing can be said at the head of the answer, and a machine
 * that is switched off meanwhile does not break it.
 */
import { createReadStream } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { ExportFile } from '../countries/contract/exports.ts';
import { fileName } from './file-name.ts';
import type { Collected, CompanyOrder, NeighbourExports } from './neighbours.ts';

/** What the other machines gave. */
export interface Gathered {
  /** Records in their files. */
  records: number;
  /** English sentences: which registers are not in the export, and why. */
  missing: string[];
  /** Our files, then theirs, each with a name of its own. */
  with(own: AsyncIterable<ExportFile>): AsyncIterable<ExportFile>;
  /** The same for an archive, which says itself what is missing. */
  inArchive(own: AsyncIterable<ExportFile>): AsyncIterable<ExportFile>;
  /** Removes what was fetched. */
  remove(): Promise<void>;
}

/** Names the registers that are missing from an archive. */
const MISSING_FILE = 'MISSING-REGISTERS.txt';

const PREFIX = 'lan-';

/** Fetches the files of other machines into folders of its own. */
export class Gathering {
  private readonly neighbours: NeighbourExports;
  private readonly folder: string;
  private readonly cleared: Promise<void>;

  /** @param folder created when it is needed; what a crash left in it is removed */
  constructor(neighbours: NeighbourExports, folder: string) {
    this.neighbours = neighbours;
    this.folder = folder;
    this.cleared = clear(folder);
  }

  /** Asks all machines of the shop; rejects when the signal is aborted, or nothing can be stored. */
  async gather(order: CompanyOrder, signal: AbortSignal): Promise<Gathered> {
    await this.cleared;
    await fs.mkdir(this.folder, { recursive: true, mode: 0o700 });
    const folder = await fs.mkdtemp(path.join(this.folder, PREFIX));
    const remove = () => fs.rm(folder, { recursive: true, force: true });
    try {
      const collected = await this.neighbours.collect(order, folder, signal);
      const { records, missing } = collected;
      return {
        ...{ records, missing, remove },
        with: (own) => joined(own, collected),
        inArchive: (own) => listed(joined(own, collected), missing),
      };
    } catch (error) {
      await remove();
      throw error;
    }
  }
}

async function clear(folder: string): Promise<void> {
  for (const name of await fs.readdir(folder).catch(() => [])) {
    if (!name.startsWith(PREFIX)) continue;
    // What cannot be removed is in nobody's way: every gathering has a folder of its own.
    await fs.rm(path.join(folder, name), { recursive: true, force: true }).catch(() => undefined);
  }
}

async function* joined(
  own: AsyncIterable<ExportFile>,
  { files }: Pick<Collected, 'files'>,
): AsyncGenerator<ExportFile> {
  const taken = new Set<string>();
  for await (const file of own) {
    taken.add(fileName(file.name).toLowerCase());
    yield file;
  }
  for (const { machine, name, path: at } of files) {
    yield { name: freeName(name, machine, taken), content: createReadStream(at) };
  }
}

async function* listed(
  files: AsyncIterable<ExportFile>,
  missing: readonly string[],
): AsyncGenerator<ExportFile> {
  yield* files;
  if (missing.length > 0) yield { name: MISSING_FILE, content: lines(missing) };
}

async function* lines(texts: readonly string[]): AsyncGenerator<Buffer> {
  yield Buffer.from(texts.map((text) => `${text}\n`).join(''));
}

/** `SAFT-PT_..._till-2.xml`: machines of a company name their files alike. */
function freeName(name: string, machine: string, taken: Set<string>): string {
  const { name: stem, ext } = path.parse(fileName(name));
  for (let n = 1; ; n++) {
    const free = fileName(`${stem}_${machine}${n > 1 ? `_${n}` : ''}${ext}`);
    if (taken.has(free.toLowerCase())) continue;
    taken.add(free.toLowerCase());
    return free;
  }
}
