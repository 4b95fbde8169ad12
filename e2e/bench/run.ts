/**
 * `npm run bench -- [--rounds 9] [--requests 3000] [--profile] [--only intake]`
 *
 * Measures durable sales beside the floor program, round by round and both in
 * turn, so that a busy moment of the machine meets both; and before that what
 * reading a large receipt costs.
 */
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { root } from '../../build/scripts/parts.ts';
import { Connection } from '../torture/client.ts';
import { company } from '../torture/sales.ts';
import { type RunningService, startService, waitForUrl } from '../torture/service.ts';
import type { IntakeCost } from './intake.ts';
import type { Load } from './load.ts';
import { hotSpots } from './profile.ts';

const targetRatio = 0.5;
const targetP99 = 60;
const targetIntake = { json: 1000, xml: 2000 };

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '9' },
    requests: { type: 'string', default: '3000' },
    profile: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
});
if (values.only !== undefined && values.only !== 'intake') throw new Error('--only knows intake');
const rounds = Number(values.rounds);
const requests = Number(values.requests);

async function load(url: string, connections: number, count = requests): Promise<Load> {
  const script = join(import.meta.dirname, 'load.ts');
  const args = [script, url, String(connections), String(count)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 300_000 });
  const result = JSON.parse(stdout) as Load;
  if (result.failures > 0) throw new Error(`${result.failures} of ${count} sales failed at ${url}`);
  return result;
}

async function startFloor(folder: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const script = join(import.meta.dirname, 'floor.ts');
  const child = spawn(process.execPath, [script, join(folder, 'floor.log')]);
  process.once('exit', () => child.kill('SIGKILL'));
  const exited = once(child, 'exit');
  const stop = async (): Promise<void> => {
    child.kill();
    await exited;
  };
  return { url: await waitForUrl(child), stop };
}

async function startConfigured(dataRoot: string, nodeOptions: string[] = []): Promise<RunningService> {
  const service = await startService({ dataRoot, entry: 'dist/service/start.js', nodeOptions });
  const connection = new Connection(service.url);
  const { status, body } = await connection.post('/cfg', 'json', JSON.stringify(company));
  connection.close();
  if (status !== 200) throw new Error(`POST /cfg answers ${status}: ${body}`);
  return service;
}

const median = (numbers: number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

/** The results of one number of connections; the same index is the same round. */
interface Series {
  connections: number;
  floor: Load[];
  service: Load[];
}

async function compare(folder: string): Promise<Series[]> {
  const floor = await startFloor(folder);
  const service = await startConfigured(join(folder, 'service'));
  const all: Series[] = [1, 32].map((connections) => ({ connections, floor: [], service: [] }));
  // Until the compiler has seen it all: a register runs for days.
  for (const { url } of [floor, service]) await load(url, 32, 5000);
  for (let round = 0; round < rounds; round++) {
    for (const series of all) {
      const turns: ('floor' | 'service')[] = round % 2 === 0 ? ['floor', 'service'] : ['service', 'floor'];
      for (const turn of turns) {
        const { url } = turn === 'floor' ? floor : service;
        series[turn].push(await load(url, series.connections));
      }
    }
  }
  await service.stop();
  await floor.stop();
  return all;
}

function report(all: Series[]): void {
  const rows = all.map(({ connections, floor, service }) => {
    const ratio = median(service.map((load, round) => load.perSecond / (floor[round]?.perSecond ?? 0)));
    const p99 = median(service.map((load) => load.p99));
    const met = ratio >= targetRatio && (connections === 1 || p99 < targetP99);
    return {
      connections,
      'floor/s': Math.round(median(floor.map((load) => load.perSecond))),
      'service/s': Math.round(median(service.map((load) => load.perSecond))),
      ratio: ratio.toFixed(2),
      'floor p50 ms': median(floor.map((load) => load.p50)).toFixed(1),
      'floor p99 ms': median(floor.map((load) => load.p99)).toFixed(1),
      'service p50 ms': median(service.map((load) => load.p50)).toFixed(1),
      'service p99 ms': p99.toFixed(1),
      target: met ? 'OK' : 'MISS',
    };
  });
  console.log(`${cpus().length} x ${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.versions.node}`);
  console.log(`durable POST /register, 3 positions, signed; median of ${rounds} rounds of ${requests} sales`);
  console.table(rows);
  console.log(`target: ratio >= ${targetRatio}, p99 with 32 connections < ${targetP99} ms`);
}

/** What reading costs, in a process that does nothing else. */
async function reportIntake(): Promise<void> {
  const script = join(import.meta.dirname, 'intake.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [script, String(rounds)]);
  const rows = (JSON.parse(stdout) as IntakeCost[]).map(({ format, bytes, median, best, worst }) => ({
    format,
    bytes,
    'CPU µs': Math.round(median),
    best: Math.round(best),
    worst: Math.round(worst),
    target: median < targetIntake[format] ? 'OK' : 'MISS',
  }));
  console.log(`reading a receipt of 30 positions: parse, complete, check; median of ${rounds} rounds`);
  console.table(rows);
  console.log(`target: under ${targetIntake.json} µs (JSON), ${targetIntake.xml} µs (XML)`);
}

async function profile(folder: string): Promise<void> {
  const service = await startConfigured(join(folder, 'profiled'), ['--cpu-prof', '--cpu-prof-dir', folder]);
  await load(service.url, 32, 10_000);
  await service.stop();
  console.log('where the service spends its time with 32 connections (own time of each function):');
  console.table(hotSpots(folder, 40));
}

async function withService(): Promise<void> {
  const build = join(root, 'build', 'scripts', 'build.ts');
  if (spawnSync(process.execPath, [build, '--if-stale', 'service'], { stdio: 'inherit' }).status !== 0) {
    process.exit(1);
  }
  // Not in the folder for temporary files: that one may be memory, where a sync costs nothing.
  mkdirSync(join(root, 'dist'), { recursive: true });
  const folder = mkdtempSync(join(root, 'dist', 'bench-'));
  try {
    if (values.profile) await profile(folder);
    else report(await compare(folder));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

if (!values.profile) await reportIntake();
if (values.only !== 'intake') await withService();
