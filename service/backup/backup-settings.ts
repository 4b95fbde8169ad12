/** Where backups go and how the last ones went: `gbl/backup.json`, for all registers. */
import fs from 'node:fs/promises';
import type { Log } from '../log.ts';
import { isTree } from '../receipt/tree.ts';
import { USUAL_HOUR } from './schedule.ts';
import { keepAside, writeDurably } from '../settings/durable-file.ts';

/** How backing up a register went last. Times are ms since 1970. */
export interface LastBackup {
  /** The last attempt. */
  tried: number;
  /** The last attempt that succeeded, null before the first one. */
  success: number | null;
  /** Full path of the newest backup, null before the first one. */
  file: string | null;
  /** Last record in it, 0 before the first one. */
  lastSQ: number;
  /** Why the last attempt failed, in English; null when it did not. */
  error: string | null;
}

/** What the file says. */
interface Content {
  /** Full path of the storage folder; null without one: nothing is backed up by itself then. */
  path: string | null;
  /** Hour of the day at which backups are made, 0 to 23, local; missing in files of older versions. */
  hour?: number;
  /** The folder was on another disk than the data root when something was backed up into it. */
  otherDisk?: true;
  registers: Record<string, LastBackup>;
}

const NONE: Content = { path: null, registers: {} };

/** The settings and results in force. */
export class BackupSettings {
  private readonly file: string;
  private content: Content;
  private writing: Promise<void> = Promise.resolve();

  private constructor(file: string, content: Content) {
    this.file = file;
    this.content = content;
  }

  /** Reads the file; one that cannot be read is kept beside a new one. */
  static async open(file: string, log: Log): Promise<BackupSettings> {
    const text = await fs.readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    const content = text === null ? NONE : read(text);
    if (content) return new BackupSettings(file, content);
    log.error(
      `${file} cannot be read and is kept as ${await keepAside(file)}: set the folder for backups again`,
    );
    return new BackupSettings(file, NONE);
  }

  /** Full path of the storage folder, null without one. */
  get path(): string | null {
    return this.content.path;
  }

  /** Hour of the day at which backups are made, 0 to 23, local. */
  get hour(): number {
    return this.content.hour ?? USUAL_HOUR;
  }

  /** Makes them at another hour. */
  setHour(hour: number): Promise<void> {
    return this.store({ ...this.content, hour });
  }

  /** How backing up a register went last, null before the first time. */
  of(rn: string): LastBackup | null {
    return Object.hasOwn(this.content.registers, rn) ? this.content.registers[rn]! : null;
  }

  /** Takes a folder; another one knows nothing of the backups so far. Null for none. */
  setPath(path: string | null): Promise<void> {
    const { otherDisk, ...content } = this.content;
    if (path !== this.path) return this.store({ ...content, path, registers: {} });
    return otherDisk ? this.store(content) : Promise.resolve();
  }

  /** Whether the folder is known to be on another disk than the data root. */
  get isOnOtherDisk(): boolean {
    return this.content.otherDisk === true;
  }

  /** Keeps that it is. */
  async setOnOtherDisk(): Promise<void> {
    if (!this.isOnOtherDisk) await this.store({ ...this.content, otherDisk: true });
  }

  /** Keeps how it went. */
  setResult(rn: string, result: LastBackup): Promise<void> {
    return this.store({ ...this.content, registers: { ...this.content.registers, [rn]: result } });
  }

  /** In force at once; on disk when the promise resolves. */
  private store(content: Content): Promise<void> {
    this.content = content;
    const text = `${JSON.stringify(content, null, 2)}\n`;
    this.writing = this.writing.catch(() => undefined).then(() => writeDurably(this.file, text, 0o600));
    return this.writing;
  }
}

function read(text: string): Content | null {
  try {
    const value: unknown = JSON.parse(text);
    if (!isTree(value) || !isTree(value.registers)) return null;
    if (value.path !== null && typeof value.path !== 'string') return null;
    if (value.hour !== undefined && !isHour(value.hour)) return null;
    if (value.otherDisk !== undefined && value.otherDisk !== true) return null;
    return Object.values(value.registers).every(isResult) ? (value as unknown as Content) : null;
  } catch {
    return null;
  }
}

/** Whether it is an hour of the day: a whole number from 0 to 23. */
export function isHour(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 23;
}

function isResult(value: unknown): boolean {
  if (!isTree(value)) return false;
  const { tried, success, file, lastSQ, error } = value;
  const isTextOrNull = (text: unknown) => text === null || typeof text === 'string';
  const isTimed = typeof tried === 'number' && (success === null || typeof success === 'number');
  return isTimed && typeof lastSQ === 'number' && isTextOrNull(file) && isTextOrNull(error);
}
