/**
 * `npm run fuzz -- [--bodies 1000000] [--seed N] [--seconds S] [--http] [--only INDEX] [--cpu]`
 *
 * Feeds mutated bodies through the intake in this process, or with --http to a
 * running service. A body that shows a defect is kept as a file; --only with
 * the same seed tries that one again. --cpu prints what each byte costs instead,
 * by where it stands.
 */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { printCpu } from './cpu.ts';
import { fuzz, tryOne, type Failure } from './fuzz.ts';
import { fuzzOverHttp } from './http.ts';

const { values } = parseArgs({
  options: {
    bodies: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    seconds: { type: 'string', default: '3600' },
    http: { type: 'boolean', default: false },
    only: { type: 'string' },
    cpu: { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed);
const bodies = Number(values.bodies ?? (values.http ? 20_000 : 1_000_000));
const seconds = Number(values.seconds);
let folder: string | undefined;
let failures = 0;

function keep({ index, body, what }: Failure): void {
  process.exitCode = 1;
  if (++failures > 50) return;
  folder ??= mkdtempSync(join(tmpdir(), 'tillmark-fuzz-'));
  const file = join(folder, `seed-${seed}-body-${index}.${body.seed.format}`);
  writeFileSync(file, body.bytes);
  console.error(`body ${index} (from ${body.seed.name}, ${body.contentType}): ${what.slice(0, 1000)}`);
  console.error(`  kept as ${file}; again with --seed ${seed} --only ${index}`);
}

const options = {
  bodies,
  seed,
  seconds,
  onFailure: keep,
  onProgress: (done: number) => {
    if (done % 100_000 === 0) console.log(`  ${done} bodies`);
  },
};

if (values.cpu) {
  await printCpu();
} else if (values.only !== undefined) {
  const { body, what } = tryOne(seed, Number(values.only));
  console.log(body.bytes.toString('utf8').slice(0, 5000));
  console.log(what ?? 'no defect');
} else if (values.http) {
  console.log(`${bodies} bodies over HTTP, seed ${seed}`);
  console.table(await fuzzOverHttp(options));
} else {
  console.log(`${bodies} bodies, seed ${seed}`);
  const { accepted, refused, slowest, heap, ...report } = await fuzz(options);
  console.table({
    bodies: report.bodies,
    accepted,
    refused: [...refused.values()].reduce((a, b) => a + b, 0),
    'kinds of refusal': refused.size,
    'slowest (ms of CPU)': `${slowest.ms.toFixed(1)} (body ${slowest.index}, ${slowest.bytes} bytes)`,
    'heap at a tenth, at the end (MB)': heap
      ? `${heap.early.toFixed(1)}, ${heap.late.toFixed(1)}`
      : 'needs --expose-gc',
    seconds: Math.round(report.seconds),
    defects: failures,
  });
  // Caches fill up to some MB; a leak of a hundred bytes a body would show.
  const grown = heap ? heap.late - heap.early : 0;
  if (grown > Math.max(20, (bodies * 100) / 1e6)) {
    console.error(`the heap has grown by ${grown.toFixed(1)} MB`);
    process.exitCode = 1;
  }
}
