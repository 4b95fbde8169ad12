/** Has the invoices of all registers handed over: soon after a sale, and once a minute what waits. */
import type { Log } from '../log.ts';
import type { Register } from '../register/register.ts';
import type { Registers } from '../register/registers.ts';

const ROUND_MS = 60_000;
/** How long a stop waits for what is on its way; what has no answer then is asked about after the start. */
const STOP_MS = 2000;

/** Runs beside the rounds of the scheduler: a channel that does not answer keeps no authority waiting. */
export class HandOverRounds {
  private readonly registers: Registers;
  private readonly log: Log;
  private readonly stopping = new AbortController();
  private readonly underWay = new Set<Promise<void>>();
  private timer: NodeJS.Timeout | null = null;

  constructor(registers: Registers, log: Log) {
    this.registers = registers;
    this.log = log;
  }

  /** Begins; what waited when the service ended is handed over first. */
  start(): void {
    this.timer ??= setInterval(() => void this.all(), ROUND_MS).unref();
    void this.all();
  }

  /** Hands over what a register has. */
  soon(rn: string): void {
    if (this.timer === null || this.stopping.signal.aborted) return;
    this.begin(rn, this.registers.find(rn));
  }

  /** Begins no more; resolves when what is on its way has come to an end, or soon. */
  async stop(): Promise<void> {
    this.stopping.abort();
    if (this.timer) clearInterval(this.timer);
    let late: NodeJS.Timeout | undefined;
    const patience = new Promise<void>((resolve) => (late = setTimeout(resolve, STOP_MS)));
    await Promise.race([Promise.all(this.underWay), patience]);
    clearTimeout(late);
  }

  private async all(): Promise<void> {
    for (const rn of this.registers.names) {
      const register = await this.registers.find(rn).catch(() => null);
      if (register && register.invoiceQueue.waiting.length > 0 && !this.stopping.signal.aborted)
        this.begin(rn, Promise.resolve(register));
    }
  }

  private begin(rn: string, found: Promise<Register | null>): void {
    const work = found
      .then((register) => register?.handOvers.run(this.stopping.signal))
      .catch((error: unknown) => this.log.error(`register ${rn}: handing invoices over failed`, error))
      .finally(() => this.underWay.delete(work));
    this.underWay.add(work);
  }
}
