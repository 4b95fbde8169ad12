/**
 * Where templates are compiled and run. Templates are code (EJS and Pug run
 * JavaScript by design), so each job gets a place of its own without rights, with
 * little memory and a time limit.
 *
 * A register's own templates run in a process: a thread that asks for too much
 * memory at once takes the whole service with it (measured: a growing Map). Inside
 * Electron there may be no Node to start; then a thread has to do.
 */
import { spawn } from 'node:child_process';
import { Worker } from 'node:worker_threads';
import { nodeExecutable } from '../node-process.ts';
import {
  processProgram,
  threadProgram,
  type CompileJob,
  type JobResult,
  type RunJob,
} from './sandbox-code.ts';

/** The job used up its time or memory; it would do so again. */
export class LimitError extends Error {}
/** The template is wrong. */
class TemplateError extends Error {}

/** Bounds of a job. */
export interface Limits {
  /** Milliseconds. */
  time: number;
  /** Megabytes of the heap. */
  memory: number;
}

/** Where a job runs. */
export type Place = 'thread' | 'process';

const LIMITS: Limits = { time: 2000, memory: 64 };
/** Milliseconds a thread or process may take to start on a busy machine. */
const START = 10_000;
const MAX_ANSWER_BYTES = 10_000_000;
const AT_ONCE = 2;

type Job = CompileJob | RunJob;

/** Runs jobs, some of them at a time. */
export class Sandbox {
  /** Those of a job that brings none of its own. */
  readonly limits: Limits;
  private readonly atOnce: number;
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(limits: Partial<Limits> = {}, atOnce = AT_ONCE) {
    this.limits = { ...LIMITS, ...limits };
    this.atOnce = atOnce;
  }

  /** @throws LimitError, TemplateError */
  async run(job: Job, place: Place, limits = this.limits): Promise<string> {
    if (this.running >= this.atOnce) await new Promise<void>((resolve) => void this.waiting.push(resolve));
    else this.running++;
    try {
      const node = place === 'process' ? nodeExecutable() : null;
      const result = await (node === null ? inThread(job, limits) : inProcess(node, job, limits));
      if ('text' in result) return result.text;
      throw new TemplateError(result.error);
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.running--;
    }
  }
}

function tooLong({ time }: Limits): LimitError {
  return new LimitError(`it took longer than ${time} ms`);
}

function tooLarge({ memory }: Limits): LimitError {
  return new LimitError(`it needed more than ${memory} MB`);
}

function inThread(job: Job, limits: Limits): Promise<JobResult> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(threadProgram(), {
      eval: true,
      workerData: job,
      env: {},
      argv: [],
      execArgv: [],
      // What is written inside stays inside: nobody reads these streams.
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: limits.memory, maxYoungGenerationSizeMb: 8, stackSizeMb: 2 },
    });
    const end = (settle: () => void) => {
      clearTimeout(timer);
      worker.removeAllListeners();
      // A dying worker may still report an error.
      worker.on('error', () => undefined);
      void worker.terminate();
      settle();
    };
    const late = () => end(() => reject(tooLong(limits)));
    let timer = setTimeout(late, START);
    worker.on('online', () => {
      clearTimeout(timer);
      timer = setTimeout(late, limits.time);
    });
    worker.on('message', (result: JobResult) => end(() => resolve(result)));
    worker.on('error', (error: NodeJS.ErrnoException) => {
      const memory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      end(() => reject(memory ? tooLarge(limits) : new TemplateError(error.message)));
    });
    worker.on('exit', () => end(() => reject(new TemplateError('it ended without a result'))));
  });
}

function inProcess(node: string, job: Job, limits: Limits): Promise<JobResult> {
  return new Promise((resolve, reject) => {
    const { SystemRoot } = process.env;
    // The compilers are read from files; a template itself needs none.
    const rights = job.task === 'run' ? ['--permission'] : [];
    const args = [...rights, `--max-old-space-size=${limits.memory}`, '--eval', processProgram()];
    const child = spawn(node, args, {
      // Windows cannot start a program without its folder.
      env: SystemRoot === undefined ? {} : { SystemRoot },
      stdio: ['pipe', 'pipe', 'ignore'],
      windowsHide: true,
    });
    const chunks: Buffer[] = [];
    let bytes = 0;
    const end = (settle: () => void) => {
      clearTimeout(timer);
      child.kill('SIGKILL');
      settle();
    };
    const late = () => end(() => reject(tooLong(limits)));
    let timer = setTimeout(late, START);
    child.stdout.once('data', () => {
      clearTimeout(timer);
      timer = setTimeout(late, limits.time);
    });
    child.on('error', (error) => end(() => reject(error)));
    child.stdin.on('error', () => undefined);
    child.stdin.end(JSON.stringify(job));
    child.stdout.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > MAX_ANSWER_BYTES) end(() => reject(tooLarge(limits)));
    });
    child.on('close', (code) => {
      const answer = Buffer.concat(chunks).toString('utf8');
      // V8 ends the process when the memory is used up.
      if (code !== 0 || answer.trim() === '') end(() => reject(tooLarge(limits)));
      else end(() => resolve(JSON.parse(answer) as JobResult));
    });
  });
}
