import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { auditJournal } from '../audit/journal.ts';
import { temporaryFolder } from '../testing/folder.ts';
import { runService } from '../testing/running-service.ts';
import { sale } from '../testing/sales.ts';
import { Journal } from './journal.ts';
import { findJournal, JournalLostError, refuseLostJournal, type JournalPlace } from './lost.ts';
import { exchange } from './rebuild/exchange.ts';
import { entry } from './segments/testing/copied-journal.ts';

/** A stopped data root with a journal file and a database. */
async function stopped(): Promise<JournalPlace> {
  const dataRoot = await temporaryFolder();
  const place = { file: path.join(dataRoot, 'journal.db'), registers: path.join(dataRoot, 'rn'), dataRoot };
  const journal = await Journal.open(place.file);
  await journal.append(entry(1), 0);
  await journal.close();
  await fs.mkdir(path.join(place.registers, 'def', 'jou'), { recursive: true });
  await fs.writeFile(path.join(place.registers, 'def', 'jou', '0000.jou'), JSON.stringify(entry(1).record));
  return place;
}

async function failure(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(JournalLostError);
  return (error as Error).message;
}

it('refuses to begin anew where the database is gone and the journal files are not', async () => {
  const place = await stopped();
  expect(await findJournal(place)).toBeNull();
  await fs.rm(place.file);
  const message = await failure(findJournal(place));
  expect(message).toContain(
    `journal.db is missing, but there are journal files (${path.join('rn', 'def', 'jou', '0000.jou')})`,
  );
  expect(message).toContain(`npm run rebuild -- --data-root ${place.dataRoot}`);
  await expect(fs.access(place.file)).rejects.toThrow('ENOENT');
  // Something else may have left an empty one.
  const empty = await Journal.open(place.file);
  onTestFinished(() => empty.close());
  expect(await findJournal(place)).toBeNull();
  expect(await failure(refuseLostJournal(empty, place))).toMatch(
    /^the journal is empty, but .* npm run rebuild/,
  );
});

it('names the database of before a rebuild where no other is left', async () => {
  const place = await stopped();
  await fs.rename(place.file, `${place.file}.before-rebuild-2`);
  expect(await failure(findJournal(place))).toMatch(
    /\(and the database of before a rebuild, journal\.db\.before-rebuild-2\): .* npm run rebuild/,
  );
  await fs.rm(place.registers, { recursive: true });
  expect(await failure(findJournal(place))).toMatch(
    /there is the database of before a rebuild \(journal\.db\.before-rebuild-2\) and no journal file/,
  );
});

it('begins anew where there is nothing, and after a rebuild that did not come to its end', async () => {
  const dataRoot = await temporaryFolder();
  const place = { file: path.join(dataRoot, 'journal.db'), registers: path.join(dataRoot, 'rn'), dataRoot };
  await fs.writeFile(`${place.file}.rebuild`, 'half');
  expect(await findJournal(place)).toBeNull();
});

it('ends the exchange of a rebuild that was interrupted, after whichever step', async () => {
  const running = await runService();
  await running.post('/register', sale());
  await running.stop();
  const file = path.join(running.dataRoot, 'journal.db');
  for (let steps = 1; steps <= 5; steps++) {
    const sold = await fs.readFile(file);
    // The rebuilt one, and one that is only in the way.
    await fs.writeFile(`${file}.rebuild`, sold);
    await fs.writeFile(file, 'damaged');
    await fs.writeFile(`${file}-wal`, 'of the damaged one');
    const interrupted = exchange(file);
    for (let i = 0; i < steps; i++) await interrupted.next();
    if (steps < 5) {
      const audit = auditJournal(file, { publicKeys: new Map(), rn: undefined, progress: () => undefined });
      await expect(audit).rejects.toThrow(/a rebuild was interrupted; starting Tillmark ends it$/);
    }
    const again = await runService({ again: running });
    expect(await again.records()).toHaveLength(2);
    await again.stop();
    expect(await fs.readFile(`${file}.before-rebuild-${steps}`, 'utf8')).toBe('damaged');
    expect(await fs.readFile(`${file}.before-rebuild-${steps}-wal`, 'utf8')).toBe('of the damaged one');
  }
});
