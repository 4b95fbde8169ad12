/** The run: body after body through the intake, each watched for defects and time, the whole for memory. */
import { setImmediate } from 'node:timers/promises';
import { bodyOf, type Body } from './body.ts';
import { violations } from './checks.ts';
import { intake, type Outcome } from './intake.ts';
import { readSeeds } from './seeds.ts';

/** Most time that a body may take of a processor. */
const MOST_MS = 50;

/** What to run. */
export interface FuzzOptions {
  bodies: number;
  seed: number;
  /** Ends earlier after this time. */
  seconds: number;
  onProgress?: (done: number) => void;
  /** Called with each body that shows a defect. */
  onFailure?: (failure: Failure) => void;
}

/** A body that shows a defect. */
export interface Failure {
  index: number;
  body: Body;
  what: string;
}

/** What a run found. */
export interface FuzzReport {
  bodies: number;
  accepted: number;
  /** How often each error constant led a refusal. */
  refused: Map<string, number>;
  failures: Failure[];
  /** CPU of the slowest body, ms. */
  slowest: { ms: number; index: number; bytes: number };
  /** Used heap after collection, MB, after a tenth and at the end; null without --expose-gc. */
  heap: { early: number; late: number } | null;
  seconds: number;
}

/** Runs until the bodies are done or the time is over. */
export async function fuzz(options: FuzzOptions): Promise<FuzzReport> {
  const seeds = readSeeds();
  const began = performance.now();
  const builtIns = describeBuiltIns();
  const report = emptyReport();
  const fail = (index: number, body: Body, what: string) => {
    const failure = { index, body, what };
    options.onFailure?.(failure);
    // All are counted, a few are kept: a run must not fill the memory it measures.
    if (report.failures.length < 100) report.failures.push(failure);
  };
  let early: number | null = null;

  for (let index = 0; index < options.bodies; index++) {
    const body = bodyOf(seeds, options.seed, index);
    const what = observe(body, index, report);
    if (what !== null) fail(index, body, what);
    report.bodies++;
    if (report.bodies === Math.ceil(options.bodies / 10)) early = heapMegabytes();
    if (report.bodies % 1000 !== 0) continue;
    if (describeBuiltIns() !== builtIns) {
      fail(index, body, 'a built-in object was changed by one of the last 1000 bodies');
      break;
    }
    options.onProgress?.(report.bodies);
    // Lets timers and signals through.
    await setImmediate();
    if (performance.now() - began > options.seconds * 1000) break;
  }
  const late = heapMegabytes();
  if (early !== null && late !== null) report.heap = { early, late };
  report.seconds = (performance.now() - began) / 1000;
  return report;
}

/** One body of a run alone, and what is wrong with it. */
export function tryOne(runSeed: number, index: number): { body: Body; what: string | null } {
  const body = bodyOf(readSeeds(), runSeed, index);
  return { body, what: observe(body, index, emptyReport()) };
}

function emptyReport(): FuzzReport {
  return {
    bodies: 0,
    accepted: 0,
    refused: new Map(),
    failures: [],
    slowest: { ms: 0, index: -1, bytes: 0 },
    heap: null,
    seconds: 0,
  };
}

/** Sends one body in; returns what is wrong with its outcome. */
function observe(body: Body, index: number, report: FuzzReport): string | null {
  const { bytes, contentType, seed } = body;
  const began = performance.now();
  let outcome: Outcome;
  try {
    outcome = intake(bytes, contentType, seed.cfg);
  } catch (error) {
    return `threw ${(error as Error).stack ?? String(error)}`;
  }
  const ms = performance.now() - began;
  if (ms > report.slowest.ms) {
    const least = Math.min(ms, leastCpu(body));
    if (least > MOST_MS) return `took ${least.toFixed(0)} ms of CPU`;
    if (least > report.slowest.ms) report.slowest = { ms: least, index, bytes: bytes.length };
  }

  if ('refused' in outcome) {
    report.refused.set(outcome.refused, (report.refused.get(outcome.refused) ?? 0) + 1);
    return null;
  }
  report.accepted++;
  try {
    const found = violations(outcome.accepted);
    return found.length > 0 ? found.join('\n') : null;
  } catch (error) {
    return `check threw ${(error as Error).stack ?? String(error)}`;
  }
}

/** The least time of three more attempts: what the machine does besides does not count. */
function leastCpu({ bytes, contentType, seed }: Body): number {
  const times = [1, 2, 3].map(() => {
    const before = process.cpuUsage();
    intake(bytes, contentType, seed.cfg);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}

/** Names of everything that a polluting body could add to. */
function describeBuiltIns(): string {
  const objects = [Object, Array, String, Number, Boolean, Function, Map, Set, Error, Buffer, RegExp, Date];
  return objects
    .flatMap((constructor) => [constructor, constructor.prototype as object])
    .map((object) => Reflect.ownKeys(object).map(String).join())
    .join(';');
}

function heapMegabytes(): number | null {
  if (globalThis.gc === undefined) return null;
  globalThis.gc();
  return process.memoryUsage().heapUsed / 1e6;
}
