/** A database that is gone while its journal files are still there. */
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Journal } from './journal.ts';
import { readSegmentName } from './segments/name.ts';

/** Going on would give every number a second time; the message says what to do. */
export class JournalLostError extends Error {}

/**
 * Refuses an empty database beside journal files.
 * @param folder holds the registers' folders, `rn`
 * @throws JournalLostError
 */
export async function refuseLostJournal(journal: Journal, folder: string, dataRoot: string): Promise<void> {
  if (journal.registerNames().length > 0) return;
  for (const register of await fs.readdir(folder)) {
    const files = await fs.readdir(path.join(folder, register, 'jou')).catch(() => []);
    const found = files.find((file) => readSegmentName(file) !== null);
    if (found === undefined) continue;
    throw new JournalLostError(
      `the journal is empty, but there are journal files (${path.join('rn', register, 'jou', found)}): ` +
        `going on would give numbers twice. Run: npm run rebuild -- --data-root ${dataRoot}`,
    );
  }
}
