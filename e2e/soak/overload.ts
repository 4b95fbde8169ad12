/** Many more tills than the service can answer at its best, none of which waits after a refusal: what it still gets done. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startPortugal } from '../bench/contestants.ts';
import type { Load } from '../bench/load.ts';

/** Connections with which the service does the most. */
const PEAK = 32;
const SALES = 10_000;
const ROUNDS = 5;
/** Connections that are too many, with the part of the peak that is left at least. */
const CROWDS = [
  { connections: 320, target: 0.8 },
  { connections: 1500, target: 0.7 },
];

async function load(url: string, connections: number, count: number): Promise<Load> {
  const script = join(import.meta.dirname, '..', 'bench', 'load.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [
    script,
    url,
    ...[connections, count].map(String),
  ]);
  return JSON.parse(stdout) as Load;
}

const median = (numbers: number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

/** Sales that succeeded, a second. */
const goodput = ({ perSecond, failures }: Load, count: number): number => perSecond * (1 - failures / count);

/** Measures and prints; returns whether the targets are met. */
export async function overload(folder: string): Promise<boolean> {
  const service = await startPortugal(join(folder, 'portugal'));
  await load(service.url, PEAK, 4 * SALES);
  const peaks: Load[] = [];
  const crowds = CROWDS.map((load) => ({ ...load, loads: [] as Load[] }));
  for (let round = 0; round < ROUNDS; round++) {
    peaks.push(await load(service.url, PEAK, SALES));
    for (const { connections, loads } of crowds) loads.push(await load(service.url, connections, SALES));
  }
  await service.stop();
  const ratioOf = (loads: Load[]) =>
    median(loads.map((load, round) => goodput(load, SALES) / goodput(peaks[round]!, SALES)));
  const row = (connections: number, loads: Load[]) => ({
    connections,
    'sales/s': Math.round(median(loads.map((each) => goodput(each, SALES)))),
    'of the peak': ratioOf(loads).toFixed(2),
    refused: median(loads.map(({ failures }) => failures)),
    'p50 ms': median(loads.map(({ p50 }) => p50)).toFixed(0),
    'p99 ms': median(loads.map(({ p99 }) => p99)).toFixed(0),
  });
  console.table([row(PEAK, peaks), ...crowds.map(({ connections, loads }) => row(connections, loads))]);
  const misses = crowds.filter(({ loads, target }) => ratioOf(loads) < target);
  for (const { connections, target } of misses)
    console.log(`MISS: ${connections} connections, below ${target}`);
  console.log(`median of ${ROUNDS} rounds of ${SALES} requests, each ratio within its round`);
  return misses.length === 0;
}
