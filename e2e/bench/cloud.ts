/**
 * `npm run bench:cloud [-- --rounds 5 --requests 3000 --warm-up 20000]`
 *
 * What 100 POS get of cloud registers, all in turn in the same run: one on SQLite, one with its journal on
 * PostgreSQL, and two of them, on two databases of the same server, with 50 POS each. The database is on this
 * machine, with the settings that it comes with; so is the load.
 */
import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import pg from 'pg';
import { buildStale } from '../../build/scripts/fresh.ts';
import { startPostgres } from '../../service/testing/postgres/server.ts';
import { startPortugal, type Contestant } from './contestants.ts';
import type { Load } from './load.ts';

const POS = 100;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    requests: { type: 'string', default: '3000' },
    'warm-up': { type: 'string', default: '20000' },
  },
});
const rounds = Number(values.rounds);
const requests = Number(values.requests);

/** Instances that share the POS evenly. */
interface Side {
  name: string;
  instances: Contestant[];
  loads: Load[];
}

/** Sells with all POS at a time; the slowest answers of any instance count. */
async function load({ name, instances }: Side, count: number): Promise<Load> {
  const share = POS / instances.length;
  const script = join(import.meta.dirname, 'load.ts');
  const each = await Promise.all(
    instances.map(async ({ url }) => {
      const args = [script, url, ...[share, count / instances.length, share].map(String)];
      const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 600_000 });
      return JSON.parse(stdout) as Load;
    }),
  );
  const failures = each.reduce((sum, one) => sum + one.failures, 0);
  if (failures > 0) throw new Error(`${failures} of ${count} sales failed: ${name}`);
  return {
    perSecond: each.reduce((sum, one) => sum + one.perSecond, 0),
    p50: Math.max(...each.map(({ p50 }) => p50)),
    p99: Math.max(...each.map(({ p99 }) => p99)),
    failures,
  };
}

const median = (numbers: number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

buildStale(['service']);
const folder = mkdtempSync(join(tmpdir(), 'tillmark-cloud-'));
chmodSync(folder, 0o755);
const server = await startPostgres(join(folder, 'postgres'));
const contestants: Contestant[] = [];
try {
  const client = new pg.Client(server.url);
  await client.connect();
  const onPostgres = async (name: string, registers: number): Promise<Contestant> => {
    await client.query(`CREATE DATABASE ${name}`);
    const url = new URL(server.url);
    url.pathname = `/${name}`;
    const key = 'a key of the bench that is long enough';
    const environment = { TILLMARK_JOURNAL_URL: url.href, TILLMARK_INSTANCE_KEY: key };
    return started(startPortugal(join(folder, name), registers, [], environment));
  };
  const started = async (starting: Promise<Contestant>): Promise<Contestant> => {
    const contestant = await starting;
    contestants.push(contestant);
    return contestant;
  };
  const sides: Side[] = [
    { name: 'SQLite', instances: [await started(startPortugal(join(folder, 'sqlite'), POS))], loads: [] },
    { name: 'PostgreSQL, one instance', instances: [await onPostgres('one', POS)], loads: [] },
    {
      name: 'PostgreSQL, two instances',
      instances: [await onPostgres('first', POS / 2), await onPostgres('second', POS / 2)],
      loads: [],
    },
  ];
  await client.end();
  for (const side of sides) await load(side, Number(values['warm-up']));
  for (let round = 0; round < rounds; round++) {
    for (const side of round % 2 === 0 ? sides : sides.toReversed())
      side.loads.push(await load(side, requests));
  }
  console.log(`${cpus().length} x ${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.versions.node}`);
  console.log(
    `durable POST /register of ${POS} POS at a time; median of ${rounds} rounds of ${requests} sales`,
  );
  const base = sides[0]!.loads;
  console.table(
    sides.map(({ name, loads }) => ({
      journal: name,
      'sales/s': Math.round(median(loads.map(({ perSecond }) => perSecond))),
      'of SQLite': median(loads.map(({ perSecond }, i) => perSecond / base[i]!.perSecond)).toFixed(2),
      'p50 ms': median(loads.map(({ p50 }) => p50)).toFixed(0),
      'p99 ms': median(loads.map(({ p99 }) => p99)).toFixed(0),
    })),
  );
} finally {
  await Promise.all(contestants.map((contestant) => contestant.stop()));
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
