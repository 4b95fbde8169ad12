/** How much memory another process takes, looked at again and again. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const SAMPLE_MS = 50;
const KIB = 1024;

/** What was seen of a process, bytes. */
export interface Watched {
  /** Largest resident set so far. */
  peak(): number;
  stop(): void;
}

/** Watches a process of this machine until told to stop. */
export function watchMemory(pid: number): Watched {
  let peak = 0;
  const sample = (): void => {
    peak = Math.max(peak, residentMemory(pid));
  };
  const timer = setInterval(sample, SAMPLE_MS);
  return {
    peak() {
      sample();
      return peak;
    },
    stop: () => clearInterval(timer),
  };
}

/** Resident set of a process, bytes; 0 when it is gone. */
export function residentMemory(pid: number): number {
  try {
    if (process.platform !== 'linux') {
      return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) * KIB;
    }
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * KIB;
  } catch {
    return 0;
  }
}
