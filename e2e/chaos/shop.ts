/** A service with several registers that sell without a pause, whatever becomes of the portal. */
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readAnswer } from '../torture/answer.ts';
import { Connection } from '../torture/client.ts';
import { FaultyDisk } from '../torture/faults/faulty-disk.ts';
import { companyAt, randomSale, streamOf } from '../torture/sales.ts';
import { type RunningService, startService } from '../torture/service.ts';
import { type Tally, Violation } from '../torture/tally.ts';

/** A sale that takes longer has waited for something, also on a busy machine. */
const SLOW_MS = 10_000;

/** What to open. */
export interface ShopOptions {
  registers: number;
  folder: string;
  /** The compiled shim; empty: the clock cannot be set. */
  library: string;
  seed: number;
  tally: Tally;
}

/** The service, its data root, and its tills. */
export class ChaosShop {
  readonly names: readonly string[];
  readonly dataRoot: string;
  private readonly older: string;
  private readonly options: ShopOptions;
  private readonly disk: FaultyDisk | null;
  private service: RunningService | null = null;
  private selling: { isOver: boolean; done: Promise<unknown> } | null = null;
  private sold = 0;
  private nudges = 0;
  private portal = '';

  constructor(options: ShopOptions) {
    this.options = options;
    this.names = Array.from({ length: options.registers }, (_, i) => `r${i + 1}`);
    this.dataRoot = join(options.folder, 'data-root');
    this.older = `${this.dataRoot}.older`;
    mkdirSync(this.dataRoot);
    const beside = join(options.folder, 'clock');
    mkdirSync(join(beside, 'root'), { recursive: true });
    const { library } = options;
    this.disk = library === '' ? null : new FaultyDisk(join(beside, 'root'), beside, library, Math.random);
  }

  /** The journal's database; to be read alone. */
  get database(): string {
    return join(this.dataRoot, 'journal.db');
  }

  async start(): Promise<void> {
    const { dataRoot, disk } = this;
    const environment = disk?.environment ?? {};
    this.service = await startService({ dataRoot, environment, readyWithinMs: 120_000 });
  }

  /** Sets the registers up and connects them. */
  async connect(portal: string, badge: string): Promise<void> {
    this.portal = portal;
    for (const [i, rn] of this.names.entries()) await this.post(`/cfg?RN=${rn}`, companyAt(String(i + 1)));
    await this.nudge();
    await this.post('/profile', { Badge: badge });
  }

  /** Begins to sell at all registers. Every refusal is a violation. */
  open(): void {
    const selling = { isOver: false, done: Promise.resolve() as Promise<unknown> };
    const { url } = this.service!;
    const { tally, seed } = this.options;
    selling.done = Promise.all(
      this.names.map((rn) =>
        tally.watch(async () => {
          const connection = new Connection(url);
          const random = streamOf(seed, rn, ++this.sold);
          while (!selling.isOver && tally.isClean) await this.sale(connection, rn, random);
          connection.close();
        }),
      ),
    );
    this.selling = selling;
  }

  /** Ends selling; what is under way is answered before. */
  async shut(): Promise<void> {
    if (this.selling) this.selling.isOver = true;
    await this.selling?.done;
    this.selling = null;
  }

  /** SIGKILL, or in order. */
  async end(how: 'killed' | 'stopped'): Promise<void> {
    await this.shut();
    if (how === 'killed') await this.service!.kill();
    else if ((await this.service!.stop()).code !== 0)
      throw new Violation('the service did not stop in order');
    this.service = null;
  }

  async close(): Promise<void> {
    await this.shut();
    await this.service?.kill();
    this.disk?.close();
  }

  /** Copies the data root of a service that has stopped. */
  copy(): void {
    rmSync(this.older, { recursive: true, force: true });
    cpSync(this.dataRoot, this.older, { recursive: true });
  }

  /**
   * Puts the copy in the place of newer data.
   * @param isKnown the machine remembers how far it had come; else nobody notices
   */
  putBack(isKnown: boolean): void {
    rmSync(this.dataRoot, { recursive: true });
    cpSync(this.older, this.dataRoot, { recursive: true });
    if (!isKnown) rmSync(`${this.dataRoot}.state`, { recursive: true, force: true });
  }

  /** Moves its clock; only forward, since no country takes receipts of before the last one. False where that cannot be done. */
  jump(hours: number): boolean {
    if (this.disk) this.disk.control.clockOffset += hours * 3_600_000;
    return this.disk !== null;
  }

  /** The line is back, says the network: what was put off is tried now. */
  async nudge(): Promise<void> {
    const address = `Recorder_url="${this.portal}" Recorder_init=${++this.nudges % 2}`;
    await this.post('/profile', { Attributes: address });
  }

  /** Codes and parameters of the problems that the page shows. */
  async problems(rn: string): Promise<{ code: string; params?: Record<string, string | number> }[]> {
    const { problems } = await this.get<{ problems: { code: string; params?: Record<string, string> }[] }>(
      `/control/status?RN=${rn}`,
    );
    return problems;
  }

  /** What a manager does on the page. */
  act(path: string): Promise<unknown> {
    return this.post(path, {});
  }

  private async sale(connection: Connection, rn: string, random: () => number): Promise<void> {
    const { tally } = this.options;
    const { format, body } = randomSale(random, null, `${rn}/${++this.sold}`);
    const began = performance.now();
    const answer = readAnswer(format, (await connection.post(`/register?RN=${rn}`, format, body)).body);
    const ms = performance.now() - began;
    tally.most('slowest sale (ms)', ms);
    if (answer.rc !== 'OK')
      throw new Violation(`a sale of ${rn} was refused: ${answer.rc} ${answer.errorCode}`);
    if (ms > SLOW_MS) throw new Violation(`a sale of ${rn} took ${Math.round(ms)} ms`);
    tally.count('sales answered');
  }

  private async get<T>(path: string): Promise<T> {
    return this.ask<T>((connection) => connection.get(path), path);
  }

  private post(path: string, body: object): Promise<unknown> {
    return this.ask((connection) => connection.post(path, 'json', JSON.stringify(body)), path);
  }

  private async ask<T>(
    send: (connection: Connection) => Promise<{ status: number; body: string }>,
    path: string,
  ): Promise<T> {
    const connection = new Connection(this.service!.url);
    try {
      const { status, body } = await send(connection);
      if (status !== 200) throw new Violation(`${path} answers ${status}: ${body.slice(0, 500)}`);
      return JSON.parse(body) as T;
    } finally {
      connection.close();
    }
  }
}
