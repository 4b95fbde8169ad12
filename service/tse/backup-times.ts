/** Copies of log messages at their times: every day, and after closings (doc 2, `TSE_Backup*`). */
import { createHash } from 'node:crypto';
import { lastTimeOfDay } from '../clock.ts';
import { secondsOfDay } from '../settings/attribute-types.ts';
import { TseBackups, type BackupsOptions } from './backups.ts';

/** Whoever writes seconds means them. */
const LOOK_MS = 1000;
/** Backups that nobody has set a time for are spread over an hour from here, so that clouds are not asked by all at once. */
const BACKUPS_FROM_S = 3 * 3600 + 10 * 60;
const BACKUPS_WITHIN_S = 3600;

/** Looks at the time, and does what is due. */
export class TseBackupTimes {
  readonly backups: TseBackups;
  private readonly options: BackupsOptions;
  private timer: NodeJS.Timeout | undefined;
  /** When the last one was made or was not due yet. */
  private since: number;
  private isClosed = false;
  private work: Promise<void> | null = null;

  constructor(options: BackupsOptions) {
    this.options = options;
    this.backups = new TseBackups(options);
    this.since = options.clock.now();
  }

  /** Watches the time from now on; a backup that was missed is made up for. */
  start(): void {
    const times = this.options.units().map(({ id }) => this.backups.newest(id) ?? 0);
    this.since = Math.min(this.options.clock.now(), ...times);
    this.timer = setInterval(() => void this.look(), LOOK_MS).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.backups.stop();
    await this.work;
  }

  /** A day was closed (Z): with `TSE_BackupDelete` what was signed is copied and deleted. */
  closed(): void {
    this.isClosed = true;
  }

  /** Does what is due; nothing while something is under way. */
  look(): Promise<void> {
    this.work ??= this.due().finally(() => {
      this.work = null;
    });
    return this.work;
  }

  private async due(): Promise<void> {
    const { clock, attributes, units } = this.options;
    if (units().length === 0) return;
    const now = clock.now();
    // A clock that was far ahead must not put the next one off.
    this.since = Math.min(this.since, now);
    const isDue = (seconds: number, since: number) => lastTimeOfDay(seconds, now) > since;
    const deletes = this.isClosed && attributes().flag('TSE_BackupDelete');
    this.isClosed = false;
    const backupAt = this.backupAt();
    if (!deletes && (backupAt === null || !isDue(backupAt, this.since))) return;
    this.since = now;
    await this.backups.all(deletes);
  }

  /** Seconds of the day; null for none. `TSE_BackupAt` counts before `Fiscal_BackupAt`. */
  private backupAt(): number | null {
    const attributes = this.options.attributes();
    const own = attributes.text('TSE_BackupAt');
    if (own !== undefined && secondsOfDay(own) === null) return null;
    const told = own ?? attributes.text('Fiscal_BackupAt');
    const seconds = told === undefined ? null : secondsOfDay(told);
    if (seconds !== null) return seconds;
    // By chance, and the same after each start.
    const chance = createHash('sha256').update(this.options.folder).digest().readUInt32BE(0);
    return BACKUPS_FROM_S + (chance % (BACKUPS_WITHIN_S + 1));
  }
}
