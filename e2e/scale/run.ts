/**
 * `npm run bench:scale -- [--records 2000000] [--data-root DIR] [--plot FILE.svg]`
 *
 * Lets a register grow to two million receipts of about 2 kB with the default
 * settings, and measures at each power of ten what its clients notice. With
 * --data-root the journal is kept and grows on the next time.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { root } from '../../build/scripts/root.ts';
import { clean, measure, type Figures } from './measure.ts';
import { plot } from './plot.ts';
import { buildStale } from '../../build/scripts/fresh.ts';

const MB = 1e6;
/** Between two cleanings, as an hour of a very busy shop. */
const STEP = 100_000;

const { values } = parseArgs({
  options: {
    records: { type: 'string', default: '2000000' },
    'data-root': { type: 'string' },
    plot: { type: 'string' },
  },
});

const TARGETS: Readonly<Partial<Record<keyof Figures, number>>> = {
  bytes: 900 * MB,
  startMs: 2000,
  bySqMs: 20,
  byFnMs: 20,
  byTnMs: 20,
  lastMs: 5,
  dayMs: 200,
  memory: 300 * MB,
};
/** Part of the speed of the smallest journal that the largest must still have. */
const TARGET_SPEED = 0.9;

async function fillTo(dataRoot: string, records: number): Promise<void> {
  const script = join(import.meta.dirname, 'fill.ts');
  await promisify(execFile)(process.execPath, [script, dataRoot, String(records)]);
}

function sizesUpTo(records: number): number[] {
  const sizes = [1000, 10_000, 100_000, 1_000_000].filter((size) => size < records);
  return [...sizes, records];
}

function report(all: readonly Figures[]): boolean {
  console.log(`${cpus().length} x ${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.versions.node}`);
  console.table(
    all.map((f) => ({
      records: f.records,
      MB: Math.round(f.bytes / MB),
      'start ms': Math.round(f.startMs),
      'SQ p99 ms': f.bySqMs.toFixed(1),
      'FN p99 ms': f.byFnMs.toFixed(1),
      'TN p99 ms': f.byTnMs.toFixed(1),
      'day ms': Math.round(f.dayMs),
      'last p99 ms': f.lastMs.toFixed(1),
      'sales/s': Math.round(f.perSecond),
      'memory MB': Math.round(f.memory / MB),
    })),
  );
  const [smallest, largest] = [all[0]!, all.at(-1)!];
  const misses = Object.entries(TARGETS)
    .filter(([name, most]) => largest[name as keyof Figures] > most)
    .map(([name, most]) => `${name} is ${largest[name as keyof Figures]}, above ${most}`);
  const speed = largest.perSecond / smallest.perSecond;
  if (speed < TARGET_SPEED) misses.push(`speed is ${speed.toFixed(2)} of that of the smallest journal`);
  for (const miss of misses) console.log(`MISS: ${miss}`);
  if (misses.length === 0) console.log('all targets are met');
  return misses.length === 0;
}

buildStale(['service']);
mkdirSync(join(root, 'dist'), { recursive: true });
const folder = mkdtempSync(join(root, 'dist', 'bench-scale-'));
try {
  const dataRoot = values['data-root'] ?? join(folder, 'journal');
  const all: Figures[] = [];
  let filled = 0;
  for (const size of sizesUpTo(Number(values.records))) {
    while (filled < size) {
      filled = Math.min(size, filled + STEP);
      await fillTo(dataRoot, filled);
      await clean(dataRoot);
      console.log(`${filled} records`);
    }
    all.push(await measure(dataRoot, size));
    console.log(JSON.stringify(all.at(-1)));
  }
  const met = report(all);
  if (values.plot !== undefined) writeFileSync(values.plot, plot(all));
  process.exitCode = met ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true });
}
