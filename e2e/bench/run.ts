/**
 * `npm run bench -- [--rounds 9] [--requests 3000] [--profile PT|AT] [--only intake|large]`
 *
 * Measures durable sales beside the floor program, round by round and all in
 * turn, so that a busy moment of the machine meets all of them: of Portugal, of
 * Austria, and of many registers at a time. And before that what reading a large
 * receipt costs. `--only large` measures what other tills notice of the largest one.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { buildStale } from '../../build/scripts/fresh.ts';
import { root } from '../../build/scripts/root.ts';
import { startAustria, startFloor, startPortugal, type Contestant } from './contestants.ts';
import type { IntakeCost } from './intake.ts';
import { measureLarge, type LargeCost } from './large.ts';
import type { Load } from './load.ts';
import { hotSpots } from './profile.ts';

/** Registers of a company that sell at a time. */
const MANY = 100;
/** Ratios, and ms. Many registers count as no worse than one within what rounds differ by. */
const TARGETS = { ratio: 0.6, austria: 0.8, many: 0.95, p99: 60 };
/** Sales before the first round, until the compiler has seen it all: a register runs for days. */
const WARM_UP = 40_000;
const targetIntake = { json: 1000, xml: 2000 };

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '9' },
    requests: { type: 'string', default: '3000' },
    profile: { type: 'string' },
    only: { type: 'string' },
  },
});
if (values.only !== undefined && !['intake', 'large'].includes(values.only)) {
  throw new Error('--only knows intake and large');
}
const rounds = Number(values.rounds);
const requests = Number(values.requests);

async function load(url: string, connections: number, count: number, registers = 0): Promise<Load> {
  const script = join(import.meta.dirname, 'load.ts');
  const args = [script, url, ...[connections, count, registers].map(String)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 600_000 });
  const result = JSON.parse(stdout) as Load;
  if (result.failures > 0) throw new Error(`${result.failures} of ${count} sales failed at ${url}`);
  return result;
}

