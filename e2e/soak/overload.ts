/** Ten times as many tills as the service can answer at its best: what it still gets done. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startPortugal } from '../bench/contestants.ts';
import type { Load } from '../bench/load.ts';

/** Connections with which the service does the most. */
const PEAK = 32;
const TIMES = 10;
const SALES = 20_000;
const ROUNDS = 3;
/** Of the peak. */
const TARGET = 0.8;

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

/** Measures and prints; returns whether the target is met. */
export async function overload(folder: string): Promise<boolean> {
  const service = await startPortugal(join(folder, 'portugal'));
  await load(service.url, PEAK, 2 * SALES);
  const rounds: { peak: Load; over: Load }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const peak = await load(service.url, PEAK, SALES);
    const over = await load(service.url, PEAK * TIMES, SALES);
    rounds.push({ peak, over });
  }
  await service.stop();
  const row = (connections: number, loads: Load[]) => ({
    connections,
    'sales/s': Math.round(median(loads.map((each) => goodput(each, SALES)))),
    refused: median(loads.map(({ failures }) => failures)),
    'p50 ms': median(loads.map(({ p50 }) => p50)).toFixed(0),
    'p99 ms': median(loads.map(({ p99 }) => p99)).toFixed(0),
  });
  console.table([
    row(
      PEAK,
      rounds.map(({ peak }) => peak),
    ),
    row(
      PEAK * TIMES,
      rounds.map(({ over }) => over),
    ),
  ]);
  const ratio = median(rounds.map(({ peak, over }) => goodput(over, SALES) / goodput(peak, SALES)));
  console.log(`${ratio.toFixed(2)} of the peak (target ${TARGET}); median of ${ROUNDS} rounds`);
  return ratio >= TARGET;
}
