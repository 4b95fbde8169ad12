import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { built } from '../../build/scripts/programs.ts';
import { root } from '../../build/scripts/root.ts';

/** What `npm start` gives to Node: of the form `node FLAGS build/scripts/start.ts`. */
const flags = (
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } }
).scripts.start
  .split(' ')
  .slice(1, -1);

/** How to start a service for a test. */
export interface StartOptions {
  dataRoot: string;
  /** Options for Node itself, such as --cpu-prof, besides those of `npm start`. */
  nodeOptions?: string[];
  /** Added to the environment. */
  environment?: Record<string, string>;
  /** Longest time until it is ready, ms; 20 s unless given. */
  readyWithinMs?: number;
  /** Called with the process as soon as it exists, before it is ready. */
  onSpawn?: (child: ChildProcess) => void;
}

/** A service that answers. */
export interface RunningService {
  url: string;
  child: ChildProcess;
  /** Time from the start of the process until it was ready. */
  startMs: number;
  /** Resolves with the signal or the exit code when the process is gone. */
  exited: Promise<NodeJS.Signals | number>;
  /** kill -9, and wait until the process is gone. */
  kill: () => Promise<void>;
  /** SIGTERM; resolves with the exit code and the time it took. */
  stop: () => Promise<{ code: number | null; ms: number }>;
}

const readyWithinMs = 20_000;

/** The process ended, or was ended, before it said that it was ready. */
export class NotReady extends Error {}

/** Starts a service on a free port and waits until it says where it listens. */
export async function startService(options: StartOptions): Promise<RunningService> {
  const began = performance.now();
  const args = [
    '--headless',
    '--no-portal',
    '--port',
    '0',
    '--host',
    '127.0.0.1',
    '--data-root',
    options.dataRoot,
  ];
  const child = spawn(process.execPath, [...flags, ...(options.nodeOptions ?? []), built('start'), ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, TILLMARK_STATE_DIR: `${options.dataRoot}.state`, ...options.environment },
  });
  // Nothing may be left behind, however the test ends.
  const endToo = (): void => void child.kill('SIGKILL');
  process.once('exit', endToo);
  const exited = once(child, 'exit').then((how) => {
    process.off('exit', endToo);
    return how as [number | null, NodeJS.Signals | null];
  });
  options.onSpawn?.(child);
  const url = await waitForUrl(child, options.readyWithinMs);
  return {
    url,
    child,
    startMs: performance.now() - began,
    exited: exited.then(([code, signal]) => signal ?? code ?? 0),
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
    stop: async () => {
      const asked = performance.now();
      child.kill('SIGTERM');
      const [code] = await exited;
      return { code, ms: performance.now() - asked };
    },
  };
}

/** Waits until a program says `listening on http://...`. */
export function waitForUrl(child: ChildProcess, withinMs = readyWithinMs): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const fail = (what: string): void => {
      clearTimeout(timer);
      reject(new NotReady(`${what}; it said: ${said.slice(-2000).trim() || 'nothing'}`));
    };
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      fail(`the service was not ready within ${withinMs / 1000} s`);
    }, withinMs);
    const listen = (chunk: Buffer): void => {
      // Once ready, the pipe is only drained.
      if (said.length > 100_000) return;
      said += chunk.toString('utf8');
      const url = /listening on (http:\/\/[^\s/]+)/.exec(said)?.[1];
      if (url === undefined) return;
      clearTimeout(timer);
      resolve(url);
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
    child.on('exit', (code, signal) => fail(`the service ended (${signal ?? code}) before it was ready`));
    child.on('error', (error) => fail(`the service cannot be started: ${error.message}`));
  });
}
