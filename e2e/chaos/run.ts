/** `npm run chaos -- [--rounds N] [--registers N] [--seed N] [--keep]`; see usage below. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildStale } from '../../build/scripts/fresh.ts';
import { buildShim, whyNoFaults } from '../torture/faults/build.ts';
import { table } from '../torture/report.ts';
import { streamOf } from '../torture/sales.ts';
import { Tally } from '../torture/tally.ts';
import { chaos, type Event, EVENTS, NEED_FAULTS } from './chaos.ts';

const usage = `npm run chaos -- [options]
  --rounds N         events, each kind in its turn and each turn in another order; 18 unless given
  --registers N      4 unless given
  --seed N           the same again
  --only TEXT        events with this text in their names
  --keep             keep the data roots
Kinds: ${EVENTS.join('; ')}
`;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '18' },
    registers: { type: 'string', default: '4' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    only: { type: 'string', default: '' },
    keep: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

/** All kinds in one order, then in another one. */
function inTurns(kinds: readonly Event[], rounds: number, seed: number): Event[] {
  const random = streamOf(seed, 'events');
  const events: Event[] = [];
  while (events.length < rounds && kinds.length > 0) {
    const order = kinds.map((kind) => ({ kind, at: random() })).sort((a, b) => a.at - b.at);
    events.push(...order.map(({ kind }) => kind));
  }
  return events.slice(0, rounds);
}

async function main(): Promise<number> {
  buildStale(['service']);
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'tillmark-chaos-')));
  const why = await whyNoFaults();
  const wanted = EVENTS.filter((event) => event.includes(values.only));
  const kinds = wanted.filter((event) => why === null || !NEED_FAULTS.includes(event));
  if (kinds.length < wanted.length) console.log(`no ${NEED_FAULTS.join(', ')}: ${why}`);
  const seed = Number(values.seed);
  const tally = new Tally();
  const began = performance.now();
  console.log(`${values.rounds} rounds, ${values.registers} registers, seed ${seed}`);
  await chaos({
    ...{ folder, seed, tally, sellMs: 3000, hangMs: 35_000 },
    events: inTurns(kinds, Number(values.rounds), seed),
    registers: Number(values.registers),
    library: why === null ? await buildShim(folder) : '',
    onProgress: (text) => console.log(`  ${Math.round((performance.now() - began) / 1000)} s: ${text}`),
  });
  console.log(table(tally));
  for (const violation of tally.violations) console.error(violation);
  if (values.keep || !tally.isClean) console.log(`\ndata roots kept: ${folder}`);
  else rmSync(folder, { recursive: true });
  return tally.isClean ? 0 : 1;
}

if (values.help) process.stdout.write(usage);
else process.exitCode = await main();
