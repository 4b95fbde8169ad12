/**
 * `npm run bench:recorder -- [--registers 8] [--receipts 10000] [--rounds 9] [--sales 250] [--postgres] [--profile]`
 *
 * Registers that sold while the portal could not be reached hand in what they have, to
 * a portal in a process of its own, while tills go on selling: how many records a
 * second, what one costs on both sides, and what the tills notice. Rounds with and
 * without handing in take turns, so that a busy moment of the machine meets both.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { buildStale } from '../../build/scripts/fresh.ts';
import { root } from '../../build/scripts/root.ts';
import { startPostgres } from '../../service/testing/postgres/server.ts';
import { startPortugal, type Contestant } from './contestants.ts';
import { cpuTime } from './cpu.ts';
import type { Load } from './load.ts';
import { KEY, startPortal, type BenchPortal } from './portal-process.ts';
import { hotSpots } from './profile.ts';

/** Records a second of all registers together; what sales may take of what they take without. */
const TARGETS = { perSecond: 2000, p99: 1.5 };
/** Tills, and how long each rests between two sales: some hundred sales a second, far more than shops make. */
const TILLS = 8;
const REST_MS = 20;
/** Nobody answers there. */
const NOWHERE = 'http://127.0.0.1:9';
const LONGEST_MS = 60_000;
/** Asking more often would be a load of its own. */
const LOOK_MS = 200;
/** What is left of the receipts after the part without sales. */
const ALONE = 0.75;
/** Fewer records than this are soon gone. */
const LEAST = 2000;

const { values } = parseArgs({
  options: {
    registers: { type: 'string', default: '8' },
    receipts: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '9' },
    sales: { type: 'string', default: '250' },
    postgres: { type: 'boolean', default: false },
    profile: { type: 'boolean', default: false },
  },
});
const registers = Number(values.registers);
const receipts = Number(values.receipts);
const rounds = Number(values.rounds);
const sales = Number(values.sales);

async function sell(url: string, connections: number, count: number, restMs = 0): Promise<Load> {
  const script = join(import.meta.dirname, 'load.ts');
  const args = [script, url, ...[connections, count, registers, restMs].map(String)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 600_000 });
  const result = JSON.parse(stdout) as Load;
  if (result.failures > 0) throw new Error(`${result.failures} of ${count} sales failed`);
  return result;
}

