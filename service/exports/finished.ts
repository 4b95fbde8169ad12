/** Finished exports on disk: beside each archive a small JSON file says what it is. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { isTree } from '../receipt/tree.ts';
import type { ExportJob } from '../wire.ts';

/** A job with what is remembered besides. */
export interface Finished {
  job: ExportJob;
  /** Tax id of the company. */
  company: string;
  /** When it was asked for, milliseconds since 1970. */
  started: number;
}

/** Names as `writeWhole` gives to files that are not complete. */
const UNFINISHED = /\.zip\.[0-9a-f]{8}\.tmp$/;

/** Reads the finished exports of a folder, newest first, and removes what was left unfinished. */
export async function loadFinished(folder: string): Promise<Finished[]> {
  const names = await fs.readdir(folder).catch(() => []);
  const found: Finished[] = [];
  for (const name of names) {
    const file = path.join(folder, name);
    if (UNFINISHED.test(name)) await fs.rm(file, { force: true });
    if (!name.endsWith('.json')) continue;
    const archive = `${name.slice(0, -'.json'.length)}.zip`;
    const size = (await fs.stat(path.join(folder, archive)).catch(() => null))?.size;
    const text = await fs.readFile(file, 'utf8').catch(() => '');
    const finished = size === undefined ? null : readFinished(text, archive, size);
    if (finished) found.push(finished);
  }
  return found.sort((a, b) => b.started - a.started);
}

/** Remembers an export. Written before the archive gets its name: without the archive it counts for nothing. */
export async function writeFinished(folder: string, { job, company, started }: Finished): Promise<void> {
  const { id, rn, type, from, till, records, file } = job;
  const text = JSON.stringify({ id, rn, type, from, till, records, company, started });
  await fs.writeFile(descriptionOf(folder, file), text);
}

/** Removes an archive and its description, as far as they are there. */
export async function removeFinished(folder: string, file: string): Promise<void> {
  await fs.rm(path.join(folder, file), { force: true });
  await fs.rm(descriptionOf(folder, file), { force: true });
}

function descriptionOf(folder: string, file: string): string {
  return path.join(folder, file.replace(/\.zip$/, '.json'));
}

/** The name of the file is the one it has, whatever its description says. */
function readFinished(text: string, file: string, size: number): Finished | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isTree(value)) return null;
  const { id, rn, type, from, till, records, company, started } = value;
  const texts = [id, type, from, till, company].every((v) => typeof v === 'string');
  const numbers = [records, started].every((v) => typeof v === 'number');
  if (!texts || !numbers || (rn !== null && typeof rn !== 'string')) return null;
  const facts = { id, rn, type, from, till, records } as Pick<
    ExportJob,
    'id' | 'rn' | 'type' | 'from' | 'till' | 'records'
  >;
  const job: ExportJob = { ...facts, total: facts.records, state: 'done', file, size, error: null };
  return { job, company: company as string, started: started as number };
}
