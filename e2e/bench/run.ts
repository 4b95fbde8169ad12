/**
 * `npm run bench -- [--rounds 9] [--requests 3000] [--warm-up 40000] [--profile PT|AT|FR|DE] [--only intake|large|connections]`
 *
 * Measures durable sales beside the floor program, round by round and all in
 * turn, so that a busy moment of the machine meets all of them: of Portugal, Austria,
 * France and Germany (a TSE in software), and of many registers at a time. And before
 * that what reading a large receipt costs. `--only large` measures what other tills notice
 * of the largest one, `--only connections` draws sales and p99 over 1 to 512 connections.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { buildStale } from '../../build/scripts/fresh.ts';
import { root } from '../../build/scripts/root.ts';
import { measureConnections } from './connections.ts';
import {
  SALE_FIELDS,
  startCountry,
  startFloor,
  startPortugal,
  type Contestant,
  type Country,
} from './contestants.ts';
import { cpuTime } from './cpu.ts';
import type { IntakeCost } from './intake.ts';
import { measureLarge, type LargeCost } from './large.ts';
import type { Load } from './load.ts';
import { hotSpots } from './profile.ts';

/** Registers of a company that sell at a time. */
const MANY = 100;
/** Ratios, and ms. Many registers count as no worse than one within what rounds differ by. */
const TARGETS = { austria: 0.8, many: 0.95, p99: 20 };
const targetIntake = { json: 1000, xml: 2000 };

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '9' },
    requests: { type: 'string', default: '3000' },
    profile: { type: 'string' },
    only: { type: 'string' },
    /** Sales before the first round, until the compiler has seen it all: a register runs for days. */
    'warm-up': { type: 'string', default: '40000' },
  },
});
if (!['PT', 'AT', 'FR', 'DE', undefined].includes(values.profile)) {
  throw new Error('--profile knows PT, AT, FR and DE');
}
if (values.only !== undefined && !['intake', 'large', 'connections'].includes(values.only)) {
  throw new Error('--only knows intake, large and connections');
}
const rounds = Number(values.rounds);
const requests = Number(values.requests);
const warmUp = Number(values['warm-up']);

/** A round of load, with what it cost. */
interface Round extends Load {
  /** Processor time of the program for a sale, µs, all threads. */
  cpu: number;
}

async function load(
  { url, pid }: Contestant,
  who: Who,
  { connections, count, registers = 0 }: { connections: number; count: number; registers?: number },
): Promise<Round> {
  const script = join(import.meta.dirname, 'load.ts');
  const fields = JSON.stringify(who === 'floor' ? {} : (SALE_FIELDS[who] ?? {}));
  const args = [script, url, ...[connections, count, registers, 0].map(String), fields];
  const before = cpuTime(pid).all;
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 600_000 });
  const result = JSON.parse(stdout) as Load;
  if (result.failures > 0) throw new Error(`${result.failures} of ${count} sales failed at ${who}, ${url}`);
  return { ...result, cpu: ((cpuTime(pid).all - before) * 1000) / count };
}

