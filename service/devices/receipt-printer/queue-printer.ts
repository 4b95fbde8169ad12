/**
 * A queue of the operating system as a printer. The job is handed over whole,
 * and waited for until the system has sent it: at most one is on its way, as
 * with any other printer. What is on paper nobody can say.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { portError, PortError } from '../ports/contract.ts';
import type { OpenPrinter } from './connected.ts';
import type { PrintJob, PrintOutcome, PrintWatch } from './print.ts';
import { UNKNOWN_STATUS, type PrinterStatus } from './status.ts';
import { troubleOf } from './trouble.ts';
import type { PrintService, QueueState } from '../ports/queues/contract.ts';

/** Between two looks at a job, ms: the first ones are soon, because a receipt is short. */
const LOOKS_MS = [50, 100, 200, 400, 1000];
/** A job that has not gone out by then, without a reason, is one that a person should hear of, ms. */
const SLOW_MS = 60_000;
/** Longest list title. */
const MOST_TITLE = 100;
const PULSE_TITLE = 'Tillmark';

/** @param queue its name in the system @param looksMs only tests change it */
export function queuePrinter(
  service: PrintService,
  queue: string,
  looksMs: readonly number[] = LOOKS_MS,
): OpenPrinter {
  return async (opening) => {
    let about = '';
    let status = UNKNOWN_STATUS;
    const listeners: ((status: PrinterStatus) => void)[] = [];
    const ended = Promise.withResolvers<PortError | null>();
    const closing = new AbortController();
    const learn = (told: PrinterStatus) => {
      status = told;
      listeners.forEach((listener) => listener(told));
    };
    const refresh = async (signal: AbortSignal = closing.signal) => {
      let state: QueueState;
      try {
        state = await service.state(queue, signal);
        if (state.isStopped) throw new PortError('stopped', `${queue} is stopped`);
      } catch (error) {
        // It is looked for anew before the next job.
        ended.resolve(portError(error, queue));
        throw error;
      }
      about = state.about;
      learn(statusOf(state));
      return status;
    };
    await refresh(opening);

    /** Waits until a job that was handed over has gone to the printer. */
    const follow = async (id: number, watch: PrintWatch, signal: AbortSignal): Promise<PrintOutcome> => {
      const slow = AbortSignal.timeout(SLOW_MS);
      for (let look = 0; !signal.aborted; look += 1) {
        try {
          const state = await service.job(queue, id, signal);
          if (state !== 'waiting') {
            // What was said of paper and cover held for this job.
            learn(UNKNOWN_STATUS);
            return state === 'done' ? { kind: 'sent' } : { kind: 'unknown', trouble: 'lost' };
          }
          watch.halted(troubleOf(await refresh(signal)) ?? (slow.aborted ? 'silent' : null));
        } catch (error) {
          // The service may be started anew; it keeps its jobs.
          watch.halted(portError(error, queue).fault);
        }
        const ms = looksMs[Math.min(look, looksMs.length - 1)]!;
        await pause(ms, undefined, { signal }).catch(() => undefined);
      }
      return { kind: 'unknown', trouble: troubleOf(status) ?? 'silent' };
    };

    const handOver = async (
      { bytes, name }: PrintJob,
      watch: PrintWatch,
      signal: AbortSignal,
    ): Promise<PrintOutcome> => {
      try {
        const trouble = troubleOf(await refresh(signal));
        if (trouble) return { kind: 'refused', trouble };
      } catch (error) {
        return { kind: 'refused', trouble: portError(error, queue).fault };
      }
      await watch.begin();
      // A service that is asked to end waits for the answer: it alone says whether the job was taken.
      const taken = await service
        .submit(queue, name.slice(0, MOST_TITLE), bytes, new AbortController().signal)
        .catch((error: unknown) => portError(error, queue).fault);
      if (typeof taken === 'string' && taken !== 'lost' && taken !== 'silent') {
        return { kind: 'refused', trouble: taken };
      }
      // It is away: whatever keeps that from being noted must not look like a refusal.
      await watch.started().catch(() => undefined);
      return typeof taken === 'number' ? follow(taken, watch, signal) : { kind: 'unknown', trouble: taken };
    };

    return {
      isSilent: true,
      get status() {
        return status;
      },
      ended: ended.promise,
      on: (_, listener) => listeners.push(listener),
      refresh: () => refresh(),
      identify: () => Promise.resolve({ maker: '', model: about, serial: '' }),
      async send(bytes) {
        // A pulse that waits in a queue would open the drawer when nobody stands there any more.
        const trouble = troubleOf(await refresh());
        if (trouble) throw new PortError('busy', `${queue} does not print now: ${trouble}`);
        await service.submit(queue, PULSE_TITLE, bytes, closing.signal);
      },
      print: (job, watch, signal) => handOver(job, watch, signal),
      async next(signal) {
        await pause(2 ** 31 - 1, undefined, { signal: AbortSignal.any([signal, closing.signal]) }).catch(
          () => undefined,
        );
      },
      close() {
        closing.abort();
        ended.resolve(null);
        return Promise.resolve();
      },
    };
  };
}

/**
 * What a queue says, as far as it holds now: what its driver has said of the
 * device stays there after the job, and is of no worth then.
 */
function statusOf({ isWorking, isOffline, isCoverOpen, paper, isJammed }: QueueState): PrinterStatus {
  if (!isWorking) return UNKNOWN_STATUS;
  return {
    ...UNKNOWN_STATUS,
    online: isOffline ? false : null,
    coverOpen: isCoverOpen ? true : null,
    paper,
    error: isJammed ? 'recoverable' : null,
  };
}
