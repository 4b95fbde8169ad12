import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { auditJournal } from '../audit/journal.ts';
import { startService } from '../service.ts';
import { runService, type Running } from '../testing/running-service.ts';
import { sale } from '../testing/sales.ts';
import { JournalLostError } from './lost.ts';
import { exchange } from './rebuild-exchange.ts';

const database = ({ dataRoot }: Running) => path.join(dataRoot, 'journal.db');

/** A service that was stopped after a sale; its journal file. */
async function stopped(): Promise<{ running: Running; file: string }> {
  const running = await runService();
  await running.post('/register', sale());
  const file = path.join(running.dataRoot, 'rn', 'def', 'jou', '0000.jou');
  await vi.waitFor(async () => expect((await fs.readFile(file, 'utf8')).split('\n')).toHaveLength(3), 10_000);
  await running.stop();
  return { running, file };
}

async function failure({ dataRoot }: Running): Promise<Error> {
  const options = { dataRoot, port: 0, host: undefined, demo: undefined };
  const error: unknown = await startService(options, path.dirname(dataRoot)).catch(
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(JournalLostError);
  return error as Error;
}

it('refuses to begin anew where the database is gone and the journal files are not', async () => {
  const { running, file } = await stopped();
  const written = await fs.readFile(file, 'utf8');
  for (const ending of ['', '-wal', '-shm']) await fs.rm(database(running) + ending, { force: true });
  const { message } = await failure(running);
  expect(message).toContain('journal.db is missing, but there are journal files (rn/def/jou/0000.jou)');
  expect(message).toContain('npm run rebuild');
  // And leaves no empty database behind; but there may be one.
  await expect(fs.access(database(running))).rejects.toThrow('ENOENT');
  await fs.writeFile(database(running), '');
  expect((await failure(running)).message).toMatch(/^the journal is empty, but .* npm run rebuild/);
  expect(await fs.readFile(file, 'utf8')).toBe(written);
});

it('names the database of before a rebuild where no other is left', async () => {
  const { running } = await stopped();
  await fs.rename(database(running), `${database(running)}.before-rebuild-2`);
  expect((await failure(running)).message).toMatch(
    /\(and the database of before a rebuild, journal\.db\.before-rebuild-2\): .* npm run rebuild/,
  );
  await fs.rm(path.join(running.dataRoot, 'rn'), { recursive: true });
  expect((await failure(running)).message).toMatch(
    /there is the database of before a rebuild \(journal\.db\.before-rebuild-2\) and no journal file/,
  );
});

it('ends the exchange of a rebuild that was interrupted, after whichever step', async () => {
  const { running } = await stopped();
  for (let steps = 1; steps <= 5; steps++) {
    const file = database(running);
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
}, 60_000);
