/**
 * Audits registers side by side, each on one thread with a connection of its own. What is found, and in which
 * order it is told, does not depend on how many threads there are.
 */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { UsageError } from '../command-line.ts';
import type { AuditedRegister } from '../journal/audit/audit.ts';
import { UnreadableJournalError } from '../journal/read-only.ts';
import type { RegisterReport } from './report.ts';
import type { ThreadData, ThreadNews, ThreadTask } from './thread.ts';

/** Records for each thread: one takes as long to get warm as 8,000 records, in processor time. */
const RECORDS_PER_THREAD = 50_000;
/** Memory that a thread takes, in bytes; one that checks long receipts takes twice as much for a moment. */
const THREAD_BYTES = 300_000_000;

/** A register, and how many records it has: what takes longest is begun first. */
export interface AuditTask {
  register: AuditedRegister;
  records: number;
}

/** Where threads come from. */
export interface AuditThreads {
  /** A program that calls `auditThread`. */
  program: URL;
  /** Where the vault is. */
  dataRoot: string;
  /** As many as were asked for; undefined: as processors and memory allow. */
  wanted: number | undefined;
}

/**
 * Threads that the work is worth; 1 where it is done at once.
 * @param wanted as many as somebody asked for
 */
export function threadsFor(
  tasks: readonly AuditTask[],
  wanted: number | undefined,
  machine = { processors: availableParallelism(), memory: process.availableMemory() },
): number {
  const most = Math.min(machine.processors, Math.floor(machine.memory / THREAD_BYTES));
  const records = tasks.reduce((sum, task) => sum + task.records, 0);
  const worth = wanted ?? Math.min(most, Math.floor(records / RECORDS_PER_THREAD));
  return Math.max(1, Math.min(worth, tasks.length));
}

/**
 * Audits all registers. A thread that fails ends the others, too.
 * @param progress called with a register in work and the records read of all; what it throws ends the work
 * @returns the reports in the order of the tasks
 * @throws UnreadableJournalError, UsageError
 */
export async function auditOnThreads(
  tasks: readonly AuditTask[],
  count: number,
  { program, ...data }: Omit<ThreadData, 'stop'> & { program: URL },
  progress: (rn: string, records: number) => void,
): Promise<RegisterReport[]> {
  const team = new Team(tasks, progress);
  const workerData: ThreadData = { ...data, stop: team.stop };
  await Promise.all(
    Array.from({ length: count }, () => team.work(new Worker(program, { workerData, execArgv: [] }))),
  );
  return team.reports();
}

/** Threads at work. */
class Team {
  /** Tells all threads to stop. */
  readonly stop = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  private readonly tasks: readonly AuditTask[];
  private readonly progress: (rn: string, records: number) => void;
  /** Tasks that nobody has begun, the longest first. */
  private readonly left: number[];
  /** Records read and what was found, by task. */
  private readonly records: number[];
  private readonly found: (RegisterReport | undefined)[];
  /** Why the work cannot come to its end; the first reason counts. */
  private failure: { error: unknown } | null = null;

  constructor(tasks: readonly AuditTask[], progress: (rn: string, records: number) => void) {
    this.tasks = tasks;
    this.progress = progress;
    this.records = tasks.map(() => 0);
    this.found = tasks.map(() => undefined);
    this.left = [...tasks.keys()].sort((a, b) => tasks[b]!.records - tasks[a]!.records || a - b);
  }

  /** Gives a thread one task after the other. Resolves when it has ended. */
  work(thread: Worker): Promise<void> {
    let task = this.next(thread);
    thread.on('message', (news: ThreadNews) => {
      if (task === undefined) return;
      if ('failure' in news) this.fail(errorOf(news.failure));
      else if ('records' in news) this.tell(task, news.records);
      else {
        this.records[task] = news.report.records;
        this.found[task] = news.report;
        task = this.next(thread);
      }
    });
    thread.on('error', (error) => this.fail(error));
    return new Promise((resolve) => {
      thread.on('exit', () => {
        if (task !== undefined) this.fail(new Error('a thread has ended before its work'));
        resolve();
      });
    });
  }

  /** @throws what went wrong */
  reports(): RegisterReport[] {
    if (this.failure) throw this.failure.error;
    return this.found as RegisterReport[];
  }

  /** Gives a thread the next task; undefined when there is none. */
  private next(thread: Worker): number | undefined {
    const task = this.failure ? undefined : this.left.shift();
    const next: ThreadTask = task === undefined ? null : this.tasks[task]!.register;
    thread.postMessage(next);
    return task;
  }

  private tell(task: number, records: number): void {
    this.records[task] = records;
    if (this.failure) return;
    try {
      const sum = this.records.reduce((a, b) => a + b, 0);
      this.progress(this.tasks[task]!.register.rn, sum);
    } catch (error) {
      this.fail(error);
    }
  }

  private fail(error: unknown): void {
    this.failure ??= { error };
    Atomics.store(this.stop, 0, 1);
  }
}

function errorOf({ kind, message }: Extract<ThreadNews, { failure: object }>['failure']): Error {
  return kind === 'usage' ? new UsageError(message) : new UnreadableJournalError(message);
}
