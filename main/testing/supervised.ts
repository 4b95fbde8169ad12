import { vi } from 'vitest';
import type { ServiceState } from '../bridge.ts';
import type { Found } from '../service/probe.ts';
import { systemClock } from '../service/clock.ts';
import { Supervisor } from '../service/supervisor.ts';
import { ChildDouble } from './child-double.ts';

/** Address of the register in the supervisor's tests. */
export const url = 'http://127.0.0.1:5618';

/** A register that somebody else runs there. */
export const foreign: Found = { url, ready: true, problems: [] };

/** A supervisor with its processes under the test's control. Fake timers must be on. */
export class Supervised {
  readonly children: ChildDouble[] = [];
  readonly seen: ServiceState[] = [];
  /** What answers on the port. */
  found: Found | null = null;
  readonly supervisor = new Supervisor({
    fork: () => {
      const child = new ChildDouble();
      this.children.push(child);
      return child;
    },
    probe: () => Promise.resolve(this.found),
    clock: systemClock,
    log: () => undefined,
  });

  constructor() {
    this.supervisor.onState((state) => this.seen.push(state));
  }

  /** The process started last. */
  last(): ChildDouble {
    return this.children[this.children.length - 1]!;
  }

  /** Starts a service that becomes ready at once. */
  async startReady(): Promise<void> {
    await this.supervisor.start();
    this.last().says({ type: 'ready', url });
  }
}

/** Lets time pass, in milliseconds. */
export async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
}
