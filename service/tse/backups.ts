/**
 * Copies of the log messages of TSEs on disk: every day and after closings. A copy counts
 * when it was read back and verified; only then anything is deleted from a TSE.
 */
import fs from 'node:fs';
import path from 'node:path';
import type { ProfileAttributes } from '../countries/contract/services.ts';
import type { TseArchive, TseBackup, TseUnit } from '../countries/contract/tse.ts';
import type { Clock } from '../clock.ts';
import { TseBroken, type TseFailure } from '../devices/tse/contract.ts';
import type { Log } from '../log.ts';
import { syncFolder } from '../settings/durable-file.ts';
import { verifyExport, type TseReport } from '../tse-export/verify.ts';

/** What copies need. */
export interface BackupsOptions {
  units: () => readonly TseUnit[];
  attributes: () => ProfileAttributes;
  /** A folder for each TSE is made in it. */
  folder: string;
  clock: Clock;
  log: Log;
}

/** `<serial>_Sig-<first>-<last>.tar`: what a copy has. */
const NAME = /^([0-9a-f]{64})_Sig-(\d{1,16})-(\d{1,16})\.tar$/;
const PIECE_BYTES = 1_048_576;
/** Of a copy that receipts come between. */
const MOST_TRIES = 3;

/** Makes and keeps them. */
export class TseBackups {
  private readonly options: BackupsOptions;
  private readonly last = new Map<string, TseBackup>();
  /** Copies are made one after the other. */
  private turn: Promise<unknown> = Promise.resolve();
  private isStopped = false;

  constructor(options: BackupsOptions) {
    this.options = options;
  }

  /** How the last copy of a TSE came out; null before there was one. */
  of(id: string): TseBackup | null {
    return this.last.get(id) ?? null;
  }

  /** When the newest copy of a TSE was made, ms since 1970; null when there is none. */
  newest(id: string): number | null {
    const times = this.kept(id).map(({ file }) => fs.statSync(file).mtimeMs);
    return times.length === 0 ? null : Math.max(...times);
  }

  /**
   * Copies all TSEs. Never rejects.
   * @param andDelete deletes from them what was copied, where they can
   */
  all(andDelete: boolean): Promise<void> {
    const done = this.turn.then(async () => {
      for (const unit of this.options.units()) if (!this.isStopped) await this.one(unit, andDelete);
    });
    this.turn = done;
    return done;
  }

  /** Copies a TSE that is taken out of use; without an answer the copies of before are all that there is. Never rejects. */
  gone(unit: TseUnit): Promise<void> {
    const done = this.turn.then(() => this.one(unit, false));
    this.turn = done;
    return done;
  }

  /** Copies all of them anew, and gives all copies that are kept: older ones, and those of TSEs that were taken out of use. */
  async archives(): Promise<TseArchive[]> {
    await this.all(false);
    const { folder, units } = this.options;
    const inUse = units().map(({ id }) => id);
    const others = fs.existsSync(folder) ? fs.readdirSync(folder).sort() : [];
    const files = [...inUse, ...others.filter((id) => !inUse.includes(id))].flatMap((id) => this.kept(id));
    // One that was taken into use again has copies in two folders.
    const byName = new Map(files.map(({ file }) => [path.basename(file), file]));
    return [...byName].map(([name, file]) => ({
      name,
      size: fs.statSync(file).size,
      content: () => fs.createReadStream(file, { highWaterMark: PIECE_BYTES }),
    }));
  }

  /** Breaks off what is under way. */
  async stop(): Promise<void> {
    this.isStopped = true;
    await this.turn;
  }

