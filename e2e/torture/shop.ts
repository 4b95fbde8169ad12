import { type Book, moveAll, newBook } from './book.ts';
import { Connection, readInstance, readJournal, readPublicKey, SlowAnswer } from './client.ts';
import { companyAt, streamOf } from './sales.ts';
import type { RunningService } from './service.ts';
import { type Tally, Violation } from './tally.ts';
import { type MayRefuse, mustAccept, Till } from './till.ts';
import { JournalCheck } from './verify.ts';

/** A process that breaks all connections is dead within this time. */
const deadWithinMs = 3000;

/** More records than the first segment of a register holds. */
const fullRecords = 1050;

/** One register of the shop. */
interface Counter {
  tills: Till[];
  /** What the tills found out since the last look at the journal, and all they ever found out. */
  fresh: Book;
  all: Book;
  check: JournalCheck | null;
}

/** What to open. */
export interface ShopOptions {
  registers: number;
  seed: number;
  name: string;
  overYears?: boolean;
  /** Makes room on the disk all the time: full segments of the journal are archived. */
  archives?: boolean;
  tally: Tally;
}

/** How to sell. */
export interface Selling {
  /** Stops the tills. */
  until: () => boolean;
  mayRefuse?: MayRefuse;
}

/**
 * The registers of one data root and their tills, and what these remember. Every other
 * register has one till, as most shops have; the others are shared by two.
 */
export class Shop {
  private readonly tally: Tally;
  private readonly archives: boolean;
  private readonly counters: Counter[];
  /** The signing key and the name of the installation, which stay for good. */
  private identity: string | null = null;

  constructor({ registers, seed, name, overYears = false, archives = false, tally }: ShopOptions) {
    this.tally = tally;
    this.archives = archives;
    this.counters = Array.from({ length: registers }, (_, index) => {
      const register = `r${index + 1}`;
      const fresh = newBook(register);
      const tillNames = index % 2 === 0 ? ['A'] : ['A', 'B'];
      const tills = tillNames.map((letter) => {
        const random = streamOf(seed, name, register, letter);
        const till = `${register}${letter}`;
        return new Till({ name: till, shared: tillNames.length > 1, overYears, book: fresh, random, tally });
      });
      return { tills, fresh, all: newBook(register), check: null };
    });
  }

  /** Of each till whether it has sold once more since now. */
  sold(): (() => boolean)[] {
    return this.tills.map((till) => {
      const before = till.answered;
      return () => till.answered > before;
    });
  }

  /** Of each till whether it has got so many answers since now. */
  asked(count: number): (() => boolean)[] {
    return this.tills.map((till) => {
      const before = till.asked;
      return () => till.asked >= before + count;
    });
  }

  /** As if nobody asked for the last sales any more. */
  forgetLastSales(): void {
    for (const till of this.tills) till.forgetLast();
  }

  private get tills(): Till[] {
    return this.counters.flatMap(({ tills }) => tills);
  }

  /** Sets all registers up; each has a terminal of its own. */
  async configure({ url }: RunningService): Promise<void> {
    await this.each(url, async (connection, { all: { register } }, index) => {
      const body = JSON.stringify(companyAt(String(index + 1)));
      const reply = await connection.post(`/cfg?RN=${register}`, 'json', body);
      if (reply.status !== 200)
        throw new Violation(`POST /cfg answers ${reply.status}: ${reply.body.slice(0, 500)}`);
    });
    this.identity = await this.readIdentity(url);
  }

  /** Sends again what was left without an answer. */
  async recover({ url }: RunningService, mayRefuse = mustAccept): Promise<void> {
    await this.each(url, async (connection, { tills }) => {
      for (const till of tills) await till.recover(connection, mayRefuse);
    });
  }

  /** Sells until each register has full segments of the journal. */
  async fill(service: RunningService): Promise<void> {
    const isFull = (): boolean => this.counters.every(({ tills }) => soldBy(tills) > fullRecords);
    const archives = false;
    await this.sellUntil(service, { until: isFull, archives });
  }

  /** All tills sell until they are told to stop, or the service is dead. */
  sell(service: RunningService, selling: Selling): Promise<void> {
    return this.sellUntil(service, { ...selling, archives: this.archives });
  }

