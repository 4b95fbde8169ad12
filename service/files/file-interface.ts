/**
 * Requests as files (doc 2, File interface): `req/<name>.req` is answered by
 * `res/<name>.res` in the format of the request, and then deleted.
 */
import fs from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import type { ProfileAttributes } from '../countries/contract/services.ts';
import type { Log } from '../log.ts';
import { writeRecord } from '../receipt/answer.ts';
import { qrLook, type QrLook } from '../receipt/qr-look.ts';
import type { TraC } from '../receipt/tra.ts';
import type { Problem } from '../wire.ts';
import { Begun } from './begun.ts';
import type { FileRequests, Job } from './file-requests.ts';
import { codeOf, realDisk, type Disk } from './disk.ts';
import type { Folders } from './folders.ts';
import { Inbox, requestName, type Received } from './inbox.ts';
import { Lanes } from './lanes.ts';
import { Outbox } from './outbox.ts';
import { Troubles } from './troubles.ts';

/** What the file interface works with. */
export interface FileInterfaceParts {
  folders: Folders;
  /** File that remembers which requests were begun; on the disk of the journal. */
  memory: string;
  /** Who answers, given what was begun before. */
  requests: (begun: Begun) => FileRequests;
  attributes: () => ProfileAttributes;
  /** Draws a text as QR code; the bytes of the picture. */
  drawQr: (text: string, look: QrLook) => Buffer;
  log: Log;
  /** Tests break off between its operations. */
  disk?: Disk;
}

/** Poll of doc 2; native watching makes it a safety net. */
const POLL_MS = 300;
/** Requests in work at a time, those that wait for their register included. */
const MOST_IN_WORK = 16;
/** A pass is given up after so many requests for which no answer could be written. */
const MOST_UNANSWERABLE = 3;

/** The running file interface. */
export class FileInterface {
  private readonly parts: FileInterfaceParts;
  private readonly begun: Begun;
  private readonly inbox: Inbox;
  private readonly outbox: Outbox;
  private readonly requests: FileRequests;
  private readonly troubles: Troubles;
  private readonly lanes = new Lanes(MOST_IN_WORK);
  /** Names of requests whose answers are on their way. */
  private readonly inWork = new Set<string>();
  /** Files that were there at the first look. */
  private old: Set<string> | null = null;
  private readonly stopping = new AbortController();
  private pass: Promise<void> = Promise.resolve();
  /** A pass that was asked for while one is under way. */
  private nextPass: Promise<void> | null = null;
  private close: () => void = () => undefined;

  private constructor(parts: FileInterfaceParts, begun: Begun, disk: Disk) {
    this.parts = parts;
    this.begun = begun;
    this.troubles = new Troubles(parts.log);
    this.inbox = new Inbox(parts.folders.req, disk, this.troubles);
    this.outbox = new Outbox(parts.folders.res, disk);
    this.requests = parts.requests(begun);
  }

  /** What does not work at the moment. */
  get problems(): Problem[] {
    return this.troubles.problems;
  }

  /** Calls back when {@link FileInterface.problems} change. */
  onProblems(listener: () => void): void {
    this.troubles.on('changed', listener);
  }

  /** Reads what was begun before; nothing is answered yet. */
  static async open(parts: FileInterfaceParts): Promise<FileInterface> {
    const disk = parts.disk ?? realDisk;
    return new FileInterface(parts, await Begun.open(parts.memory, disk, parts.log), disk);
  }

  /** Answers what is there and what comes, until {@link stop}. */
  start(): void {
    const timer = setInterval(() => void this.poll(), POLL_MS);
    const watcher = this.watch();
    this.close = () => {
      clearInterval(timer);
      watcher?.close();
    };
    void this.look();
  }

  /** Begins nothing more and finishes what is begun; an answer that cannot be written waits for the next start. */
  async stop(): Promise<void> {
    this.close();
    this.stopping.abort();
    await this.pass;
    await this.lanes.idle();
    await this.begun.idle();
  }

  /** Looks again, and counts as one more poll. Resolves when everything that was ready is answered. */
  async poll(): Promise<void> {
    this.inbox.poll();
    this.troubles.poll();
    await this.look();
  }

  /** Looks through the requests once. */
  private async look(): Promise<void> {
    this.nextPass ??= this.pass.then(async () => {
      this.nextPass = null;
      await this.takeAll().catch((error: unknown) =>
        this.troubles.meet('FILES_UNREADABLE', `requests cannot be listed (${codeOf(error)})`, codeOf(error)),
      );
    });
    this.pass = this.nextPass;
    await this.pass;
    await this.lanes.idle();
  }

