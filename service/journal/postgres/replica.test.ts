/** A standby that is promoted: with a synchronous one nothing that was answered is missing. */
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { startReplicated } from '../../testing/postgres/server.ts';
import { everything } from '../../testing/registers.ts';
import { Journal } from '../journal.ts';
import { entry } from '../segments/testing/copied-journal.ts';
import { takeTest } from '../testing/stores.ts';
import { migrate } from './migrate.ts';
import { openPostgresStore } from './store.ts';
import { openLine } from './testing/line.ts';

async function asked(url: string): Promise<(sql: string) => Promise<unknown[]>> {
  const client = new pg.Client(url);
  // Its server is killed.
  client.on('error', () => undefined);
  await client.connect();
  onTestFinished(() => client.end().catch(() => undefined));
  return async (sql) => (await client.query<object>(sql)).rows;
}

it('has all that was answered, and what was not is stored once', async () => {
  const { primary, standby, promote } = await startReplicated(['synchronous_standby_names=*']);
  onTestFinished(async () => {
    await primary.stop();
    await standby.stop();
  });
  const line = await openLine(primary.url);
  await migrate(line.url);
  const ownership = await takeTest(line.url, 60_000);
  const journal = new Journal(
    await openPostgresStore({ url: line.url, ownership, patienceMs: 30_000 }),
    'rn',
  );
  onTestFinished(() => journal.close());
  for (let sq = 1; sq <= 20; sq++) await journal.append(entry(sq), 0);

  // A standby that takes nothing more: what comes now is answered by nobody.
  const onStandby = await asked(standby.url);
  const onPrimary = await asked(primary.url);
  const [receiver] = (await onStandby('SELECT pid FROM pg_stat_wal_receiver')) as { pid: number }[];
  process.kill(receiver!.pid, 'SIGSTOP');
  let isAnswered = false;
  const waiting = journal.append(entry(21), 0).then(() => (isAnswered = true));
  const states =
    "SELECT wait_event FROM pg_stat_activity WHERE query LIKE '%commit_entries%' AND wait_event = 'SyncRep'";
  await expect.poll(() => onPrimary(states), { timeout: 30_000 }).toHaveLength(1);
  expect(isAnswered).toBe(false);

  line.block(true);
  await primary.kill();
  process.kill(receiver!.pid, 'SIGKILL');
  // Losing a process it starts all others anew.
  await expect
    .poll(
      () =>
        promote().then(
          () => true,
          () => false,
        ),
      { timeout: 30_000 },
    )
    .toBe(true);
  line.leadTo(standby.url);
  line.block(false);
  await waiting;
  await journal.append(entry(22), 0);
  const { records } = await journal.find(everything('def'));
  expect(records.map(({ SQ }) => SQ)).toEqual(Array.from({ length: 22 }, (_, i) => i + 1));
});
