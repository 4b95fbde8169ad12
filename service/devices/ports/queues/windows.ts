/**
 * The spooler of Windows. A process of PowerShell speaks to it (windows-program.ts);
 * it is started when it is wanted and ended when nobody has asked for a while.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { PortError, type PortFault } from '../contract.ts';
import type { PrintService, QueueFacts, QueueJobState, QueueState } from './contract.ts';
import { encodedProgram } from './windows-program.ts';

/** A busy till takes its time to compile the program, ms. */
const START_MS = 60_000;
/** Spooling to this machine is quick; a printer of another machine that is off is waited for by Windows, ms. */
const PATIENCE_MS = 30_000;
/** A process that nobody asks is ended, ms. */
const IDLE_MS = 300_000;
const MOST_LINE = 1_000_000;

/** What to start; tests start something else. */
export interface Helper {
  program: string;
  args: readonly string[];
}

/** Errors of Windows that say why; any other is `unsupported`. */
const FAULTS: Readonly<Record<string, PortFault>> = {
  '2': 'absent',
  '5': 'rights',
  '39': 'full',
  '112': 'full',
  // The spooler does not run, or the machine of the printer is off.
  '1722': 'absent',
  '1753': 'absent',
  '1801': 'absent',
  '1905': 'absent',
  x: 'lost',
};

/** `PRINTER_STATUS_*`, `PRINTER_ATTRIBUTE_WORK_OFFLINE` and `JOB_STATUS_*`. */
const PRINTER = { paused: 0x1, jam: 0x8, paperOut: 0x10, offline: 0x80, door: 0x400000, paperLow: 0x20000 };
const WORK_OFFLINE = 0x400;
const JOB = { deleting: 0x4, deleted: 0x100, printed: 0x80, complete: 0x1000 };

interface Running {
  child: ChildProcess;
  ready: Promise<void>;
  answers: Map<string, PromiseWithResolvers<string[]>>;
  end(error: PortError): void;
}

/** The spooler of this machine. */
export class WindowsSpooler implements PrintService {
  private readonly helper: Helper;
  private running: Running | null = null;
  private turn: Promise<unknown> = Promise.resolve();
  private lastId = 0;
  private idle: NodeJS.Timeout | undefined;

  constructor(helper: Helper = powerShell()) {
    this.helper = helper;
  }

  async queues(signal: AbortSignal): Promise<QueueFacts[]> {
    const fields = await this.ask(['list'], signal);
    return Array.from({ length: Math.floor(fields.length / 3) }, (_, i) => ({
      name: textOf(fields[3 * i]!),
      about: textOf(fields[3 * i + 1]!),
      isReady: fields[3 * i + 2] === '1',
    }));
  }

  async state(queue: string, signal: AbortSignal): Promise<QueueState> {
    const [about = '', ...numbers] = await this.ask(['state', fieldOf(queue)], signal);
    const [attributes = 0, status = 0, jobs = 0] = numbers.map(Number);
    const has = (bit: number) => (status & bit) !== 0;
    return {
      about: textOf(about),
      isStopped: has(PRINTER.paused) || (attributes & WORK_OFFLINE) !== 0,
      isWorking: jobs > 0,
      isOffline: has(PRINTER.offline),
      isCoverOpen: has(PRINTER.door),
      paper: has(PRINTER.paperOut) ? 'end' : has(PRINTER.paperLow) ? 'near end' : null,
      isJammed: has(PRINTER.jam),
    };
  }

  async submit(queue: string, title: string, bytes: Uint8Array, signal: AbortSignal): Promise<number> {
    const data = Buffer.from(bytes).toString('base64');
    const [id] = await this.ask(['print', fieldOf(queue), fieldOf(title), data], signal);
    if (!/^\d{1,10}$/.test(id ?? '')) throw new PortError('lost', `${queue}: the job got no number`);
    return Number(id);
  }

  async job(queue: string, id: number, signal: AbortSignal): Promise<QueueJobState> {
    const [status = '-'] = await this.ask(['job', fieldOf(queue), String(id)], signal);
    // What has gone to the printer is not known any more.
    if (status === '-' || (Number(status) & (JOB.printed | JOB.complete)) !== 0) return 'done';
    return (Number(status) & (JOB.deleting | JOB.deleted)) !== 0 ? 'ended' : 'waiting';
  }

