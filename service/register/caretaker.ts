/** Looks after all registers: once a minute, and soon after a configuration or setting has changed. */
import type { Journal } from '../journal/journal.ts';
import type { Entry } from '../journal/row.ts';
import type { Log } from '../log.ts';
import { tend } from './desk.ts';
import type { Registers } from './registers.ts';

const ROUND_MS = 60_000;
/** Several changes within this time make one round. */
const SOON_MS = 100;
const STOP_MS = 2000;

/** Does the rounds; a round begins only after the one before. */
export class Caretaker {
  private readonly registers: Registers;
  private readonly journal: Journal;
  private readonly log: Log;
  private readonly timer: NodeJS.Timeout;
  private waiting: NodeJS.Timeout | null = null;
  private round: Promise<void> = Promise.resolve();
  /** A round waits for the one under way. */
  private isNext = false;
  private isStopped = false;

  constructor(registers: Registers, journal: Journal, log: Log) {
    this.registers = registers;
    this.journal = journal;
    this.log = log;
    this.timer = setInterval(() => this.soon(), ROUND_MS);
    this.timer.unref();
    journal.on('committed', this.onCommitted);
  }

  /** Begins a round shortly. */
  soon(): void {
    if (this.isStopped) return;
    this.waiting ??= setTimeout(() => {
      this.waiting = null;
      // The one that waits will see what has changed.
      if (this.isNext) return;
      this.isNext = true;
      this.round = this.round.then(() => this.doRound());
    }, SOON_MS);
    this.waiting.unref();
  }

  /**
   * Begins no more rounds; resolves when the register that is being looked after
   * has been, or soon: an authority that does not answer must not keep the service
   * from stopping, and what it does not hear of is asked again after the start.
   * What was printed since the last record is noted at the end.
   */
  async stop(): Promise<void> {
    this.isStopped = true;
    clearInterval(this.timer);
    if (this.waiting) clearTimeout(this.waiting);
    this.journal.off('committed', this.onCommitted);
    let late: NodeJS.Timeout | undefined;
    const patience = new Promise<void>((resolve) => (late = setTimeout(resolve, STOP_MS)));
    await Promise.race([this.round.then(() => this.notePrints()), patience]);
    clearTimeout(late);
  }

  private readonly onCommitted = ({ record }: Entry): void => {
    // `log`: something was done on the control page, or another series was opened.
    if (record._ === 'Cfg' || record._ === 'log') this.soon();
  };

  private async notePrints(): Promise<void> {
    for (const rn of this.registers.names) await (await this.registers.find(rn))?.notePrints();
  }

  private async doRound(): Promise<void> {
    this.isNext = false;
    for (const rn of this.registers.names) {
      if (this.isStopped) return;
      try {
        const register = await this.registers.find(rn);
        if (!register) continue;
        await tend(register);
        await register.notePrints();
      } catch (error) {
        this.log.error(`register ${rn}: what it does by itself failed`, error);
      }
    }
  }
}
