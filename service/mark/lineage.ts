/**
 * What the mark of a data root is found by. It is the id of the installation
 * until somebody confirms that selling goes on with older data: from then on they
 * have a mark of their own, and whatever the old one was made by keeps its.
 */
import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { writeDurably } from '../settings/durable-file.ts';

/** What a data root says of itself. */
export interface Lineage {
  /** What its mark is found by. */
  Id: string;
  /** Whole registers were gone when selling went on: whatever is set up now may have given numbers before. */
  Gone: boolean;
}

/** The file in a data root's folder `gbl`. */
const fileIn = (gbl: string) => path.join(gbl, 'lineage.json');

/**
 * Reads it; the id of the installation where there is none yet. Where it cannot
 * be read, selling stops once too often rather than once too few.
 */
export async function readLineage(gbl: string, instance: string): Promise<Lineage> {
  let text: string;
  try {
    text = await fs.readFile(fileIn(gbl), 'utf8');
  } catch (error) {
    return { Id: instance, Gone: (error as NodeJS.ErrnoException).code !== 'ENOENT' };
  }
  try {
    const { Id, Gone } = JSON.parse(text) as Partial<Lineage>;
    if (typeof Id === 'string' && Id !== '') return { Id, Gone: Gone !== false };
  } catch {
    // As if it said nothing.
  }
  return { Id: instance, Gone: true };
}

/** Begins a new one, durably. */
export async function renewLineage(gbl: string, isGone: boolean): Promise<Lineage> {
  const lineage = { Id: randomUUID(), Gone: isGone };
  await writeLineage(gbl, lineage);
  return lineage;
}

/** Writes one that is known from elsewhere. */
export function writeLineage(gbl: string, lineage: Lineage): Promise<void> {
  return writeDurably(fileIn(gbl), `${JSON.stringify(lineage)}\n`, 0o600);
}
