/** How many records of each register the portal has: `gbl/recorder.json`, so that a service that starts without the portal knows what waits. */
import fs from 'node:fs/promises';
import { isTree } from '../receipt/tree.ts';
import { writeDurably } from '../settings/durable-file.ts';
import { numberIn } from './read.ts';

/** Reads the file; a missing or damaged one knows nothing, since the portal is asked anyway. */
export async function readAcknowledged(file: string): Promise<Map<string, number>> {
  const known = new Map<string, number>();
  try {
    const content: unknown = JSON.parse(await fs.readFile(file, 'utf8'));
    if (!isTree(content)) return known;
    for (const rn of Object.keys(content)) {
      const sq = numberIn(content, rn);
      if (sq !== null) known.set(rn, sq);
    }
  } catch {
    // It is written anew.
  }
  return known;
}

/** Writes the file. */
export function writeAcknowledged(file: string, known: ReadonlyMap<string, number>): Promise<void> {
  return writeDurably(file, `${JSON.stringify(Object.fromEntries(known))}\n`, 0o600);
}
