/**
 * Receipts of a register on their way into its queue, in the order of their registration.
 * Where their jobs cannot be kept, as on a full disk, they wait here: none is left out.
 */
import type { Log } from '../log.ts';
import type { PrintQueue } from './print-queue.ts';

/** So long after a failure it is tried again, ms. */
const RETRY_MS = 10_000;

/** A receipt that is still to be ordered. */
interface Order {
  sq: number;
  /** How many times: the original and its copies. */
  times: number;
}

/** What waits to be ordered. */
export class Orders {
  private readonly queue: () => Promise<Pick<PrintQueue, 'add'>>;
  private readonly log: Pick<Log, 'error'>;
  private readonly changed: () => void;
  private readonly waiting: Order[] = [];
  private running: Promise<void> | null = null;
  private timer: NodeJS.Timeout | undefined;
  private failure: string | null = null;

  constructor(queue: () => Promise<Pick<PrintQueue, 'add'>>, log: Pick<Log, 'error'>, changed: () => void) {
    this.queue = queue;
    this.log = log;
    this.changed = changed;
  }

  /** How many receipts wait, and why the first one does; null while none has to. */
  get trouble(): { count: number; reason: string } | null {
    return this.failure === null ? null : { count: this.waiting.length, reason: this.failure };
  }

  /** Orders a receipt; resolves when it is ordered, or waits because it could not be. */
  async add(sq: number, times: number): Promise<void> {
    this.waiting.push({ sq, times });
    // Behind one that waits: what the queue has last tells the next start where to go on.
    if (this.failure === null) await this.run();
    else this.changed();
  }

  /** Tries again now. */
  retry(): void {
    clearTimeout(this.timer);
    void this.run();
  }

  /** Tries no more. */
  async close(): Promise<void> {
    clearTimeout(this.timer);
    await this.running;
    clearTimeout(this.timer);
  }

  private run(): Promise<void> {
    this.running ??= this.work().finally(() => {
      this.running = null;
      // Something may have come when all was done already.
      if (this.failure === null && this.waiting.length > 0) void this.run();
    });
    return this.running;
  }

  private async work(): Promise<void> {
    const before = this.failure;
    try {
      for (let order; (order = this.waiting[0]); this.waiting.shift()) {
        const queue = await this.queue();
        for (; order.times > 0; order.times--) await queue.add({ kind: 'receipt', sq: order.sq });
      }
      this.failure = null;
    } catch (error) {
      this.failure = error instanceof Error ? error.message : String(error);
      if (this.failure !== before)
        this.log.error(
          `receipt ${this.waiting[0]?.sq} cannot be ordered to be printed, it is tried again`,
          error,
        );
      this.timer = setTimeout(() => this.retry(), RETRY_MS).unref();
    }
    if (before !== null || this.failure !== null) this.changed();
  }
}
