import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { built } from '../../build/scripts/programs.ts';
import { type Answer, readAnswer } from './answer.ts';
import { Connection, readJournal } from './client.ts';
import { FaultyDisk } from './faults/faulty-disk.ts';
import {
  expectKilled,
  inRounds,
  newDataRoot,
  type PhaseOptions,
  removeDataRoot,
  startReady,
} from './phase.ts';
import { companyAt, randomSale } from './sales.ts';
import type { RunningService, StartOptions } from './service.ts';
import { type Tally, Violation } from './tally.ts';

/** A data root of its own after so many rounds. */
const roundsPerShop = 10;
/** Each needs a configuration, and is set back with the others. */
const mostRegisters = 3;
/** What was answered is in the journal files and in the mark so soon. */
const markedWithinMs = 30_000;
/** A rebuild, a confirmation: then sales go on. */
const mendedWithinMs = 60_000;
const day = 86_400_000;

/** What happens to the data while the service is dead. */
const setBacks = ['log removed', 'older database', 'older data root', 'nothing'] as const;
type SetBack = (typeof setBacks)[number];

/**
 * Kills the service and puts older data in the place of the newest: the log of the database is removed,
 * an older database or data root comes back, the clock jumps meanwhile. No fiscal number may ever be
 * answered for two sales, and the state must say what to do.
 */
export async function setBackData(options: PhaseOptions): Promise<void> {
  const shops: SetBackShop[] = [];
  await inRounds('set-backs', options, async (random, number) => {
    if (shops.length === 0 || (number - 1) % roundsPerShop === 0) {
      await shops.pop()?.close();
      if (!options.tally.isClean) return;
      shops.push(await SetBackShop.open(options, number));
    }
    // Every kind has its turn, so that a short run has all of them.
    await shops[0]!.round(setBacks[(number - 1) % setBacks.length]!, random);
  });
  await shops.pop()?.close();
}

/** A data root, and all numbers that it ever gave. */
class SetBackShop {
  private readonly dataRoot: string;
  private readonly older: string;
  private readonly tally: Tally;
  private readonly registers: string[];
  private readonly start: StartOptions;
  /** Null where the clock cannot be set. */
  private readonly disk: FaultyDisk | null;
  /** Sale by number that the law knows, for good: nothing that happens to the data makes one free again. */
  private readonly given = new Map<string, string>();
  /** Fiscal numbers that must be in the journal, by register. */
  private readonly kept = new Map<string, Set<string>>();
  private lastSq = new Map<string, number>();
  private started: RunningService | null = null;
  private sold = 0;
  private soldSinceCopy = 0;
  private highest = 0;

  private constructor({ folder, library, registers, tally }: PhaseOptions, number: number) {
    this.tally = tally;
    this.dataRoot = newDataRoot(folder, `set-backs-${number}`);
    this.older = `${this.dataRoot}.older`;
    this.registers = Array.from({ length: Math.min(registers, mostRegisters) }, (_, i) => `r${i + 1}`);
    const beside = `${this.dataRoot}.clock`;
    mkdirSync(join(beside, 'root'), { recursive: true });
    this.disk = library === '' ? null : new FaultyDisk(join(beside, 'root'), beside, library, Math.random);
    this.start = { dataRoot: this.dataRoot, ...(this.disk && { environment: this.disk.environment }) };
  }

  static async open(options: PhaseOptions, number: number): Promise<SetBackShop> {
    const shop = new SetBackShop(options, number);
    const service = await shop.service();
    const connection = new Connection(service.url);
    for (const [index, register] of shop.registers.entries()) {
      const body = JSON.stringify(companyAt(String(index + 1)));
      const { status } = await connection.post(`/cfg?RN=${register}`, 'json', body);
      if (status !== 200) throw new Violation(`POST /cfg answers ${status}`);
      shop.kept.set(register, new Set());
    }
    connection.close();
    await shop.sell(service, 3);
    await service.stop();
    shop.copy();
    return shop;
  }

