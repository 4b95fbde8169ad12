/**
 * The journal files: a second, plain copy of all records, for auditors, exports
 * and the rebuilding of a lost database. Written shortly after the commit, from
 * the database, so that no sale waits for them and no memory fills up while
 * they cannot be written.
 */
import { EventEmitter } from 'node:events';
import path from 'node:path';
import type { Log } from '../../log.ts';
import type { Problem } from '../../wire.ts';
import type { Journal } from '../journal.ts';
import type { Entry } from '../row.ts';
import { ArchivedCheck } from './archived-check.ts';
import { RegisterCopy, type CopyServices } from './copy.ts';
import { roomOf } from './room.ts';
import { Turns } from './turns.ts';

/** Settings of the installation, asked for at every write. */
export interface SegmentSettings {
  /** How long lines may wait for others, ms (profile attribute IO_DeferTimeout). */
  deferMs: number;
  /** Waits until files are on the disk (not with IO_nosync). */
  sync: boolean;
  /** Logs every write (IO_debug). */
  debug: boolean;
}

/** What the files are made with. */
export interface SegmentServices {
  journal: Journal;
  log: Log;
  settings(): SegmentSettings;
}

/** Written at a time: a hundred receipts. */
const ROOM_BYTES = 262_144;
/** After a failed write. */
const RETRY_MS = 5000;
/** Rests between steps of the backlog, in times of a step: catching up may take half the time, checking a twentieth. */
const REST_OF_WRITING = 1;
const REST_OF_CHECKING = 19;
/** A compressed file that is missing or damaged is looked at again after this time, ms. */
const RECHECK_MS = 60_000;
/** Longest time that the last writes may take when the service stops, ms. */
const STOP_MS = 2000;

/** The journal files of one data root. Emits `problems` when {@link Segments.problemsOf} of a register changes. */
export class Segments extends EventEmitter<{ problems: [rn: string] }> {
  private readonly services: SegmentServices;
  private readonly copies = new Map<string, RegisterCopy>();
  private readonly room = Buffer.allocUnsafeSlow(ROOM_BYTES);
  private readonly checks = new Map<string, ArchivedCheck>();
  /** Steps of archiving. */
  private readonly turns = new Turns();
  /** Registers with new records: the last one, and when to write (time of performance.now). */
  private readonly due = new Map<string, { sq: number; at: number }>();
  /** Registers whose files were not looked at, are far behind or not checked, and when to go on with them. */
  private readonly backlog = new Map<string, number>();
  /** Of the backlog, those whose files lack nothing. */
  private readonly unchecked = new Set<string>();
  /** The next step of the backlog begins later. */
  private restUntil = 0;
  private checkRestUntil = 0;
  private readonly failures = new Map<string, string>();
  private readonly damaged = new Map<string, string[]>();
  private timer: NodeJS.Timeout | undefined;
  private timerAt = Infinity;
  private running: Promise<void> | null = null;
  private state: 'waiting' | 'writing' | 'stopped' = 'waiting';

  /** Begins to listen; nothing is written before {@link Segments.start}. */
  constructor(services: SegmentServices) {
    super();
    this.services = services;
    services.journal.on('committed', this.onCommitted);
    services.journal.on('restored', this.onRestored);
    services.journal.on('unreadable', this.onUnreadable);
  }

  /** Begins to write, in the background: what is missing, and from now on what is new. */
  start(): void {
    this.state = 'writing';
    for (const rn of this.services.journal.registerNames()) this.backlog.set(rn, 0);
    this.arm(0);
  }

  /** Reasons to look after the files of a register. */
  problemsOf(rn: string): Problem[] {
    const problems: Problem[] = [];
    const reason = this.failures.get(rn);
    if (reason !== undefined) {
      problems.push({ code: 'JOU_WRITE_FAILED', severity: 'warning', params: { reason } });
    }
    for (const file of this.damaged.get(rn) ?? []) {
      problems.push({ code: 'JOU_DAMAGED', severity: 'warning', params: { file } });
    }
    for (const name of this.checks.get(rn)?.damaged ?? []) {
      const file = path.join(this.services.journal.filesOf(rn), name);
      problems.push({ code: 'JOU_ARCHIVE_DAMAGED', severity: 'warning', params: { file } });
    }
    return problems;
  }

