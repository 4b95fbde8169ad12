/** What a thread and its program say to each other. Both are of one build, so nothing is checked. */
import type { MessagePort } from 'node:worker_threads';

/** A request by its name, with its arguments. */
export type Request = [name: string, ...args: unknown[]];

/** The answer to the oldest request that has none: what went wrong, or a result. */
export type Answer<Failure> = [failure: Failure | null, result?: unknown];

/** What a thread is started with. */
export interface ThreadData {
  port: MessagePort;
  /** Counts the requests; the thread sleeps on it. */
  bell: Int32Array;
}
