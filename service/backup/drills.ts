/**
 * Restore drills: is what the folder of the backups holds a register that could be gone on with? Nothing of the running
 * register is changed: the backups are opened in a scratch folder by a process of their own.
 */
import { EventEmitter } from 'node:events';
import type { ChildProcess } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { keysOf } from '../audit/public-keys.ts';
import { offsetTime, type Clock } from '../clock.ts';
import { lastSqOf, segmentName } from '../journal/segments/name.ts';
import type { Log } from '../log.ts';
import { startNode } from '../node-process.ts';
import { issue, type Issue } from '../receipt/issue.ts';
import type { JournalRecord } from '../receipt/tra.ts';
import type { DrillFound, DrillMessage, DrillOrder } from './drill-work.ts';
import type { DrillRecords } from './drill-records.ts';
import { FiguresOf } from './figures.ts';
import type { BackupSource } from './source.ts';
import type { Trust } from './trust.ts';
import type { DrillProgress, DrillResult, Figures } from './wire.ts';

/** What drills work with. */
export interface DrillServices {
  source: BackupSource;
  trust: Pick<Trust, 'isKnown'>;
  /** Results are kept there. */
  records: DrillRecords;
  dataRoot: string;
  /** Folder of public keys. */
  cer: string;
  clock: Clock;
  log: Log;
  /** Path of the program; tests give their own. */
  program?: string;
}

const MOST_FINDINGS = 20;
/** Says that it was stopped, and not by a fault. */
const CANCELLED = 'cancelled';

/** The drills of a service, one at a time. Emits `changed` when one has ended. */
export class Drills extends EventEmitter<{ changed: [] }> {
  private readonly services: DrillServices;
  private current: DrillProgress | null = null;
  private child: ChildProcess | null = null;
  private isCancelled = false;
  private running: Promise<void> = Promise.resolve();

  constructor(services: DrillServices) {
    super();
    this.services = services;
  }

  /** How far it is; null while there is none. */
  get progress(): DrillProgress | null {
    return this.current;
  }

  /** The last result of a register; null before the first one. */
  resultOf(rn: string): DrillResult | null {
    return this.services.records.of(rn);
  }

  /**
   * Begins a drill.
   * @param place where the backups are: full path of a storage folder, of the register's folder in it, or of an archive
   * @returns why not
   */
  start(rn: string, place: string): Issue[] {
    if (!path.isAbsolute(place)) return [issue('#BACKUP_PATH', 'path', 'must be a full path')];
    if (this.current) return [issue('#RESTORING', '', 'a drill is under way')];
    this.isCancelled = false;
    this.current = { rn, step: 'reading', records: 0, total: 0 };
    this.running = this.run(rn, place).finally(() => {
      this.current = null;
      this.emit('changed');
    });
    return [];
  }

  /** Stops it and waits until nothing of it is left. */
  async cancel(): Promise<void> {
    this.isCancelled = true;
    this.child?.kill();
    await this.running;
  }

  /** Removes what a crash has left. */
  async clean(): Promise<void> {
    // Windows lets go of files a moment after their process has ended.
    await fs.rm(this.scratch, { recursive: true, force: true, maxRetries: 5 });
  }

  private get scratch(): string {
    return path.join(this.services.dataRoot, 'drill');
  }