  private async one(unit: TseUnit, andDelete: boolean): Promise<void> {
    const { clock, log } = this.options;
    if (unit.seen?.state.initialisation === 'uninitialised') return;
    const note = (failure: string | null) => {
      this.last.set(unit.id, { at: clock.now(), failure });
      if (failure !== null) log.warn(`backup of TSE ${unit.id}: ${failure}`);
    };
    try {
      let copied = await this.copy(unit);
      for (let tries = 1; isBusy(copied) && tries < MOST_TRIES && !this.isStopped; tries++)
        copied = await this.copy(unit);
      if ('trouble' in copied) {
        note(`${copied.trouble}: ${copied.text}`);
        return;
      }
      const [first] = copied.findings;
      const known = unit.seen?.state.signatureCounter ?? 0;
      const last = copied.tses[0]?.counters.last ?? 0;
      if (first) note([first.file, first.text].filter(Boolean).join(': '));
      else note(last < known ? `the copy ends at signature ${last}, and the TSE has made ${known}` : null);
      if (!andDelete || !copied.ok || !hasAll(copied, unit)) return;
      const deleted = await unit.deleteExported();
      if (deleted.outcome === 'done' || deleted.failure.trouble === 'unsupported') return;
      // Open transactions, or a receipt that came between: next time.
      log.info(`TSE ${unit.id} keeps what was copied: ${deleted.failure.trouble}: ${deleted.failure.text}`);
    } catch (error) {
      note(
        `the copy cannot be written (${(error as NodeJS.ErrnoException).code ?? (error as Error).message})`,
      );
    }
  }

  /** Writes, reads back and keeps a copy. @throws Error of the disk */
  private async copy(unit: TseUnit): Promise<TseReport | TseFailure> {
    const folder = path.join(this.options.folder, unit.id);
    await fs.promises.mkdir(folder, { recursive: true });
    const exported = await unit.export({});
    if (exported.outcome !== 'done') return exported.failure;
    const fresh = path.join(folder, 'export.part');
    try {
      const handle = await fs.promises.open(fresh, 'w', 0o600);
      try {
        for await (const piece of exported.result.content) {
          if (this.isStopped) throw new TseBroken({ trouble: 'busy', text: 'the service stops' });
          await handle.write(piece);
        }
        await handle.sync();
      } finally {
        await handle.close();
      }
    } catch (error) {
      await fs.promises.rm(fresh, { force: true });
      if (error instanceof TseBroken) return error.failure;
      throw error;
    }
    const report = await verifyExport(() => fs.createReadStream(fresh, { highWaterMark: PIECE_BYTES }));
    await this.keep(folder, fresh, report);
    return report;
  }

  /** Gives a copy its name, and removes older ones that it has all of. */
  private async keep(folder: string, fresh: string, { tses, findingCount }: TseReport): Promise<void> {
    const [tse] = tses;
    if (!tse) {
      await fs.promises.rm(fresh, { force: true });
      return;
    }
    const { first, last } = tse.counters;
    const name = `${tse.serial}_Sig-${first}-${last}.tar`;
    await fs.promises.rename(fresh, path.join(folder, name));
    await syncFolder(folder);
    // One with findings takes nobody's place.
    if (findingCount > 0) return;
    for (const { file, serial, from, till } of keptIn(folder)) {
      if (path.basename(file) !== name && serial === tse.serial && from >= first && till <= last)
        await fs.promises.rm(file, { force: true });
    }
  }

  private kept(id: string) {
    return keptIn(path.join(this.options.folder, id));
  }
}

/** A receipt came between: it can be tried again. */
function isBusy(copied: TseReport | TseFailure): boolean {
  return 'trouble' in copied && copied.trouble === 'busy';
}

/** Whether a copy is of this TSE, to the last message that it was known to have. */
function hasAll({ tses }: TseReport, { identity, seen }: TseUnit): boolean {
  const [tse] = tses;
  const last = seen?.state.signatureCounter ?? 0;
  return tses.length === 1 && tse!.serial === identity?.serial && tse!.counters.last >= last;
}

function keptIn(folder: string): { file: string; serial: string; from: number; till: number }[] {
  const names = fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? fs.readdirSync(folder) : [];
  return names.sort().flatMap((name) => {
    const [, serial, from, till] = NAME.exec(name) ?? [];
    if (serial === undefined) return [];
    return { file: path.join(folder, name), serial, from: Number(from), till: Number(till) };
  });
}