const median = (numbers: number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

/** One way to send sales. */
interface Discipline {
  name: string;
  connections: number;
  /** Registers that the sales go to in turn; 0 for the one that is meant when none is named. */
  registers: number;
  /** Sales of Portugal beside those of the floor, at least; 0 where the floor has no part. */
  ratio: number;
  who: readonly Who[];
}

type Who = 'floor' | Country;

const WHO: readonly Who[] = ['floor', 'PT', 'AT', 'FR', 'DE'];

const DISCIPLINES: readonly Discipline[] = [
  { name: '1 connection', connections: 1, registers: 0, ratio: 0.6, who: WHO },
  { name: '32 connections', connections: 32, registers: 0, ratio: 0.5, who: WHO },
  { name: `32, ${MANY} registers`, connections: 32, registers: MANY, ratio: 0, who: ['PT'] },
];

/** The results of one discipline; the same index is the same round. */
type Series = Record<Who, Round[]>;

async function compare(folder: string): Promise<Series[]> {
  const contestants: Record<Who, Contestant> = {
    floor: await startFloor(folder),
    PT: await startPortugal(join(folder, 'PT'), MANY),
    AT: await startCountry('AT', join(folder, 'AT')),
    FR: await startCountry('FR', join(folder, 'FR')),
    DE: await startCountry('DE', join(folder, 'DE')),
  };
  const all = DISCIPLINES.map((): Series => ({ floor: [], PT: [], AT: [], FR: [], DE: [] }));
  for (const who of WHO) await load(contestants[who], who, { connections: 32, count: warmUp });
  for (let round = 0; round < rounds; round++) {
    for (const [i, { connections, registers, who }] of DISCIPLINES.entries()) {
      for (const turn of round % 2 === 0 ? who : who.toReversed()) {
        all[i]![turn].push(await load(contestants[turn], turn, { connections, count: requests, registers }));
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
  const one = all[1]!.PT;
  const ratio = (some: readonly Load[], others: readonly Load[]) =>
    others.length === 0 || some.length === 0 ? '' : ratioOf(some, others).toFixed(2);
  const perSecond = (loads: readonly Load[]) =>
    loads.length === 0 ? '' : Math.round(median(loads.map((load) => load.perSecond)));
  const each = (value: (who: Who) => [string, string | number]) => Object.fromEntries(WHO.map(value));
  const rows = all.map((series, i) => ({
    sales: DISCIPLINES[i]!.name,
    ...each((who) => [`${who}/s`, perSecond(series[who])]),
    'PT : floor': ratio(series.PT, series.floor),
    'AT : PT': ratio(series.AT, series.PT),
    'FR : PT': ratio(series.FR, series.PT),
    'DE : PT': ratio(series.DE, series.PT),
    'many : one': DISCIPLINES[i]!.registers > 0 ? ratio(series.PT, one) : '',
    'PT p50 ms': median(series.PT.map((load) => load.p50)).toFixed(1),
    'PT p99 ms': median(series.PT.map((load) => load.p99)).toFixed(1),
  }));
  const costs = all.map((series, i) => ({
    'processor µs a sale': DISCIPLINES[i]!.name,
    ...each((who) => [
      who,
      series[who].length === 0 ? '' : Math.round(median(series[who].map((r) => r.cpu))),
    ]),
  }));
  console.log(`${cpus().length} x ${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.versions.node}`);
  console.log(`durable POST /register, 3 positions, signed; median of ${rounds} rounds of ${requests} sales`);
  console.table(rows);
  console.table(costs);
  const misses = all.flatMap(({ floor, PT, AT }, i) => {
    const { name, connections, registers, ratio: least } = DISCIPLINES[i]!;
    const miss = (what: string, is: number, target: number) =>
      is < target ? [`${name}: ${what} is ${is.toFixed(2)}, below ${target}`] : [];
    const p99 = median(PT.map((load) => load.p99));
    return [
      ...(floor.length > 0 ? miss('PT : floor', ratioOf(PT, floor), least) : []),
      ...(AT.length > 0 ? miss('AT : PT', ratioOf(AT, PT), TARGETS.austria) : []),
      ...(registers > 0 ? miss('many : one', ratioOf(PT, one), TARGETS.many) : []),
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

async function profile(folder: string, country: Country): Promise<void> {
  const nodeOptions = ['--cpu-prof', '--cpu-prof-dir', folder];
  const service = await startCountry(country, join(folder, 'profiled'), nodeOptions);
  await load(service, country, { connections: 32, count: 10_000 });
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
    if (values.profile !== undefined) await profile(folder, values.profile as Country);
    else if (values.only === 'large') reportLarge(await measureLarge(folder));
    else if (values.only === 'connections')
      await measureConnections(folder, {
        ...{ rounds, requests, warmUp },
        load: (to, connections, count) => load(to, 'PT', { connections, count }),
      });
    else process.exitCode = report(await compare(folder)) ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

if (values.profile === undefined && (values.only ?? 'intake') === 'intake') await reportIntake();
if (values.only !== 'intake') await withService();