async function ask<T>(url: string, path: string, body?: object): Promise<T> {
  const headers = { api_key: KEY, ...(body && { 'content-type': 'application/json' }) };
  const sent = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
  const response = await fetch(url + path, sent);
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text}`);
  return JSON.parse(text) as T;
}

interface State {
  Online: boolean;
  RecSent: number;
  RecQueued: number;
}

/** What all registers say together. */
async function stateOf(url: string): Promise<State> {
  const names = Array.from({ length: registers }, (_, i) => `r${i}`);
  const states = await Promise.all(names.map((rn) => ask<State>(url, `/state?RN=${rn}`)));
  return {
    Online: states.every(({ Online }) => Online),
    RecSent: states.reduce((sum, { RecSent }) => sum + RecSent, 0),
    RecQueued: states.reduce((sum, { RecQueued }) => sum + RecQueued, 0),
  };
}

async function until(url: string, isRight: (state: State) => boolean): Promise<State> {
  const end = performance.now() + LONGEST_MS;
  for (;;) {
    const state = await stateOf(url);
    if (isRight(state)) return state;
    if (performance.now() > end) throw new Error(`not within ${LONGEST_MS} ms: ${JSON.stringify(state)}`);
    await pause(LOOK_MS);
  }
}

/** A company in the portal, and its badge. */
async function badgeOf(portal: string): Promise<string> {
  const { companyId } = await ask<{ companyId: number }>(portal, '/api/v2/Public/Company', {
    ...{ parentEntityId: 2, name: 'Casa do Largo Lda', taxId: 'PT509876544', countryCode: 'PT' },
    ...{ address: 'Rua das Oliveiras 14', city: 'Coimbra', zip: '3000-150' },
  });
  return (await ask<{ badge: string }>(portal, `/Company/${companyId}/Badge`, {})).badge;
}

/** Tells the registers where the portal is, or that there is none to be reached. */
function talkTo(url: string, portal: string): Promise<unknown> {
  return ask(url, '/profile', { Attributes: `Recorder_url="${portal}" Recorder_init=0` });
}

/** What a while cost and brought; times in ms. */
interface While {
  ms: number;
  records: number;
  service: { all: number; main: number };
  portal: number;
}

/** Watches both processes while something is done. */
async function watch<T>(
  till: Contestant & { pid: number },
  portal: BenchPortal,
  work: () => Promise<T>,
): Promise<{ during: While; result: T }> {
  const [before, began] = [await stateOf(till.url), performance.now()];
  const [service, other] = [cpuTime(till.pid), cpuTime(portal.pid)];
  const result = await work();
  const [serviceAfter, otherAfter] = [cpuTime(till.pid), cpuTime(portal.pid)];
  const ms = performance.now() - began;
  const after = await stateOf(till.url);
  const during = {
    ms,
    records: after.RecSent - before.RecSent,
    service: { all: serviceAfter.all - service.all, main: serviceAfter.main - service.main },
    portal: otherAfter.all - other.all,
  };
  return { during, result };
}

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** A round with the portal and one without. */
interface Round {
  without: { during: While; result: Load };
  beside: { during: While; result: Load };
}

async function measure(till: Contestant & { pid: number }, portal: BenchPortal) {
  const all: Round[] = [];
  // The first part without sales: programs that have just started are slower.
  const left = registers * receipts * ALONE;
  const { during: alone } = await watch(till, portal, () =>
    until(till.url, ({ RecQueued }) => RecQueued < left),
  );
  for (let round = 0; round < rounds; round++) {
    await talkTo(till.url, NOWHERE);
    await until(till.url, ({ Online }) => !Online);
    const without = await watch(till, portal, () => sell(till.url, TILLS, sales, REST_MS));
    // Connecting again is part of it.
    const beside = await watch(till, portal, async () => {
      await talkTo(till.url, portal.url);
      return sell(till.url, TILLS, sales, REST_MS);
    });
    // Tills alone would be measured from here on.
    if ((await stateOf(till.url)).RecQueued < LEAST) break;
    all.push({ without, beside });
  }
  return { rounds: all, alone };
}

function report({ rounds: all, alone }: Awaited<ReturnType<typeof measure>>): boolean {
  if (all.length === 0) throw new Error('everything was handed in within a round: give it more --receipts');
  const [on, off] = [all.map(({ beside }) => beside), all.map(({ without }) => without)];
  const records = sum(on.map(({ during }) => during.records));
  const perSecond = records / (sum(on.map(({ during }) => during.ms)) / 1000);
  const p99 = (some: typeof on) => median(some.map(({ result }) => result.p99));
  const ratio = median(all.map(({ beside, without }) => beside.result.p99 / without.result.p99));
  // The sales of both kinds of rounds are as many: what is more is what the records cost.
  const extra = (of: (during: While) => number) =>
    ((sum(on.map(({ during }) => of(during))) - sum(off.map(({ during }) => of(during)))) / records) * 1000;
  const main = ({ during }: (typeof on)[number]) => during.service.main / during.ms;
  console.log(`${cpus().length} x ${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.versions.node}`);
  console.log(`${registers} registers, ${records} records in ${all.length} rounds of ${sales} sales`);
  console.table({
    'records a second beside sales': Math.round(perSecond),
    'records a second alone': Math.round((alone.records / alone.ms) * 1000),
    'sales a second': Math.round(median(on.map(({ result }) => result.perSecond))),
    'p99 of sales without, ms': p99(off).toFixed(1),
    'p99 of sales beside, ms': p99(on).toFixed(1),
    'p99 beside : without': ratio.toFixed(2),
    'p50 beside : without': median(
      all.map(({ beside, without }) => beside.result.p50 / without.result.p50),
    ).toFixed(2),
    'CPU of the register for a record, µs': Math.round(extra(({ service }) => service.all)),
    'of it on the main thread, µs': Math.round(extra(({ service }) => service.main)),
    'CPU of the portal for a record, µs': Math.round(extra(({ portal }) => portal)),
    'main thread busy without, %': Math.round(median(off.map(main)) * 100),
    'main thread busy beside, %': Math.round(median(on.map(main)) * 100),
  });
  const misses = [
    ...(perSecond < TARGETS.perSecond ? [`${Math.round(perSecond)} records a second`] : []),
    ...(ratio > TARGETS.p99 ? [`p99 of sales is ${ratio.toFixed(2)} of that without`] : []),
  ];
  for (const miss of misses) console.log(`MISS: ${miss}`);
  if (misses.length === 0) console.log('all targets are met');
  return misses.length === 0;
}

async function run(folder: string): Promise<void> {
  const postgres = values.postgres ? await startPostgres(join(folder, 'pg'), ['shared_buffers=256MB']) : null;
  const [ofService, ofPortal] = [join(folder, 'service.prof'), join(folder, 'portal.prof')];
  const profiled = (place: string) => (values.profile ? ['--cpu-prof', '--cpu-prof-dir', place] : []);
  const portal = await startPortal(folder, postgres?.url ?? null, profiled(ofPortal));
  const till = await startPortugal(join(folder, 'till'), registers, profiled(ofService));
  const began = performance.now();
  await sell(till.url, TILLS, registers * receipts);
  console.log(`${registers * receipts} sales in ${Math.round((performance.now() - began) / 1000)} s`);
  await talkTo(till.url, portal.url);
  await ask(till.url, '/profile', { Badge: await badgeOf(portal.url) });
  const isMet = report(await measure(till, portal));
  await till.stop();
  await portal.stop();
  await postgres?.stop();
  if (values.profile) {
    for (const [who, place] of [
      ['the register', ofService],
      ['the portal', ofPortal],
    ] as const) {
      console.log(`where ${who} spends the time of its main thread (own time of each function):`);
      console.table(hotSpots(place, 30));
    }
  }
  process.exitCode = isMet ? 0 : 1;
}

buildStale(['service']);
// Not in the folder for temporary files: that one may be memory, where a sync costs nothing.
mkdirSync(join(root, 'dist'), { recursive: true });
const folder = mkdtempSync(join(root, 'dist', 'bench-recorder-'));
try {
  await run(folder);
} finally {
  rmSync(folder, { recursive: true });
}
