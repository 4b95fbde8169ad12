import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { built } from '../../build/scripts/programs.ts';

/** How a process ended. */
export interface End {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** The service as a process of its own. */
export class ChildService {
  readonly ended: Promise<End>;
  private readonly child: ChildProcess;
  private stdout = '';
  private stderr = '';
  private end: End | null = null;

  /**
   * Runs the service as it is built, without a portal unless the arguments name a port for it; it is killed at the end of the test if it still runs.
   * @param before command that runs it, such as `ip netns exec shop`
   */
  constructor(args: readonly string[], env: Record<string, string> = {}, before: readonly string[] = []) {
    const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('TILLMARK_'));
    const [command, ...rest] = [...before, process.execPath, built('start'), ...args];
    const state = fs.mkdtempSync(path.join(os.tmpdir(), 'tillmark-test-'));
    onTestFinished(() => fs.rmSync(state, { recursive: true, force: true }));
    const own = { TILLMARK_NO_PORTAL: '1', TILLMARK_STATE_DIR: state };
    this.child = spawn(command!, rest, {
      env: { ...Object.fromEntries(inherited), ...own, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child.stdout!.on('data', (chunk: Buffer) => (this.stdout += chunk.toString()));
    this.child.stderr!.on('data', (chunk: Buffer) => (this.stderr += chunk.toString()));
    this.ended = new Promise((resolve, reject) => {
      this.child.on('error', reject).on('close', (code) => {
        this.end = { code, stdout: this.stdout, stderr: this.stderr };
        resolve(this.end);
      });
    });
    onTestFinished(async () => {
      this.kill('SIGKILL');
      await this.ended;
    });
  }

  /** Where it listens, once it does. */
  async url(): Promise<string> {
    return vi.waitFor(
      () => {
        const url = / listening on (http:\/\/\S+?)(,|\s)/.exec(this.stdout)?.[1];
        if (url) return url.replace('localhost', '127.0.0.1');
        throw new Error(`not listening: ${this.stdout}${this.stderr}${JSON.stringify(this.end)}`);
      },
      { timeout: 60_000, interval: 20 },
    );
  }

  /** What it has written to standard output so far. */
  get said(): string {
    return this.stdout;
  }

  /** Sends a signal. */
  kill(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Process id. */
  get pid(): number {
    return this.child.pid!;
  }
}
