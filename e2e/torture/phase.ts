import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { streamOf } from './sales.ts';
import { NotReady, type RunningService, startService, type StartOptions } from './service.ts';
import { type Tally, Violation } from './tally.ts';

/** A hundred starts take a second each; one of them on a busy machine may take long. */
const readyWithinMs = 120_000;

/** What every phase of the torture gets. */
export interface PhaseOptions {
  /** How often: kills, power cuts and so on. */
  rounds: number;
  registers: number;
  seed: number;
  /** An empty folder of its own. Data roots are kept there when something is found. */
  folder: string;
  /** The compiled shim; the kills do without. */
  library: string;
  /** When the run must be over; ms since 1970. */
  deadline: number;
  tally: Tally;
  onProgress: (text: string) => void;
}

/** Runs a number of rounds until something is found or the time is over. */
export async function inRounds(
  name: string,
  { rounds, seed, deadline, tally, onProgress }: PhaseOptions,
  round: (random: () => number, number: number) => Promise<void>,
): Promise<void> {
  const every = Math.max(1, Math.round(rounds / 20));
  for (let number = 1; number <= rounds && tally.isClean; number++) {
    if (Date.now() > deadline)
      return tally.violation(`only ${number - 1} of ${rounds} ${name} in the time given`);
    const before = tally.violations.length;
    await tally.watch(() => round(streamOf(seed, name, number), number));
    // Says which round to look at.
    for (let i = before; i < tally.violations.length; i++) tally.violations[i] += ` [${name} ${number}]`;
    tally.count(name);
    if (number % every === 0 || number === rounds) onProgress(`${number} ${name}`);
  }
}

/** Creates the folder of a data root. */
export function newDataRoot(folder: string, name: string): string {
  const dataRoot = join(folder, name);
  mkdirSync(dataRoot, { recursive: true });
  return dataRoot;
}

/** Removes a data root unless it is evidence. */
export function removeDataRoot(dataRoot: string, tally: Tally): void {
  if (tally.isClean) rmSync(dataRoot, { recursive: true });
}

/** Starts the service; that it does not get ready is a violation, unless `mayDie`: then null. */
export async function start(
  options: StartOptions,
  tally: Tally,
  mayDie = false,
): Promise<RunningService | null> {
  try {
    const service = await startService({ readyWithinMs, ...options });
    tally.most('slowest start (ms)', service.startMs);
    return service;
  } catch (error) {
    if (!(error instanceof NotReady)) throw error;
    if (mayDie) return null;
    throw new Violation(error.message, { cause: error });
  }
}

/** As {@link start}, for a service that must get ready. */
export async function startReady(options: StartOptions, tally: Tally): Promise<RunningService> {
  return (await start(options, tally))!;
}

/** SIGTERM: it must end in order and soon. */
export async function stopInOrder(service: RunningService, tally: Tally): Promise<void> {
  const { code, ms } = await service.stop();
  if (code !== 0) throw new Violation(`SIGTERM: the service ended with exit code ${code}`);
  if (ms > 5000) throw new Violation(`SIGTERM: the service took ${Math.round(ms)} ms to stop`);
  tally.most('slowest orderly stop (ms)', ms);
}

/** The service must have died from a blow, not by itself. */
export async function expectKilled(service: RunningService): Promise<void> {
  const how = await service.exited;
  if (how !== 'SIGKILL') throw new Violation(`the service ended by itself (${how})`);
}

/** A moment that is as often among the first hundred as among the ten thousand behind them. */
export function logarithmic(random: () => number, most: number): number {
  return Math.ceil(Math.exp(random() * Math.log(most)));
}
