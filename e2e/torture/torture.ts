import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, readAnswer } from './answer.ts';
import { Connection, readJournal, readPublicKey, SlowAnswer } from './client.ts';
import { company, randomFrom, randomSale, type Sale } from './sales.ts';
import { NotReady, type RunningService, startService } from './service.ts';
import { type Findings, verifyJournal } from './verify.ts';

/** How hard and how long. */
export interface TortureOptions {
  dataRoot: string;
  kills: number;
  connections: number;
  /** The same seed gives the same sales and the same moments. */
  seed: number;
  /** A run that takes longer is itself a violation. */
  minutes: number;
  /** The journal is checked after so many kills, and at the end. */
  checkEvery: number;
  onProgress?: (text: string) => void;
}

/** What happened, and what must not have happened. */
export interface TortureSummary {
  kills: number;
  killsWhileStarting: number;
  answered: number;
  unanswered: number;
  /** Of the unanswered ones, resent by /restart: those that were kept already, and those that were not. */
  duplicates: number;
  newlyKept: number;
  slowestStartMs: number;
  stopMs: number;
  findings: Findings;
  violations: string[];
}

/** Kills a service again and again under load and checks what it kept. */
export async function torture(options: TortureOptions): Promise<TortureSummary> {
  return new Torture(options).run();
}

class Torture {
  readonly #options: TortureOptions;
  readonly #random: () => number;
  readonly #deadline: number;
  readonly #answers: Answer[] = [];
  /** Sales with a number of their own whose answer never came. */
  readonly #unanswered = new Set<Sale>();
  readonly #violations: string[] = [];
  /** The last sale with a number of its own that was answered, and its answer. */
  #lastAnswered: { sale: Sale; answer: Answer } | null = null;
  #service: RunningService | null = null;
  #soldWithNumber = 0;
  readonly #counts = { kills: 0, killsWhileStarting: 0, unanswered: 0, duplicates: 0, newlyKept: 0 };
  #slowestStartMs = 0;
  #findings: Findings = { records: 0, series: 0, signatures: 0, violations: [] };

  constructor(options: TortureOptions) {
    this.#options = options;
    this.#random = randomFrom(options.seed);
    this.#deadline = Date.now() + options.minutes * 60_000;
  }

  async run(): Promise<TortureSummary> {
    let stopMs = 0;
    try {
      await this.#configure();
      await this.#killAll();
      stopMs = await this.#checkpoint();
    } catch (error) {
      this.#violations.push(`the run broke off: ${error instanceof Error ? error.message : String(error)}`);
      await this.#service?.kill();
    }
    return {
      ...this.#counts,
      answered: this.#answers.length,
      slowestStartMs: this.#slowestStartMs,
      stopMs,
      findings: this.#findings,
      violations: this.#violations,
    };
  }

  async #killAll(): Promise<void> {
    while (this.#counts.kills < this.#options.kills && this.#violations.length === 0) {
      if (Date.now() > this.#deadline) {
        this.#violations.push(`not finished within ${this.#options.minutes} minutes`);
        break;
      }
      // Now and then the blow falls while the service still looks at what the last one left.
      if (this.#random() < 0.1) await this.#killWhileStarting();
      else await this.#killUnderLoad();
      this.#counts.kills++;
      if (this.#counts.kills % this.#options.checkEvery === 0) await this.#checkpoint();
    }
  }

  async #configure(): Promise<void> {
    const service = await this.#start();
    const connection = new Connection(service.url);
    const { status, body } = await connection.post('/cfg', 'json', JSON.stringify(company));
    connection.close();
    await service.stop();
    if (status !== 200) throw new Error(`POST /cfg answers ${status}: ${body.slice(0, 500)}`);
  }

  async #start(): Promise<RunningService> {
    const service = await startService({ dataRoot: this.#options.dataRoot });
    this.#service = service;
    this.#slowestStartMs = Math.max(this.#slowestStartMs, service.startMs);
    return service;
  }

  async #killWhileStarting(): Promise<void> {
    const { dataRoot } = this.#options;
    const after = 10 + this.#random() * 400;
    let blow: Promise<unknown> = Promise.resolve();
    const onSpawn = (child: ChildProcess): void => {
      blow = sleep(after).then(() => child.kill('SIGKILL'));
    };
    try {
      const service = await startService({ dataRoot, onSpawn });
      await service.kill();
    } catch (error) {
      if (!(error instanceof NotReady)) throw error;
      this.#counts.killsWhileStarting++;
    }
    await blow;
  }