  /** Sells, dies, is set back, and must come to itself. */
  async round(kind: SetBack, random: () => number): Promise<void> {
    const service = await this.service();
    await this.sell(service, 2 + random() * 10);
    this.jump(random);
    await this.sell(service, 2 + random() * 10);
    await this.marked();
    await service.kill();
    await expectKilled(service);
    this.setBack(kind);
    this.tally.count(`set-backs: ${kind}`);
    // The clock may also be wrong when the machine comes up.
    if (random() < 0.3) this.jump(random);

    const again = await this.service();
    // What was answered was marked before the service died: nobody may sell on less.
    if (kind === 'older data root' && this.soldSinceCopy > 0 && (await this.problem(again)) === '')
      throw new Violation(`sells on an ${kind}`);
    // A kill in the middle of what mends it, too.
    if (random() < 0.3 && (await this.mend(again, true))) {
      await sleep(random() * 300);
      await again.kill();
      const third = await this.service();
      await this.recover(third, kind);
      return;
    }
    await this.recover(again, kind);
  }

  private async service(): Promise<RunningService> {
    return (this.started = await startReady(this.start, this.tally));
  }

  /** The audit has nothing to say in the end. */
  async close(): Promise<void> {
    // Whatever was found broke off in the middle.
    await this.started?.kill();
    await this.tally.watch(async () => {
      if (!this.tally.isClean) return;
      const args = [built('verify'), '--data-root', this.dataRoot, '--state-dir', `${this.dataRoot}.state`];
      await promisify(execFile)(process.execPath, args, { maxBuffer: 1e8 }).catch((error: unknown) => {
        throw new Violation(`the audit finds: ${(error as { stdout?: string }).stdout?.slice(-2000)}`);
      });
      this.tally.count('data roots audited');
    });
    this.disk?.close();
    for (const folder of [this.older, `${this.dataRoot}.clock`])
      rmSync(folder, { recursive: true, force: true });
    removeDataRoot(this.dataRoot, this.tally);
  }

  private async recover(service: RunningService, kind: SetBack): Promise<void> {
    await this.mend(service);
    for (const register of this.registers) {
      const found = await readJournal(service.url, register);
      const numbers = new Set(found.flatMap(({ ESR }) => ESR?.FN ?? []));
      const kept = this.kept.get(register)!;
      if (kind === 'older data root') {
        this.tally.count('receipts lost with newer data', [...kept].filter((fn) => !numbers.has(fn)).length);
        this.kept.set(register, numbers);
      } else {
        const lost = [...kept].filter((fn) => !numbers.has(fn));
        if (lost.length > 0) throw new Violation(`${register}: ${lost.join(', ')} are gone after ${kind}`);
      }
    }
    await this.sell(service, 3);
    await service.stop();
    this.copy();
  }

  /**
   * Does what the state says, until sales go on.
   * @param isEnough to have begun
   * @returns whether there was anything to do
   */
  private async mend(service: RunningService, isEnough = false): Promise<boolean> {
    const connection = new Connection(service.url);
    const until = Date.now() + mendedWithinMs;
    let done = false;
    try {
      for (;;) {
        const problem = await this.problem(service);
        if (problem === '') return done;
        const action = { DATABASE_LOST: 'rebuild', DATABASE_DAMAGED: 'rebuild', DATABASE_OLDER: 'confirm' }[
          problem
        ];
        if (action === undefined && problem !== 'REBUILDING')
          throw new Violation(`the state says ${problem}`);
        if (action !== undefined) {
          const { status } = await connection.post(`/control/journal/${action}`, 'json', '');
          if (status < 300) this.tally.count(`  mended: ${action}`);
          done = true;
          if (isEnough) return true;
        }
        if (Date.now() > until) throw new Violation(`still ${problem} after ${mendedWithinMs} ms`);
        await sleep(50);
      }
    } finally {
      connection.close();
    }
  }

  /** Codes of what stops sales, '' for nothing. */
  private async problem({ url }: RunningService): Promise<string> {
    const connection = new Connection(url);
    try {
      const { body } = await connection.get(`/state?RN=${this.registers[0]}`);
      return (JSON.parse(body) as { Problem: string }).Problem;
    } finally {
      connection.close();
    }
  }

  private async sell(service: RunningService, count: number): Promise<void> {
    const connection = new Connection(service.url);
    try {
      for (let i = 0; i < count; i++)
        for (const register of this.registers) await this.sale(connection, register);
    } finally {
      connection.close();
    }
  }

