/** The backups of a service: on demand, by themselves every night, and what people should know of them. */
import { EventEmitter } from 'node:events';
import path from 'node:path';
import { localTime, offsetTime, type Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { issue, type Issue } from '../receipt/issue.ts';
import type { Problem } from '../wire.ts';
import { BackupError } from './backup-error.ts';
import type { BackupsOverview } from './wire.ts';
import { isHour, type BackupSettings, type LastBackup } from './backup-settings.ts';
import { backUp, type Backed } from './incremental.ts';
import { isDue, isOld, nextNight } from './schedule.ts';
import type { BackupSigner } from './manifest.ts';
import type { BackupSource } from './source.ts';
import { checkStorage, isOnSameDisk, storageProblem, type StorageIssue } from './storage.ts';

/** What backups are made with. */
export interface BackupServices {
  source: BackupSource;
  settings: BackupSettings;
  signer: BackupSigner;
  dataRoot: string;
  /** Version of this program. */
  version: string;
  clock: Clock;
  log: Log;
}

/** How often it is looked whether something is due. */
const ROUND_MS = 60_000;

/** The backups of one data root. Emits `changed` when {@link Backups.problemsOf} may say something else. */
export class Backups extends EventEmitter<{ changed: [] }> {
  private readonly services: BackupServices;
  private readonly stopping = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  /** One at a time: they read the same journal and write to the same medium. */
  private queue: Promise<unknown> = Promise.resolve();
  private running = 0;
  /** Register that is being backed up. */
  private current: string | null = null;
  /** Of the registers of a round. */
  private inRound: { done: number; total: number } | null = null;
  private round: Promise<void> | null = null;
  /** The round ends after the register that it is at. */
  private isCancelled = false;

  constructor(services: BackupServices) {
    super();
    this.services = services;
  }

  /** Backs up by itself from now on. */
  start(): void {
    this.timer = setInterval(() => void this.tick(), ROUND_MS);
    this.timer.unref();
    void this.tick();
  }

  /** Breaks off what is under way and waits for it; what was not finished is not there. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.stopping.abort();
    await Promise.all([this.round, this.queue.catch(() => undefined)]);
  }

  /** Full path of the folder that backups go to by themselves, null without one. */
  get path(): string | null {
    return this.services.settings.path;
  }

  /** Public part of the key that signs them; SPKI in DER, Base64. */
  get publicKey(): string {
    return this.services.signer.publicKey;
  }

  /** What is being backed up, and how many of the registers are done; null while nothing is. */
  get progress(): BackupsOverview['running'] {
    if (this.running === 0) return this.inRound === null ? null : { rn: null, ...this.inRound };
    return { rn: this.current, ...(this.inRound ?? { done: 0, total: 1 }) };
  }

  /** True while a backup is being made. */
  get isRunning(): boolean {
    return this.running > 0;
  }

  /** How backing up each register went last; null before the first time. */
  results(): [rn: string, last: LastBackup | null][] {
    const { source, settings } = this.services;
    return source.registerNames().map((rn) => [rn, settings.of(rn)]);
  }

  /** Takes a folder for the backups of every night, null for none; the first ones are made at once. */
  async setPath(folder: string | null): Promise<StorageIssue[]> {
    const { settings, dataRoot } = this.services;
    const wrong = folder === null ? null : await storageProblem(folder, dataRoot);
    if (wrong !== null) return [{ ...issue('#BACKUP_PATH', 'path', wrong.text), problem: wrong.problem }];
    await settings.setPath(folder === null ? null : path.normalize(folder));
    this.emit('changed');
    void this.tick();
    return [];
  }

  /** Hour of the day at which backups are made by themselves, 0 to 23, local. */
  get hour(): number {
    return this.services.settings.hour;
  }

  /** The next time that they are made, ms since 1970. */
  get next(): number {
    return nextNight(this.services.clock.now(), this.hour);
  }

  /** Makes them at another hour. One that is due by it is made at once. */
  async setHour(hour: unknown): Promise<Issue[]> {
    if (!isHour(hour)) return [issue('#TYPE', 'hour', 'must be a whole hour, 0 to 23')];
    await this.services.settings.setHour(hour);
    void this.tick();
    return [];
  }

  /**
   * Backs up one register.
   * @param folder storage folder; without it the one of every night
   * @param say told in English what is being done, a line at a time; first when all is checked
   */
  async backUp(
    rn: string,
    folder: string | undefined,
    say: (line: string) => void,
  ): Promise<Backed | { issues: Issue[] }> {
    const storage = folder ?? this.path;
    if (storage === null) {
      const text = 'name a folder, or set one for all backups at /service/config';
      return { issues: [issue('#BACKUP_PATH', 'path', text)] };
    }
    const { dataRoot } = this.services;
    const isOwn = storage === this.path;
    const text =
      (await checkStorage(storage, dataRoot)) ?? (isOwn ? await this.missingMedium(storage) : null);
    if (text !== null) {
      if (folder === undefined) await this.keep(rn, { error: `${storage}: ${text}` });
      return { issues: [issue('#BACKUP_PATH', 'path', text)] };
    }
    return this.inTurn(rn, storage, say);
  }

  /** Backs up what is due, unless something is being backed up. Never rejects. */
  tick(): Promise<void> {
    const { settings, clock } = this.services;
    return this.round ?? this.begin((rn) => isDue(settings.of(rn), clock.now(), settings.hour));
  }

  /** Backs up all registers, with the records that there are now. Never rejects. */
  runAll(): Promise<void> {
    return this.begin(() => true);
  }

  /** Ends a round after the register that is being backed up: an archive that is begun is worth to be finished. */
  cancel(): void {
    this.isCancelled = this.inRound !== null;
  }

  /** Reasons to look after the backups of a register. */
  problemsOf(rn: string): Problem[] {
    const { settings, clock } = this.services;
    if (settings.path === null) return [{ code: 'BACKUP_NOT_SET', severity: 'info' }];
    const last = settings.of(rn);
    if (!last) return [];
    if (last.error !== null)
      return [{ code: 'BACKUP_FAILED', severity: 'warning', params: { reason: last.error } }];
    if (last.success === null || !isOld(last.success, clock.now())) return [];
    const date = localTime(last.success).slice(0, 10);
    return [{ code: 'BACKUP_OLD', severity: 'warning', params: { date } }];
  }

  /** Begins a round behind the one that is under way. */
  private begin(isMeant: (rn: string) => boolean): Promise<void> {
    const before = this.round ?? Promise.resolve();
    const round = before
      .then(() => this.doRound(isMeant))
      .finally(() => {
        if (this.round === round) this.round = null;
      });
    this.round = round;
    return round;
  }

  private async doRound(isMeant: (rn: string) => boolean): Promise<void> {
    const { source, log } = this.services;
    const meant = this.path === null ? [] : source.registerNames().filter(isMeant);
    try {
      for (const [done, rn] of meant.entries()) {
        if (this.path === null || this.stopping.signal.aborted || this.isCancelled) return;
        this.inRound = { done, total: meant.length };
        try {
          await this.backUp(rn, undefined, () => undefined);
        } catch (error) {
          // What went wrong was kept and logged.
          if (!(error instanceof BackupError)) log.debug(`backup of ${rn}: ${(error as Error).message}`);
        }
      }
    } finally {
      this.inRound = null;
      this.isCancelled = false;
    }
  }

  /** Backs up behind the backups before it. */
  private inTurn(rn: string, storage: string, say: (line: string) => void): Promise<Backed> {
    this.running++;
    const turn = this.queue.then(async () => {
      const { source, signer, version, clock } = this.services;
      const { signal } = this.stopping;
      signal.throwIfAborted();
      this.current = rn;
      const now = clock.now();
      try {
        const created = offsetTime(now);
        const backed = await backUp(rn, storage, { source, signer, version, now, created, signal, say });
        if (storage === this.path) {
          await this.noteDisk(storage);
          await this.keep(rn, { success: now, file: backed.file, lastSQ: backed.lastSQ, error: null });
        }
        return backed;
      } catch (error) {
        if (storage === this.path && !signal.aborted)
          await this.keep(rn, { error: (error as Error).message });
        throw error;
      }
    });
    this.queue = turn.catch(() => undefined).finally(() => this.running--);
    return turn;
  }

  /** A mount point without its medium is a folder like any other, on the disk that backups are to survive. */
  private async missingMedium(storage: string): Promise<string | null> {
    const { settings, dataRoot } = this.services;
    if (!settings.isOnOtherDisk || !(await isOnSameDisk(storage, dataRoot))) return null;
    return 'its medium is missing: the folder is on the disk of the register itself now; choose it again if that is meant';
  }

  private async noteDisk(storage: string): Promise<void> {
    const { settings, dataRoot } = this.services;
    if (!(await isOnSameDisk(storage, dataRoot))) await settings.setOnOtherDisk();
  }

  private async keep(rn: string, result: Partial<LastBackup>): Promise<void> {
    const { settings, clock, log } = this.services;
    const before = settings.of(rn) ?? { success: null, file: null, lastSQ: 0, error: null };
    const { error = null } = result;
    if (error !== null && error !== before.error) log.error(`register ${rn}: no backup: ${error}`);
    if (error === null && before.error !== null) log.info(`register ${rn}: backed up again`);
    try {
      await settings.setResult(rn, { ...before, ...result, tried: clock.now() });
    } catch (failure) {
      log.error('the result of a backup cannot be kept', failure);
    }
    this.emit('changed');
  }
}