  async #killUnderLoad(): Promise<void> {
    const service = await this.#start();
    // Mostly while everything is still cold, at times in full swing.
    const after = this.#random() < 0.9 ? 20 + this.#random() * 380 : 400 + this.#random() * 1600;
    const till = { closing: false };
    const load = this.#sellUntilDead(service, till);
    await sleep(after);
    till.closing = true;
    await service.kill();
    await load;
  }

  /** First clears what was left unanswered, then sells on all connections until they break. */
  async #sellUntilDead(service: RunningService, till: { closing: boolean }): Promise<void> {
    const connections = Array.from({ length: this.#options.connections }, () => new Connection(service.url));
    // A broken connection counts only as the blow's doing once the blow is on its way.
    const whileAlive = async (work: () => Promise<void>): Promise<void> => {
      try {
        await work();
      } catch (error) {
        if (!till.closing || error instanceof SlowAnswer)
          this.#violations.push(`no answer: ${String(error)}`);
      }
    };
    await whileAlive(() => this.#clearUnanswered(connections));
    await Promise.all(
      connections.map((connection) =>
        whileAlive(async () => {
          while (!till.closing && this.#violations.length === 0) await this.#sell(connection);
        }),
      ),
    );
    for (const connection of connections) connection.close();
  }

  async #sell(connection: Connection): Promise<void> {
    const tn = this.#random() < 0.5 ? `P${++this.#soldWithNumber}` : null;
    const sale = randomSale(this.#random, tn);
    if (tn !== null) this.#unanswered.add(sale);
    let answer: Answer;
    try {
      answer = await this.#send(connection, '/register', sale);
    } catch (error) {
      this.#counts.unanswered++;
      throw error;
    }
    this.#unanswered.delete(sale);
    if (answer.rc !== 'OK' || answer.errorCode !== null) {
      this.#violations.push(`/register answers ${answer.rc} ${answer.errorCode} to ${sale.body}`);
      return;
    }
    this.#answers.push(answer);
    if (tn !== null) this.#lastAnswered = { sale, answer };
  }

  async #clearUnanswered(connections: Connection[]): Promise<void> {
    const left = [...this.#unanswered];
    await Promise.all(
      connections.map(async (connection) => {
        for (let sale = left.pop(); sale !== undefined; sale = left.pop())
          await this.#resend(connection, sale);
      }),
    );
  }

  /** A till that lost its own memory resends what was answered: nothing new may come of it. */
  async #resendLastAnswered(connection: Connection): Promise<void> {
    if (this.#lastAnswered === null) return;
    const { sale, answer } = this.#lastAnswered;
    const again = await this.#send(connection, '/restart', sale);
    if (again.errorCode !== '#DUPLICATE' || again.sq !== answer.sq) {
      this.#violations.push(
        `/restart answers ${again.rc} ${again.errorCode} SQ ${again.sq} to what was answered as SQ ${answer.sq}`,
      );
    }
  }

  async #resend(connection: Connection, sale: Sale): Promise<void> {
    const answer = await this.#send(connection, '/restart', sale);
    this.#unanswered.delete(sale);
    if (answer.rc !== 'OK' || ![null, '#DUPLICATE'].includes(answer.errorCode)) {
      this.#violations.push(`/restart answers ${answer.rc} ${answer.errorCode} to ${sale.body}`);
      return;
    }
    if (answer.errorCode === null) this.#counts.newlyKept++;
    else this.#counts.duplicates++;
    this.#answers.push(answer);
  }

  async #send(connection: Connection, path: string, sale: Sale): Promise<Answer> {
    const { body } = await connection.post(path, sale.format, sale.body);
    const answer = readAnswer(sale.format, body);
    if (sale.tn !== null && answer.rc === 'OK' && answer.tn !== sale.tn) {
      this.#violations.push(`TN ${sale.tn} was answered as ${answer.tn}`);
    }
    return answer;
  }

  /** A start without a blow: clears, reads the whole journal, checks it, and stops in order. */
  async #checkpoint(): Promise<number> {
    const service = await this.#start();
    const connection = new Connection(service.url);
    await this.#resendLastAnswered(connection);
    await this.#clearUnanswered([connection]);
    connection.close();
    const records = await readJournal(service.url);
    this.#findings = verifyJournal(records, this.#answers, await readPublicKey(service.url));
    this.#violations.push(...this.#findings.violations);
    const { code, ms } = await service.stop();
    if (code !== 0) this.#violations.push(`SIGTERM: the service ended with exit code ${code}`);
    if (ms > 5000) this.#violations.push(`SIGTERM: the service took ${Math.round(ms)} ms to stop`);
    const { kills } = this.#counts;
    this.#options.onProgress?.(
      `${kills} kills, ${records.length} records, ${this.#violations.length} violations`,
    );
    return ms;
  }
}
