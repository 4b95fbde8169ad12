/** Processor time of other processes, as Linux counts it. */
import { readFileSync } from 'node:fs';

/** Milliseconds of a tick (`getconf CLK_TCK` is 100 wherever Node runs). */
const TICK_MS = 10;

/** Processor time of a process so far, ms. */
export interface CpuTime {
  all: number;
  /** Of its first thread alone, where JavaScript runs. */
  main: number;
}

/** Reads what a process has used; not a number where the system does not tell. */
export function cpuTime(pid: number): CpuTime {
  return { all: read(`/proc/${pid}/stat`), main: read(`/proc/${pid}/task/${pid}/stat`) };
}

function read(file: string): number {
  try {
    // The name of the program in parentheses may hold blanks.
    const fields = readFileSync(file, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return Number.NaN;
  }
}
