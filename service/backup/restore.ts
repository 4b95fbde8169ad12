/**
 * Restores a register from its backups: all checks first, then the whole register
 * at once. Only where there is none, and one at a time. Backups of strangers, and
 * receipts that are not as they were signed, are restored when a manager confirms it.
 */
import { EventEmitter } from 'node:events';
import fs from 'node:fs/promises';
import path from 'node:path';
import { offsetTime } from '../clock.ts';
import type { CountryServices } from '../countries/contract/services.ts';
import type { Journal } from '../journal/journal.ts';
import type { Entry } from '../journal/row.ts';
import { readSegmentName } from '../journal/segments/name.ts';
import type { ErrorCode } from '../receipt/error-codes.ts';
import { issue, type Issue } from '../receipt/issue.ts';
import { checkName, type Registers } from '../register/registers.ts';
import type { Problem } from '../wire.ts';
import { BackupError } from './backup-error.ts';
import { findChain, type Chain } from './chain.ts';
import { entriesOf } from './chain-entries.ts';
import { DoubtsOf, sentencesOf } from './doubts.ts';
import { Outcome, restoredEntry } from './restored-entry.ts';
import type { Trust } from './trust.ts';
import type { Doubts, RestoreInfo } from './wire.ts';

export type { RestoreInfo } from './wire.ts';

/** What restores work with. */
export interface RestoreServices {
  journal: Pick<Journal, 'restore' | 'lastSq' | 'filesOf'>;
  registers: Pick<Registers, 'hold' | 'release' | 'restored'>;
  country: CountryServices;
  dataRoot: string;
  trust: Trust;
  /** True while the portal knows this installation: what it has is newer than any backup. */
  isOnline: () => boolean;
}

/** What the check of backups brings. */
interface Checked {
  chain: Chain;
  outcome: Outcome;
  doubts: Doubts | null;
  /** Remembers whose they are. */
  accept(): Promise<void>;
}

const NONE: RestoreInfo = {
  ...{ State: 'none', RN: null, Path: null, Records: 0, Total: 0 },
  ...{
    Message: 'Nothing was restored since the start of the service.',
    Started: null,
    Ended: null,
    Confirm: null,
  },
};

const CHECKING = 'The backups are being checked.';
const UNCONFIRMED = 'The backups can be read, but have to be confirmed. Nothing was restored.';

/** Records that are checked at a time. */
const AT_A_TIME = 20;

/** Database, journal files and room to work: what the lines of a register take, in times of their bytes. */
const TIMES_ON_DISK = 3;

/** The restores of a service. Emits `changed` when {@link Restores.problemsOf} may say something else. */
export class Restores extends EventEmitter<{ changed: [] }> {
  private readonly services: RestoreServices;
  private readonly stopping = new AbortController();
  private last: RestoreInfo = NONE;
  private checking: Promise<Issue[]> | null = null;
  private writing: Promise<void> | null = null;

  constructor(services: RestoreServices) {
    super();
    this.services = services;
  }

  /** How far it is. */
  get info(): RestoreInfo {
    return { ...this.last };
  }

  /** Says that a register is being restored. */
  problemsOf(rn: string): Problem[] {
    const { State, RN } = this.last;
    const isRunning = State === 'checking' || State === 'restoring';
    return isRunning && RN === rn ? [{ code: 'RESTORING', severity: 'stop' }] : [];
  }

  /**
   * Checks register and backups to the last byte, then writes the register in the background.
   * @param place full path of the storage folder, of the register's folder in it, or of one archive
   * @param confirmed code of the doubts that a manager has confirmed
   * @returns why not, when nothing was begun
   */
  async start(rn: string, place: string, confirmed?: string): Promise<Issue[]> {
    const issues = checkName(rn);
    if (!path.isAbsolute(place)) issues.push(issue('#BACKUP_PATH', 'path', 'must be a full path'));
    if (issues.length > 0) return issues;
    if (this.checking || this.writing || this.stopping.signal.aborted)
      return [issue('#RESTORING', '', 'a register is being restored; see GET /backup/info')];
    if (this.services.isOnline()) {
      const text = 'this installation is connected to the portal; take its company badge out first';
      return [issue('#RESTORE_ONLINE', '', text)];
    }
    this.checking = this.begin(rn, place, confirmed);
    try {
      return await this.checking;
    } finally {
      this.checking = null;
    }
  }