  /**
   * Archives segments as long as it is asked to go on, in short steps between the
   * writing of the files, half of the time at most. What fails is left for the next time.
   * @returns bytes that the disk has won by each segment
   * @throws the reason of the signal
   */
  makeRoom(signal: AbortSignal): AsyncGenerator<number> {
    const { journal, log } = this.services;
    return roomOf({
      archiver: journal.archiver,
      registerNames: journal.registerNames(),
      log,
      turn: (step) => {
        const taken = this.turns.ask(step, signal);
        if (this.state === 'writing') this.arm(0);
        return taken;
      },
      onDamaged: this.onDamaged,
      onFailed: (rn, segment) => this.suspect(rn, segment),
    });
  }

  /** Writes what waits, as far as that is quickly done, and ends; before the journal is closed. */
  async stop(): Promise<void> {
    const isWriting = this.state === 'writing';
    this.state = 'stopped';
    this.services.journal.off('committed', this.onCommitted);
    this.services.journal.off('restored', this.onRestored);
    this.services.journal.off('unreadable', this.onUnreadable);
    clearTimeout(this.timer);
    await this.running;
    this.turns.close();
    const deadline = performance.now() + STOP_MS;
    for (const [rn, { sq }] of isWriting ? this.due : []) {
      // The next start finds what is missing.
      if (performance.now() > deadline) return;
      await this.writeNew(rn, sq);
    }
  }

  private readonly onCommitted = ({ record: { RN, SQ } }: Entry): void => {
    const waiting = this.due.get(RN);
    if (waiting) {
      waiting.sq = SQ;
      return;
    }
    // The first record of a register at once: whoever sets one up sees its file.
    const at = performance.now() + (SQ === 1 ? 0 : this.services.settings().deferMs);
    this.due.set(RN, { sq: SQ, at });
    if (this.state === 'writing') this.arm(at);
  };

  private readonly onRestored = (rn: string): void => {
    this.backlog.set(rn, 0);
    if (this.state === 'writing') this.arm(0);
  };

  private readonly onUnreadable = (rn: string, segment: number): void => this.suspect(rn, segment);

  /** Has an archived segment looked at soon, unless its file is known to be damaged. */
  private suspect(rn: string, segment: number): void {
    const isArchived = segment < this.services.journal.archivedSegments(rn);
    if (!isArchived || !this.checkOf(rn).suspect(segment)) return;
    this.backlog.set(rn, 0);
    if (this.state === 'writing') this.arm(0);
  }

  /** Begins the next round at a time, unless an earlier one is coming. */
  private arm(at: number): void {
    if (this.running || at >= this.timerAt) return;
    clearTimeout(this.timer);
    this.timerAt = at;
    this.timer = setTimeout(
      () => {
        this.timerAt = Infinity;
        this.running = this.round().then(() => {
          this.running = null;
          if (this.state !== 'stopped') this.arm(this.nextRound());
        });
      },
      Math.max(0, at - performance.now()),
    );
    this.timer.unref();
  }

  private nextRound(): number {
    let next = this.turns.isEmpty ? Infinity : this.restUntil;
    for (const [rn, at] of this.backlog) next = Math.min(next, Math.max(at, this.restOf(rn)));
    for (const { at } of this.due.values()) next = Math.min(next, at);
    return next;
  }

  /** Writes what is due, goes one step on with one register of the backlog, and one with archiving. Never rejects. */
  private async round(): Promise<void> {
    const now = performance.now();
    for (const [rn, { sq, at }] of this.due) {
      if (at > now) continue;
      if (this.state === 'stopped') return;
      this.due.delete(rn);
      await this.writeNew(rn, sq);
    }
    // Archiving need not wait for files that are only to be checked.
    const isPutOff = (rn: string) => !this.turns.isEmpty && this.unchecked.has(rn);
    const isDue = (rn: string, at: number) => Math.max(at, this.restOf(rn)) <= now && !isPutOff(rn);
    const next = this.backlog.entries().find(([rn, at]) => isDue(rn, at))?.[0];
    if (this.restUntil > now || this.state === 'stopped') return;
    if (next !== undefined) await this.stepOn(next);
    if (this.turns.isEmpty) return;
    const began = performance.now();
    await this.turns.next();
    this.rest(began);
  }