const median = (numbers: number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

/** One way to send sales. */
interface Discipline {
  name: string;
  connections: number;
  /** Registers that the sales go to in turn; 0 for the one that is meant when none is named. */
  registers: number;
  who: readonly Who[];
}

type Who = 'floor' | 'portugal' | 'austria';

const DISCIPLINES: readonly Discipline[] = [
  { name: '1 connection', connections: 1, registers: 0, who: ['floor', 'portugal', 'austria'] },
  { name: '32 connections', connections: 32, registers: 0, who: ['floor', 'portugal', 'austria'] },
  { name: `32, ${MANY} registers`, connections: 32, registers: MANY, who: ['portugal'] },
];

/** The results of one discipline; the same index is the same round. */
type Series = Record<Who, Load[]>;

async function compare(folder: string): Promise<Series[]> {
  const contestants: Record<Who, Contestant> = {
    floor: await startFloor(folder),
    portugal: await startPortugal(join(folder, 'portugal'), MANY),
    austria: await startAustria(join(folder, 'austria')),
  };
  const all = DISCIPLINES.map((): Series => ({ floor: [], portugal: [], austria: [] }));
  for (const { url } of Object.values(contestants)) await load(url, 32, WARM_UP);
  for (let round = 0; round < rounds; round++) {
    for (const [i, { connections, registers, who }] of DISCIPLINES.entries()) {
      for (const turn of round % 2 === 0 ? who : who.toReversed()) {
        all[i]![turn].push(await load(contestants[turn].url, connections, requests, registers));
      }
    }
  }
  for (const contestant of Object.values(contestants)) await contestant.stop();
  return all;
}

/** The median over the rounds of what one does for each sale of another in the same round. */
function ratioOf(some: readonly Load[], others: readonly Load[]): number {
  return median(some.map((load, round) => load.perSecond / (others[round]?.perSecond ?? Number.NaN)));
}

function report(all: readonly Series[]): boolean {
  const one = all[1]!.portugal;
  const ratio = (some: readonly Load[], others: readonly Load[]) =>
    others.length === 0 || some.length === 0 ? '' : ratioOf(some, others).toFixed(2);
  const perSecond = (loads: readonly Load[]) =>
    loads.length === 0 ? '' : Math.round(median(loads.map((load) => load.perSecond)));
  const rows = all.map(({ floor, portugal, austria }, i) => ({
    sales: DISCIPLINES[i]!.name,
    'floor/s': perSecond(floor),
    'PT/s': perSecond(portugal),
    'AT/s': perSecond(austria),
    'PT : floor': ratio(portugal, floor),
    'AT : PT': ratio(austria, portugal),
    'many : one': DISCIPLINES[i]!.registers > 0 ? ratio(portugal, one) : '',
    'PT p50 ms': median(portugal.map((load) => load.p50)).toFixed(1),
    'PT p99 ms': median(portugal.map((load) => load.p99)).toFixed(1),
  }));
  console.log(`${cpus().length} x ${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.versions.node}`);
  console.log(`durable POST /register, 3 positions, signed; median of ${rounds} rounds of ${requests} sales`);
  console.table(rows);
  const misses = all.flatMap(({ floor, portugal, austria }, i) => {
    const { name, connections, registers } = DISCIPLINES[i]!;
    const miss = (what: string, is: number, least: number) =>
      is < least ? [`${name}: ${what} is ${is.toFixed(2)}, below ${least}`] : [];
    const p99 = median(portugal.map((load) => load.p99));
    return [
      ...(floor.length > 0 ? miss('PT : floor', ratioOf(portugal, floor), TARGETS.ratio) : []),
      ...(austria.length > 0 ? miss('AT : PT', ratioOf(austria, portugal), TARGETS.austria) : []),
      ...(registers > 0 ? miss('many : one', ratioOf(portugal, one), TARGETS.many) : []),
      ...(connections > 1 && p99 > TARGETS.p99 ? [`${name}: p99 is ${p99.toFixed(1)} ms`] : []),
    ];
  });
  for (const miss of misses) console.log(`MISS: ${miss}`);
  if (misses.length === 0) console.log('all targets are met');
  return misses.length === 0;
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

/** What other tills notice of a large receipt. */
function reportLarge(costs: readonly LargeCost[]): void {
  console.log('sales of one position beside a large receipt, one after another, Portugal');
  console.table(
    costs.map(({ body, bytes, ms, small }) => ({
      'large receipt': body,
      bytes,
      'answered after ms': Math.round(ms),
      'small p50 ms': small.p50.toFixed(1),
      'small worst ms': small.worst.toFixed(0),
    })),
  );
}

async function profile(folder: string, country: string): Promise<void> {
  const nodeOptions = ['--cpu-prof', '--cpu-prof-dir', folder];
  const dataRoot = join(folder, 'profiled');
  const service =
    country === 'AT'
      ? await startAustria(dataRoot, nodeOptions)
      : await startPortugal(dataRoot, 0, nodeOptions);
  await load(service.url, 32, 10_000);
  await service.stop();
  console.log(
    `where a service of ${country} spends its time with 32 connections (own time of each function):`,
  );
  console.table(hotSpots(folder, 40));
}

async function withService(): Promise<void> {
  buildStale(['service']);
  // Not in the folder for temporary files: that one may be memory, where a sync costs nothing.
  mkdirSync(join(root, 'dist'), { recursive: true });
  const folder = mkdtempSync(join(root, 'dist', 'bench-'));
  try {
    if (values.profile !== undefined) await profile(folder, values.profile);
    else if (values.only === 'large') reportLarge(await measureLarge(folder));
    else process.exitCode = report(await compare(folder)) ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

if (values.profile === undefined && values.only !== 'large') await reportIntake();
if (values.only !== 'intake') await withService();
