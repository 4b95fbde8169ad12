/**
 * A standby that was promoted without the last receipts, because the server waited for none: an instance that has
 * them in its journal files, or has noted them in its mark, sells nothing.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { openLine } from '../journal/postgres/testing/line.ts';
import { temporaryFolder } from '../testing/folder.ts';
import { startReplicated } from '../testing/postgres/server.ts';
import { runService, type Running } from '../testing/running-service.ts';
import { PORTUGAL, sale } from '../testing/sales.ts';

const SECRET = 'a secret of the instances, long enough';

const sell = async (running: Running) => (await running.post('/register', sale('1.00'))).json.TraC;
const problemsOf = async (running: Running) =>
  (
    (await running.get('/control/status')).json.problems as { code: string; params: { reason: string } }[]
  ).filter(({ code }) => code.startsWith('DATABASE_'));

it('is noticed by its journal files, and without them by its mark', async () => {
  const { primary, standby, promote } = await startReplicated([]);
  onTestFinished(async () => {
    await primary.stop();
    await standby.stop();
  });
  const line = await openLine(primary.url);
  const stateDir = path.join(await temporaryFolder(), 'state');
  const journal = { url: line.url, secret: SECRET, place: { host: '127.0.0.1', port: 0 } };
  const first = await runService({ journal, stateDir, cfg: PORTUGAL });
  for (let i = 0; i < 3; i++) expect((await sell(first)).Result.RC).toBe('OK');

  // The standby is behind from here on.
  const onStandby = new pg.Client(standby.url);
  onStandby.on('error', () => undefined);
  await onStandby.connect();
  onTestFinished(() => onStandby.end().catch(() => undefined));
  // As text: whether pg makes a number of a bigint is up to whoever else runs in this process.
  const lastOf = async () =>
    (
      await onStandby.query<{ last: string | null }>(
        'SELECT (max(id) & 4294967295)::text AS last FROM records',
      )
    ).rows[0]!.last;
  await expect.poll(lastOf, { timeout: 30_000 }).toBe('4');
  const { rows } = await onStandby.query<{ pid: number }>('SELECT pid FROM pg_stat_wal_receiver');
  process.kill(rows[0]!.pid, 'SIGSTOP');
  for (let i = 0; i < 2; i++) expect((await sell(first)).Result.RC).toBe('OK');
  const files = path.join(first.dataRoot, 'rn', 'def', 'jou');
  const lines = async () => (await fs.readFile(path.join(files, '0000.jou'), 'utf8')).split('\n').length - 1;
  await expect.poll(lines, { timeout: 30_000 }).toBe(6);
  const marked = async () =>
    Promise.all((await fs.readdir(stateDir)).map((name) => fs.readFile(path.join(stateDir, name), 'utf8')));
  await expect.poll(async () => (await marked()).join(), { timeout: 30_000 }).toMatch(/"SQ": ?6/);

  line.block(true);
  await primary.kill();
  process.kill(rows[0]!.pid, 'SIGKILL');
  const isPromoted = () =>
    promote().then(
      () => true,
      () => false,
    );
  await expect.poll(isPromoted, { timeout: 30_000 }).toBe(true);
  line.leadTo(standby.url);
  line.block(false);

  // Whether its connections have broken, or it is started anew: it notices at its next take-over.
  await first.stop();
  const again = await runService({ again: first, journal, stateDir, cfg: null });
  expect((await sell(again)).Result).toMatchObject({ RC: 'NO', ErrorCode: '#JOURNAL_UNAVAILABLE' });
  const [problem] = await problemsOf(again);
  expect(problem).toMatchObject({
    code: 'DATABASE_LOST',
    params: { reason: expect.stringContaining('SQ 5') },
  });
  expect(problem!.params.reason).toContain('--postgres');

  await again.stop();
  await fs.rm(files, { recursive: true });
  const withoutFiles = await runService({ again, journal, stateDir, cfg: null });
  expect((await sell(withoutFiles)).Result).toMatchObject({ RC: 'NO', ErrorCode: '#JOURNAL_UNAVAILABLE' });
  expect(await problemsOf(withoutFiles)).toMatchObject([{ code: 'DATABASE_OLDER' }]);
});