  /** Breaks off what is under way; nothing of it stays then. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.checking?.catch(() => undefined);
    await this.writing;
  }

  private async begin(rn: string, place: string, confirmed: string | undefined): Promise<Issue[]> {
    const { registers, country } = this.services;
    const isHeld = await registers.hold(rn);
    try {
      const found = isHeld ? await this.occupied(rn) : 'it has records';
      const now = offsetTime(country.clock.now());
      this.last = { ...NONE, State: 'checking', RN: rn, Path: place, Started: now, Message: CHECKING };
      this.emit('changed');
      if (found !== null) {
        if (isHeld) registers.release(rn);
        return this.refused('#RESTORE_IN_USE', 'RN', `register ${rn} is in use: ${found}`);
      }
      const checked = await this.check(rn, place);
      this.last.Confirm = checked.doubts;
      if (checked.doubts && checked.doubts.Code !== confirmed) {
        registers.release(rn);
        this.end('unconfirmed', UNCONFIRMED);
        return sentencesOf(checked.doubts).map((text) => issue('#RESTORE_CONFIRM', '', text));
      }
      await checked.accept();
      this.writing = this.write(checked).finally(() => (this.writing = null));
      return [];
    } catch (error) {
      if (isHeld) registers.release(rn);
      if (error instanceof BackupError) return this.refused('#BACKUP_UNUSABLE', 'path', error.message);
      this.end('failed', (error as Error).message);
      throw error;
    }
  }

  private end(State: 'unconfirmed' | 'done' | 'failed', Message: string): void {
    this.last = { ...this.last, State, Message, Ended: offsetTime(this.services.country.clock.now()) };
    this.emit('changed');
  }

  private refused(code: ErrorCode, place: string, text: string): Issue[] {
    this.end('failed', text);
    return [issue(code, place, text)];
  }

  /** What stands in the way of a register under this name. */
  private async occupied(rn: string): Promise<string | null> {
    const { journal } = this.services;
    const last = await journal.lastSq(rn);
    if (last > 0) return `it has ${last} records`;
    const folder = journal.filesOf(rn);
    const files = await fs.readdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    const found = files.find((file) => readSegmentName(file) !== null);
    return found === undefined ? null : `there is ${path.join(folder, found)}`;
  }

  /** Reads all backups once without writing anything. */
  private async check(rn: string, place: string): Promise<Checked> {
    const chain = await findChain(rn, place);
    await this.checkSpace(chain);
    this.last.Total = chain.records;
    const outcome = new Outcome();
    const doubts = await DoubtsOf.begin(chain, this.services.trust);
    for await (const page of entriesOf(chain)) {
      this.stopping.signal.throwIfAborted();
      for (const line of page) {
        outcome.take(line);
        doubts.take(line);
        // Signatures take time: tills are served in between.
        if (++this.last.Records % AT_A_TIME === 0) await new Promise(setImmediate);
      }
    }
    return { chain, outcome, doubts: doubts.end(outcome), accept: () => doubts.accept() };
  }

  private async checkSpace({ bytes }: Chain): Promise<void> {
    const { bavail, bsize } = await fs.statfs(this.services.dataRoot);
    const [needed, free] = [bytes * TIMES_ON_DISK, bavail * bsize];
    if (needed <= free) return;
    const megabytes = (n: number) => `${Math.ceil(n / 1_000_000)} MB`;
    throw new BackupError(`the disk has ${megabytes(free)} left, and ${megabytes(needed)} are needed`);
  }

  /** Writes the register and opens it. Never rejects. */
  private async write({ chain, outcome, doubts }: Checked): Promise<void> {
    const { journal, registers, country } = this.services;
    const { rn, records } = chain;
    const Total = records + 1;
    this.last = {
      ...this.last,
      State: 'restoring',
      Message: 'The register is being written.',
      Records: 0,
      Total,
    };
    try {
      const end = restoredEntry(chain, outcome, doubts, country);
      await journal.restore(rn, this.pages(chain, end));
    } catch (error) {
      registers.release(rn);
      const isStopped = this.stopping.signal.aborted;
      this.end(
        'failed',
        isStopped ? 'The service was stopped; nothing was restored.' : (error as Error).message,
      );
      if (!isStopped) country.log.error(`register ${rn}: not restored`, error);
      return;
    }
    try {
      await registers.restored(rn);
      this.last.Records = Total;
      this.end('done', `The register has its ${records} records and is open for business.`);
      country.log.info(`register ${rn}: restored from ${this.last.Path}, ${records} records`);
    } catch (error) {
      this.end('failed', 'The register was restored, but cannot be opened. Restart Tillmark.');
      country.log.error(`register ${rn}: restored, but not opened`, error);
    }
  }

  private async *pages(chain: Chain, end: Entry): AsyncGenerator<Entry[]> {
    for await (const page of entriesOf(chain)) {
      this.stopping.signal.throwIfAborted();
      yield page;
      this.last.Records += page.length;
    }
    yield [end];
  }
}