  /** When the next step with a register of the backlog may begin. */
  private restOf(rn: string): number {
    return this.unchecked.has(rn) ? Math.max(this.restUntil, this.checkRestUntil) : this.restUntil;
  }

  /** Puts off the next step, a check for longer: what else there is to do need not wait for that. */
  private rest(began: number, wasCheck = false): void {
    const end = performance.now();
    this.restUntil = Math.max(this.restUntil, end + (end - began) * REST_OF_WRITING);
    if (wasCheck) this.checkRestUntil = end + (end - began) * REST_OF_CHECKING;
  }

  private async writeNew(rn: string, sq: number): Promise<void> {
    const copy = this.copyOf(rn);
    copy.heardOf(sq);
    // What waits in the backlog has its turn there; a new register need not wait.
    if (!copy.isUpToDate && !this.backlog.has(rn)) await this.stepOn(rn);
    if (copy.isUpToDate) await this.attempt(rn, () => copy.write());
  }

  private async stepOn(rn: string): Promise<void> {
    const began = performance.now();
    this.backlog.delete(rn);
    const left = await this.attempt(rn, () => this.step(rn));
    if (left === 'unchecked') this.unchecked.add(rn);
    else this.unchecked.delete(rn);
    // Behind the others.
    if (left === 'behind' || left === 'unchecked') this.backlog.set(rn, 0);
    else if (this.checkOf(rn).damaged.length > 0) this.backlog.set(rn, performance.now() + RECHECK_MS);
    this.rest(began, left === 'unchecked');
  }

  private async step(rn: string): Promise<'behind' | 'unchecked' | 'nothing'> {
    const left = await this.copyOf(rn).step();
    return left === 'nothing' ? this.checkOf(rn).step() : left;
  }

  /** Remembers whether it worked; what failed is tried again. */
  private async attempt<T>(rn: string, work: () => Promise<T>): Promise<T | undefined> {
    const before = this.failures.get(rn);
    let result: T | undefined;
    try {
      result = await work();
      this.failures.delete(rn);
    } catch (error) {
      const reason = (error as Error).message;
      if (reason !== before) this.services.log.error(`register ${rn}: journal file not written`, error);
      this.failures.set(rn, reason);
      this.backlog.set(rn, performance.now() + RETRY_MS);
    }
    if (this.failures.get(rn) !== before) this.emit('problems', rn);
    return result;
  }

  private copyOf(rn: string): RegisterCopy {
    let copy = this.copies.get(rn);
    if (!copy) {
      const { journal } = this.services;
      copy = new RegisterCopy(rn, journal.filesOf(rn), {
        journal,
        room: this.room,
        sync: () => this.services.settings().sync,
        onWritten: this.onWritten,
        onDamaged: this.onDamaged,
      });
      this.copies.set(rn, copy);
    }
    return copy;
  }

  private checkOf(rn: string): ArchivedCheck {
    let check = this.checks.get(rn);
    if (!check) {
      const { journal } = this.services;
      const { onDamaged, onArchivedChanged } = this;
      check = new ArchivedCheck(rn, journal.archivedSegments(rn), {
        archiver: journal.archiver,
        onDamaged,
        onArchivedChanged,
      });
      this.checks.set(rn, check);
    }
    return check;
  }

  private readonly onArchivedChanged = (rn: string, file: string, reason: string | null): void => {
    const { log } = this.services;
    if (reason === null) log.info(`register ${rn}: the journal file ${file} is as it should be again`);
    else log.error(`register ${rn}: ${reason}`);
    // When it is among the problems.
    setImmediate(() => this.emit('problems', rn));
  };

  private readonly onWritten: CopyServices['onWritten'] = (rn, file, last, bytes) => {
    if (!this.services.settings().debug) return;
    this.services.log.info(`register ${rn}: ${file} written up to SQ ${last}, ${bytes} bytes more`);
  };

  private readonly onDamaged: CopyServices['onDamaged'] = (rn, file, reason) => {
    this.services.log.error(`register ${rn}: journal file kept aside as ${file}, because ${reason}`);
    this.damaged.set(rn, [...(this.damaged.get(rn) ?? []), file]);
    this.emit('problems', rn);
  };
}