  /** Network drives may not tell of changes; polling finds them. */
  private watch(): fs.FSWatcher | null {
    const failed = (error: unknown) =>
      this.parts.log.info(`file interface: polling only, no watching (${codeOf(error)})`);
    try {
      return fs.watch(this.parts.folders.req, () => void this.look()).on('error', failed);
    } catch (error) {
      failed(error);
      return null;
    }
  }

  private async takeAll(): Promise<void> {
    // Begun ones first: what is new could look like one of them once it is registered.
    const files = await this.inbox.files((file) => this.begun.has(file));
    if (!this.old) {
      this.old = new Set(files);
      this.begun.keepOnly(this.old);
    }
    let unanswerable = 0;
    for (const file of files) {
      // Where three cannot be answered, thousands cannot either; they need not be read at each poll.
      if (this.stopping.signal.aborted || unanswerable === MOST_UNANSWERABLE) return;
      if (this.inWork.has(requestName(file))) continue;
      await this.lanes.free();
      await this.guarded(async () => {
        if (!(await this.take(file))) unanswerable++;
      });
    }
  }

  /** Nothing that goes wrong with one file keeps others from being answered. */
  private async guarded(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      const { message } = error as Error;
      this.troubles.meet('FILES_WAITING', `a request waits: ${message}`, message);
    }
  }

  /** Begins to answer a request that is ready; false when no answer could be written. */
  private async take(file: string): Promise<boolean> {
    const name = requestName(file);
    const state = await this.outbox.state(name);
    if (state === 'blocked') throw new Error(`${name}.res is no file`);
    if (state === 'answered') {
      // Gone: it was read and answered since the folder was listed.
      if (!this.begun.has(file) && (await this.inbox.has(file))) {
        this.parts.log.warn(
          `file interface: ${JSON.stringify(file)} was deleted unread: it has an answer already`,
        );
      }
      await this.remove(file);
      return true;
    }
    const received = await this.inbox.receive(file);
    if (!received) return true;
    if (this.begun.get(file, received.hash)?.answered) {
      await this.remove(file);
      return true;
    }
    if (this.requests.mustWait(received)) return true;
    try {
      await this.outbox.prepare(name);
    } catch (error) {
      this.cannotWrite(error);
      return false;
    }
    const job = await this.requests.job(received, this.old?.has(file) ?? false);
    this.inWork.add(name);
    const work = async () => {
      await this.guarded(() => this.answer(received, job));
      this.inWork.delete(name);
    };
    if (job.lane !== null) this.lanes.run(job.lane, work);
    else {
      await this.lanes.idle();
      await work();
    }
    return true;
  }

  private async answer(received: Received, job: Job): Promise<void> {
    if (this.stopping.signal.aborted) return;
    const { name, record } = await job.answer();
    const text = writeRecord(name, record, received.body.format);
    if (!(await this.deliver(requestName(received.file), text, this.picture(record)))) return;
    try {
      await this.remove(received.file);
    } catch (error) {
      // In memory it counts even when it cannot be stored.
      await this.begun.answered(received.file, received.hash).catch(() => undefined);
      throw error;
    }
  }

  /**
   * Writes an answer, again and again while it cannot be written: what is registered
   * must be told. False when stopped before; the next start tells it.
   */
  private async deliver(name: string, answer: string, picture: Buffer | null): Promise<boolean> {
    for (;;) {
      try {
        await this.outbox.write(name, answer, picture);
        return true;
      } catch (error) {
        this.cannotWrite(error);
      }
      if (this.stopping.signal.aborted) return false;
      await setTimeout(POLL_MS, undefined, { signal: this.stopping.signal }).catch(() => undefined);
    }
  }

  private cannotWrite(error: unknown): void {
    const reason = codeOf(error);
    this.troubles.meet(
      'FILES_UNANSWERED',
      `answers cannot be written (${reason}); their requests wait`,
      reason,
    );
  }

  /** The BMP that belongs to an answer (profile attribute Fis_QR), null when none is wanted or there is no code. */
  private picture({ Fis }: TraC): Buffer | null {
    const look = qrLook(this.parts.attributes().text('Fis_QR'));
    if (look?.type !== 'bmp' || Fis?.Code === undefined) return null;
    // A country may have drawn another code of it.
    const drawn = typeof Fis.QR === 'string' ? Buffer.from(Fis.QR, 'base64') : null;
    if (drawn?.toString('latin1', 0, 2) === 'BM') return drawn;
    try {
      return this.parts.drawQr(Fis.Code, look);
    } catch (error) {
      this.parts.log.error('file interface: a QR code cannot be drawn', error);
      return null;
    }
  }

  /** Deletes an answered request; only then it is forgotten. */
  private async remove(file: string): Promise<void> {
    await this.inbox.remove(file);
    this.old?.delete(file);
    this.begun.forget(file);
  }
}