  /** Ends the process. */
  close(): void {
    clearTimeout(this.idle);
    this.running?.end(new PortError('lost', 'the spooler is not used any more'));
  }

  /** One request after another. @throws PortError */
  private ask(request: readonly string[], signal: AbortSignal): Promise<string[]> {
    const asked = this.turn.then(() => this.askNow(request, signal));
    this.turn = asked.catch(() => undefined);
    return asked;
  }

  private async askNow(request: readonly string[], signal: AbortSignal): Promise<string[]> {
    if (signal.aborted) throw new PortError('busy', 'nobody waits for the spooler any more');
    clearTimeout(this.idle);
    const running = (this.running ??= this.start());
    await running.ready;
    this.lastId += 1;
    const id = String(this.lastId);
    const answer = Promise.withResolvers<string[]>();
    running.answers.set(id, answer);
    running.child.stdin!.write(`${id} ${request.join(' ')}\n`);
    const late = setTimeout(
      () => running.end(new PortError('silent', 'the spooler of Windows does not answer')),
      PATIENCE_MS,
    );
    const stop = () => answer.reject(new PortError('silent', 'nobody waits for the spooler any more'));
    signal.addEventListener('abort', stop, { once: true });
    try {
      return answered(await answer.promise);
    } finally {
      clearTimeout(late);
      signal.removeEventListener('abort', stop);
      running.answers.delete(id);
      this.idle = setTimeout(() => this.close(), IDLE_MS).unref();
    }
  }

  private start(): Running {
    const child = spawn(this.helper.program, this.helper.args, {
      stdio: ['pipe', 'pipe', 'ignore'],
      windowsHide: true,
    });
    const ready = Promise.withResolvers<void>();
    ready.promise.catch(() => undefined);
    const answers: Running['answers'] = new Map();
    const running: Running = {
      ...{ child, answers, ready: ready.promise },
      end: (error) => {
        clearTimeout(slow);
        if (this.running === running) this.running = null;
        ready.reject(error);
        for (const answer of answers.values()) answer.reject(error);
        answers.clear();
        child.kill('SIGKILL');
      },
    };
    const slow = setTimeout(
      () => running.end(new PortError('unsupported', 'PowerShell does not start')),
      START_MS,
    );
    let isReady = false;
    createInterface({ input: child.stdout.setEncoding('latin1') }).on('line', (line) => {
      if (line.trim() === 'ready') {
        isReady = true;
        clearTimeout(slow);
        ready.resolve();
        return;
      }
      if (line.length > MOST_LINE) return;
      const [id = '', ...rest] = line.trim().split(' ');
      answers.get(id)?.resolve(rest);
    });
    child.stdin.on('error', () => undefined);
    // What forbids it says so before it is ready: no PowerShell, or a policy.
    const gone = (why: string) =>
      running.end(new PortError(isReady ? 'lost' : 'unsupported', `the helper for the spooler: ${why}`));
    child.on('error', (error) => gone(error.message));
    child.on('exit', (code, reason) => gone(reason ?? `exit code ${code}`));
    // Must not keep a service alive that has nothing else to do.
    child.unref();
    for (const pipe of [child.stdin, child.stdout] as unknown as Socket[]) pipe.unref();
    return running;
  }
}

/** The fields of an answer. @throws PortError */
function answered([result, ...fields]: string[]): string[] {
  if (result === 'ok') return fields;
  const code = fields[0] ?? 'x';
  throw new PortError(FAULTS[code] ?? 'unsupported', `the spooler of Windows refuses (error ${code})`);
}

function fieldOf(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64');
}

function textOf(field: string): string {
  return Buffer.from(field, 'base64').toString('utf8').trim();
}

/** By its full path: a program of the same name elsewhere is not started. */
function powerShell(): Helper {
  const { SystemRoot = 'C:\\Windows' } = process.env;
  return {
    program: path.win32.join(SystemRoot, 'System32', 'WindowsPowerShell', 'v1.0', 'powershell.exe'),
    args: [
      ...['-NoLogo', '-NoProfile', '-NonInteractive'],
      // The input is the program's, not that of PowerShell, which would wait for its end.
      ...['-InputFormat', 'None', '-OutputFormat', 'Text'],
      ...['-EncodedCommand', encodedProgram()],
    ],
  };
}
