/**
 * Queues of the operating system (CUPS, the Windows spooler): they take whole
 * jobs as bytes for the printer, and know little of what becomes of them.
 */
/** A queue, as the system lists it. */
export interface QueueFacts {
  /** Name by which the system knows it. */
  name: string;
  /** What people call it, or what the driver says it is; whatever somebody has entered, may be empty. */
  about: string;
  /** It takes jobs and works on them. */
  isReady: boolean;
}

/** How a queue is. */
export interface QueueState {
  /** What people call it, or what the driver says it is; may be empty. */
  about: string;
  /** It is stopped, or refuses jobs: somebody has to start it. */
  isStopped: boolean;
  /** A job is inside the printer. Only then what is said of the device is of this moment. */
  isWorking: boolean;
  /** What its driver says of the device; null and false where it says nothing, which is mostly. */
  isOffline: boolean;
  isCoverOpen: boolean;
  paper: 'near end' | 'end' | null;
  isJammed: boolean;
}

/**
 * What has become of a job:
 * - `waiting`: the system has it
 * - `done`: all of it went to the printer, which says nothing about paper
 * - `ended`: somebody or something ended it before
 */
export type QueueJobState = 'waiting' | 'done' | 'ended';

/** The print service of an operating system. All calls end soon after the signal. */
export interface PrintService {
  /** @throws PortError `unsupported` where there is no such service */
  queues(signal: AbortSignal): Promise<QueueFacts[]>;
  /** @throws PortError `absent` where there is no such queue */
  state(queue: string, signal: AbortSignal): Promise<QueueState>;
  /**
   * Hands over a job, bytes as they are.
   * @param title what people see in the list of the system
   * @returns its number
   * @throws PortError `lost` and `silent`: it may have been taken; with all other faults it was not
   */
  submit(queue: string, title: string, bytes: Uint8Array, signal: AbortSignal): Promise<number>;
  /** @throws PortError */
  job(queue: string, id: number, signal: AbortSignal): Promise<QueueJobState>;
}