  private async sellUntil(
    service: RunningService,
    { until, mayRefuse = mustAccept, archives }: Selling & { archives: boolean },
  ): Promise<void> {
    const time = { isOver: false };
    const cleaning = archives ? this.makeRoom(service, time, mayRefuse !== mustAccept) : null;
    await Promise.all(
      this.tills.map(async (till) => {
        const connection = new Connection(service.url);
        const work = async (): Promise<void> => {
          while (!until() && this.tally.isClean) await till.step(connection, mayRefuse);
        };
        await this.tally.watch(() => this.whileAlive(service, work));
        connection.close();
      }),
    );
    time.isOver = true;
    await cleaning;
  }

  private async makeRoom(
    service: RunningService,
    time: { isOver: boolean },
    mayFail: boolean,
  ): Promise<void> {
    const connection = new Connection(service.url);
    const work = async (): Promise<void> => {
      while (!time.isOver) {
        const { status, body } = await connection.post('/disk/clean?quota=0.001', 'json', '');
        if (status !== 200 && !mayFail) throw new Violation(`/disk/clean answers ${status}: ${body}`);
        this.tally.count('times room was made on the disk');
      }
    };
    await this.tally.watch(() => this.whileAlive(service, work));
    connection.close();
  }

  /** Does work that may end when the service dies. */
  async whileAlive(service: RunningService, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (error instanceof Violation) throw error;
      if (error instanceof SlowAnswer || !(await isDead(service)))
        throw new Violation(`no answer: ${String(error)}`, { cause: error });
    }
  }

  /**
   * Holds the journal against what was answered.
   * @param how `whole`: everything again; `new`: what came since the last time
   */
  async check({ url }: RunningService, how: 'whole' | 'new'): Promise<void> {
    const identity = await this.readIdentity(url);
    if (identity !== this.identity)
      throw new Violation(`signing key or installation changed from ${this.identity} to ${identity}`);
    const key = await readPublicKey(url, this.counters[0]!.all.register);
    await this.each(url, async (connection, counter) => {
      const { all, fresh } = counter;
      const check = how === 'whole' || counter.check === null ? new JournalCheck(key) : counter.check;
      counter.check = check;
      const wrong = check.take(await readJournal(url, all.register, check.records));
      if (how === 'whole') moveAll(fresh, all);
      wrong.push(...check.holds(how === 'whole' ? all : fresh));
      moveAll(fresh, all);
      wrong.push(...(await checkLast(connection, all.register, check.lastReceipt)));
      this.tally.violation(...wrong.map((text) => `${all.register}: ${text}`));
    });
  }

  /** Rows for the table at the end; returns the number of records of each register. */
  countKept(): Map<string, number> {
    const records = new Map<string, number>();
    for (const { all, check } of this.counters) {
      if (check === null) continue;
      records.set(all.register, check.records);
      this.tally.count('records in the journal', check.records);
      this.tally.count('signatures verified', check.signatures);
      this.tally.count('series of fiscal numbers', check.series);
    }
    return records;
  }

  private async readIdentity(url: string): Promise<string> {
    return `${await readInstance(url)} ${await readPublicKey(url, this.counters[0]!.all.register)}`;
  }

  private async each(
    url: string,
    work: (connection: Connection, counter: Counter, index: number) => Promise<void>,
  ): Promise<void> {
    await Promise.all(
      this.counters.map(async (counter, index) => {
        const connection = new Connection(url);
        try {
          await work(connection, counter, index);
        } finally {
          connection.close();
        }
      }),
    );
  }
}

const soldBy = (tills: Till[]): number => tills.reduce((sum, till) => sum + till.answered, 0);

/** GET /last must show the newest receipt of the journal. */
async function checkLast(connection: Connection, register: string, newest: number): Promise<string[]> {
  const { status, body } = await connection.get(`/last?RN=${register}`);
  const SQ = status === 404 ? 0 : (JSON.parse(body) as { TraC: { SQ: number } }).TraC.SQ;
  return SQ === newest ? [] : [`GET /last shows SQ ${SQ}, the last receipt of the journal is SQ ${newest}`];
}

async function isDead(service: RunningService): Promise<boolean> {
  const waited = new Promise<false>((resolve) => setTimeout(resolve, deadWithinMs, false).unref());
  return (await Promise.race([service.exited.then(() => true), waited])) !== false;
}