  private async sale(connection: Connection, register: string): Promise<void> {
    const mark = `${register}/${++this.sold}`;
    const { format, body } = randomSale(Math.random, null, mark);
    const answer = readAnswer(format, (await connection.post(`/register?RN=${register}`, format, body)).body);
    if (answer.rc !== 'OK') {
      if (!this.isBehind) throw new Violation(`${answer.rc} ${answer.errorCode} to a sale`);
      this.tally.count('refused by a clock that is behind');
      return;
    }
    this.highest = Math.max(this.highest, this.now);
    this.tally.count('sales answered');
    this.soldSinceCopy++;
    for (const number of numbersOf(answer)) {
      const earlier = this.given.get(number);
      if (earlier !== undefined) throw new Violation(`${number} was given to ${earlier} and to ${mark}`);
      this.given.set(number, mark);
    }
    this.kept.get(register)!.add(answer.fn);
    this.lastSq.set(register, answer.sq);
  }

  private get now(): number {
    return Date.now() + (this.disk?.control.clockOffset ?? 0);
  }

  /** The law takes no documents that are dated before the last ones. */
  private get isBehind(): boolean {
    return this.now < this.highest;
  }

  private jump(random: () => number): void {
    if (!this.disk) return;
    const isBack = random() < 0.4;
    const ms = isBack ? -random() * 2 * day : random() * 2 * day;
    // Never for long behind what was sold: then nothing would be sold at all.
    const to = this.isBehind ? this.highest + 1000 : this.now + ms;
    this.disk.control.clockOffset = to - Date.now();
    this.tally.count(`clock jumps ${to < this.highest ? 'back' : 'forward'}`);
  }

  /** Resolves when journal files and mark have all that was answered. */
  private async marked(): Promise<void> {
    const until = Date.now() + markedWithinMs;
    while (
      ![...this.lastSq].every(([register, sq]) => this.linesOf(register) >= sq && this.markOf(register) >= sq)
    ) {
      if (Date.now() > until) throw new Violation('journal files and mark lag behind for long');
      await sleep(50);
    }
  }

  private linesOf(register: string): number {
    const folder = join(this.dataRoot, 'rn', register, 'jou');
    const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.jou')) : [];
    return names.reduce(
      (sum, name) => sum + readFileSync(join(folder, name), 'utf8').split('\n').length - 1,
      0,
    );
  }

  private markOf(register: string): number {
    const folder = `${this.dataRoot}.state`;
    const lineage = join(this.dataRoot, 'gbl', 'lineage.json');
    const id = existsSync(lineage)
      ? (JSON.parse(readFileSync(lineage, 'utf8')) as { Id: string }).Id
      : readFileSync(join(this.dataRoot, 'gbl', 'instance'), 'utf8').trim();
    const file = join(folder, `${id}.json`);
    if (!existsSync(file)) return 0;
    const { Registers } = JSON.parse(readFileSync(file, 'utf8')) as {
      Registers: { RN: string; SQ: number }[];
    };
    return Registers.find(({ RN }) => RN === register)?.SQ ?? 0;
  }

  /** As somebody copies the data of a service that is stopped. */
  private copy(): void {
    rmSync(this.older, { recursive: true, force: true });
    cpSync(this.dataRoot, this.older, { recursive: true });
    this.soldSinceCopy = 0;
  }

  private setBack(kind: SetBack): void {
    const [file, older] = [join(this.dataRoot, 'journal.db'), join(this.older, 'journal.db')];
    if (kind === 'older data root') {
      rmSync(this.dataRoot, { recursive: true });
      cpSync(this.older, this.dataRoot, { recursive: true });
    }
    if (kind === 'older database' || kind === 'log removed')
      for (const ending of ['-wal', '-shm']) rmSync(file + ending, { force: true });
    if (kind === 'older database') cpSync(older, file);
  }
}

/** Everything in an answer that the law wants to be there once: fiscal number and ATCUD. */
function numbersOf({ fn, tags }: Answer): string[] {
  return [fn, ...tags.filter((tag) => tag.startsWith('ATCUD='))];
}