  /** Never rejects. */
  private async run(rn: string, place: string): Promise<void> {
    const { clock, log, records } = this.services;
    const started = offsetTime(clock.now());
    const none = { backup: null, register: null, newer: 0, archives: 0, unknownSigner: 0 };
    let result: Omit<DrillResult, 'rn' | 'path' | 'started' | 'ended'>;
    try {
      await this.clean();
      await fs.mkdir(this.scratch, { mode: 0o700 });
      const found = await this.ask(rn, place);
      result = await this.judge(rn, found);
    } catch (error) {
      const { message } = error as Error;
      const isStopped = this.isCancelled;
      result = {
        ...none,
        outcome: isStopped ? 'cancelled' : 'failed',
        ...(isStopped ? { findings: [], findingCount: 0 } : { findings: [message], findingCount: 1 }),
      };
    } finally {
      await this.clean().catch((error: unknown) =>
        log.error('what a drill has left cannot be removed', error),
      );
    }
    const whole = { rn, path: place, started, ended: offsetTime(clock.now()), ...result };
    log.info(`drill of register ${rn}: ${whole.outcome}, ${whole.backup?.records ?? 0} records`);
    // One that was stopped by hand says nothing of the backups.
    if (whole.outcome === 'cancelled') return;
    await records
      .keep(whole)
      .catch((error: unknown) => log.error('the result of a drill is not kept', error));
  }

  /** Has the work done by a process of its own. */
  private async ask(rn: string, place: string): Promise<DrillFound> {
    const keys = [...(await keysOf(this.services.cer))];
    if (this.isCancelled) throw new Error(CANCELLED);
    const child = startNode(this.services.program ?? drillProgram(), []);
    this.child = child;
    const order: DrillOrder = { rn, place, scratch: this.scratch, keys };
    try {
      return await new Promise((resolve, reject) => {
        child.on('message', (message: DrillMessage) => {
          if (message.type === 'progress') this.current = { rn, ...message.progress };
          else if (message.type === 'done') resolve(message);
          else reject(new Error(message.reason));
        });
        child.on('error', reject);
        child.on('close', (code, signal) =>
          reject(new Error(`it ended with ${signal ?? `exit code ${code}`}`)),
        );
        child.send(order, (error) => error && reject(error));
      });
    } finally {
      this.child = null;
      child.kill();
    }
  }

  /** Holds what was found against the running register. */
  private async judge(
    rn: string,
    found: DrillFound,
  ): Promise<Omit<DrillResult, 'rn' | 'path' | 'started' | 'ended'>> {
    const { source, trust } = this.services;
    const { figures, archives, signers } = found;
    const last = await source.lastSq(rn);
    const register = last === 0 ? null : await this.figuresOf(rn, Math.min(last, figures.records));
    const differences = register === null ? [] : differencesOf(figures, register);
    if (last > 0 && last < figures.records)
      differences.push(`the backups have ${figures.records} records, and the register ${last}`);
    const findings = [...differences, ...found.findings].slice(0, MOST_FINDINGS);
    const findingCount = found.findingCount + differences.length;
    return {
      outcome: findingCount === 0 ? 'sound' : 'unsound',
      ...{ backup: figures, register, newer: Math.max(0, last - figures.records) },
      ...{ findings, findingCount, archives },
      unknownSigner: signers.filter((key) => key === null || !trust.isKnown(key)).length,
    };
  }

  private async figuresOf(rn: string, last: number): Promise<Figures> {
    const figures = new FiguresOf();
    let records = 0;
    for await (const page of this.services.source.linesBetween(rn, 0, last)) {
      if (this.isCancelled) throw new Error(CANCELLED);
      for (const { text } of page) figures.take(JSON.parse(text) as JournalRecord, text);
      records += page.length;
      this.current = { rn, step: 'comparing', records, total: last };
      // Tills are served in between.
      await setImmediate();
    }
    return figures.end();
  }
}

/** Where the backups say something else than the register, in English. */
function differencesOf(backup: Figures, register: Figures): string[] {
  const differing = register.files.flatMap((digest, i) => (backup.files[i] === digest ? [] : [i]));
  if (backup.records > register.records) return [];
  return differing.map((segment) => {
    const until = Math.min(lastSqOf(segment), backup.records);
    return `${segmentName(segment)} in the backups differs from the register, up to SQ ${until}`;
  });
}

/** Beside this file; beside the service when it is bundled (build/scripts/programs.ts). */
function drillProgram(): string {
  const file = import.meta.url.endsWith('.ts') ? './drill-process.ts' : './drill-process.js';
  return fileURLToPath(new URL(file, import.meta.url));
}
