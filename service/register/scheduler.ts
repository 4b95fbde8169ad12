/**
 * Looks after all registers: once a minute, and soon after a configuration or
 * setting has changed. Registers of one company are looked after one after
 * another, companies side by side: an authority that does not answer one of
 * them keeps no other waiting.
 */
import type { Journal } from '../journal/journal.ts';
import type { Entry } from '../journal/row.ts';
import type { Log } from '../log.ts';
import { runBackground } from './country-work.ts';
import type { Register } from './register.ts';
import type { Registers } from './registers.ts';

const ROUND_MS = 60_000;
/** Several changes within this time make one round. */
const SOON_MS = 100;
const STOP_MS = 2000;
/** Companies of a country that are looked after at the same time. */
const SIDE_BY_SIDE = 8;

/** The registers of a company that wait for their turn. */
interface Lane {
  country: string;
  waiting: Set<Register>;
}

/** Does the rounds; no register is looked after twice at the same time. */
export class Scheduler {
  private readonly registers: Registers;
  private readonly journal: Journal;
  private readonly log: Log;
  private readonly timer: NodeJS.Timeout;
  private waiting: NodeJS.Timeout | null = null;
  /** By country and company, in the order in which they began to wait. */
  private readonly lanes = new Map<string, Lane>();
  /** Lanes at work, and what they do. */
  private readonly atWork = new Map<Lane, Promise<void>>();
  private readonly stopping = new AbortController();

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
    if (this.stopping.signal.aborted) return;
    this.waiting ??= setTimeout(() => {
      this.waiting = null;
      void this.beginRound();
    }, SOON_MS);
    this.waiting.unref();
  }

  /** Looks after one register as soon as its company has its turn. */
  async lookAfter(rn: string): Promise<void> {
    await this.enlist(rn);
    this.next();
  }

  /**
   * Begins no more rounds; resolves when the registers that are being looked after
   * have been, or soon: an authority that does not answer must not keep the service
   * from stopping, and what it does not hear of is asked again after the start.
   * What was printed since the last record is noted at the end.
   */
  async stop(): Promise<void> {
    this.stopping.abort();
    clearInterval(this.timer);
    if (this.waiting) clearTimeout(this.waiting);
    this.journal.off('committed', this.onCommitted);
    let late: NodeJS.Timeout | undefined;
    const patience = new Promise<void>((resolve) => (late = setTimeout(resolve, STOP_MS)));
    const work = Promise.all(this.atWork.values()).then(() => this.notePrints());
    await Promise.race([work, patience]);
    clearTimeout(late);
  }

  private readonly onCommitted = ({ record }: Entry): void => {
    // `log`: something was done on the control page, or another series was opened.
    if (record._ === 'Cfg' || record._ === 'log') this.soon();
  };

  private async notePrints(): Promise<void> {
    for (const rn of this.registers.names) await (await this.registers.find(rn))?.prints.note();
  }

  /** Puts all registers into the lanes of their companies. One that waits already will see what has changed. */
  private async beginRound(): Promise<void> {
    for (const rn of this.registers.names) {
      await this.enlist(rn);
    }
    this.next();
  }

  /** Puts a register into the lane of its company. */
  private async enlist(rn: string): Promise<void> {
    try {
      const register = await this.registers.find(rn);
      const { country, cfg } = register ?? {};
      if (!register || !country || !cfg) return;
      const company = `${country.code} ${cfg.Cmp.TaxId}`;
      const lane = this.lanes.get(company) ?? { country: country.code, waiting: new Set() };
      this.lanes.set(company, lane);
      lane.waiting.add(register);
    } catch (error) {
      this.failed(rn, error);
    }
  }

  /** Lets lanes begin that may. */
  private next(): void {
    if (this.stopping.signal.aborted) return;
    for (const [company, lane] of this.lanes) {
      if (this.atWork.has(lane)) continue;
      const busy = [...this.atWork.keys()].filter(({ country }) => country === lane.country).length;
      if (busy >= SIDE_BY_SIDE) continue;
      const work = this.work(lane).then(() => {
        this.atWork.delete(lane);
        if (lane.waiting.size === 0) this.lanes.delete(company);
        this.next();
      });
      this.atWork.set(lane, work);
    }
  }

  /** Looks after the registers that wait in a lane. Those that come while it does have to wait for the next time. */
  private async work({ waiting }: Lane): Promise<void> {
    const turn = [...waiting];
    waiting.clear();
    for (const register of turn) {
      if (this.stopping.signal.aborted) return;
      try {
        await runBackground(register);
        await register.deliver(this.stopping.signal);
        await register.prints.note();
      } catch (error) {
        this.failed(register.rn, error);
      }
    }
  }

  private failed(rn: string, error: unknown): void {
    this.log.error(`register ${rn}: what it does by itself failed`, error);
  }
}
