import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { runService } from '../testing/running-service.ts';
import { sale } from '../testing/sales.ts';
import { startService } from '../service.ts';
import { JournalLostError } from './lost.ts';

it('refuses to begin anew where the database is gone and the journal files are not', async () => {
  const running = await runService();
  await running.post('/register', sale());
  const file = path.join(running.dataRoot, 'rn', 'def', 'jou', '0000.jou');
  await vi.waitFor(() => fs.access(file));
  await running.stop();
  const written = await fs.readFile(file, 'utf8');
  for (const ending of ['', '-wal', '-shm']) {
    await fs.rm(path.join(running.dataRoot, `journal.db${ending}`), { force: true });
  }
  const options = { dataRoot: running.dataRoot, port: 0, host: undefined, demo: undefined };
  const home = path.dirname(running.dataRoot);
  // Also the second time, when the first attempt has left an empty database.
  for (let attempt = 1; attempt <= 2; attempt++) {
    const error: unknown = await startService(options, home).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(JournalLostError);
    expect((error as Error).message).toContain('npm run rebuild');
  }
  expect(await fs.readFile(file, 'utf8')).toBe(written);
});
