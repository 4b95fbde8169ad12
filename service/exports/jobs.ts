/** Exports into the data root, made in the background for the control page. */
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Cfg } from '../receipt/cfg.ts';
import { sameTaxId } from '../receipt/tax-id.ts';
import type { ExportJob } from '../wire.ts';
import { writeWhole, writeZip } from './archive.ts';
import type { Exports, Plan } from './exports.ts';
import { fileName } from './file-name.ts';
import { loadFinished, removeFinished, writeFinished, type Finished } from './finished.ts';

/** What jobs work with. */
export interface JobServices {
  exports: Exports;
  /** Where the files go; created when it is needed. */
  folder: string;
  clock: Clock;
  log: Log;
}

interface Entry extends Finished {
  /** Stops it and waits until it has ended; null for one of an earlier start of the service. */
  stop: (() => Promise<void>) | null;
}

/** Register names and tax ids may be longer than a file name. */
const MAX_SUBJECT = 40;

/** The exports of the control page: those that run, and the files of those that are done. */
export class ExportJobs {
  private readonly services: JobServices;
  /** Newest first. */
  private entries: Entry[] = [];
  private loading: Promise<void> | null = null;

  constructor(services: JobServices) {
    this.services = services;
  }

  /**
   * Jobs of a register and those of its whole company, newest first.
   * @param company that of the register; its other registers may have its tax id in other spellings
   */
  async list(rn: string, company: Pick<Cfg['Cmp'], 'TaxId' | 'Ctry'> | undefined): Promise<ExportJob[]> {
    await this.load();
    const isOfCompany = (of: string) => company !== undefined && sameTaxId(of, company.TaxId, company.Ctry);
    return this.entries
      .filter(({ job, company: of }) => (job.rn === null ? isOfCompany(of) : job.rn === rn))
      .map(({ job }) => ({ ...job }));
  }

  /**
   * Begins an export; says why not when the same one is running, or as many as may run.
   * @param target folder that a copy goes to, checked
   */
  async start(plan: Plan, target?: string): Promise<ExportJob | 'same' | 'busy'> {
    await this.load();
    const { folder } = this.services;
    await fs.mkdir(folder, { recursive: true, mode: 0o700 });
    const present = await fs.readdir(folder);
    // From here to the new entry nothing may come in between.
    const same = this.entries.filter((entry) => isSame(entry, plan));
    if (same.some(({ job }) => job.state === 'running')) return 'same';
    // A new attempt takes the place of those that failed.
    const others = this.entries.filter((entry) => entry.job.state !== 'failed' || !same.includes(entry));
    const entry = this.begin(
      plan,
      freeName(plan, [...present, ...others.map(({ job }) => job.file)]),
      target,
    );
    if (!entry) return 'busy';
    this.entries = [entry, ...others];
    return { ...entry.job };
  }

  /** A job by its id. */
  async find(id: string): Promise<ExportJob | null> {
    await this.load();
    const found = this.entries.find(({ job }) => job.id === id);
    return found ? { ...found.job } : null;
  }

  /** The company that a job is of; undefined where it is not known. */
  companyOf(id: string): string | undefined {
    return this.entries.find(({ job }) => job.id === id)?.company;
  }

  /** Cancels a job that is running, or removes what it made. False when there is no such job. */
  async remove(id: string): Promise<boolean> {
    await this.load();
    const entry = this.entries.find(({ job }) => job.id === id);
    if (!entry) return false;
    await entry.stop?.();
    await removeFinished(this.services.folder, entry.job.file);
    this.entries = this.entries.filter((e) => e !== entry);
    return true;
  }

  private begin(plan: Plan, file: string, target: string | undefined): Entry | null {
    const { exports, folder, clock, log } = this.services;
    const { type, from, till, whole = false } = plan.order;
    const started = clock.now();
    const job: ExportJob = {
      id: randomUUID(),
      rn: whole ? null : plan.registers[0]!.rn,
      ...{ type, from, till },
      ...{ state: 'running', records: 0, total: 0, file, size: null, error: null },
    };
    const entry: Entry = { job, company: plan.company, started, stop: null };
    const running = exports.begin(
      plan,
      async ({ files, total, signal }) => {
        const write = async (output: Writable) => {
          await writeZip(files, output, new Date(started), signal);
          job.records = total;
          await writeFinished(folder, entry);
        };
        job.size = await writeWhole(path.join(folder, file), write, { signal });
        if (target !== undefined) await this.copy(job, target, signal);
      },
      (records, total) => {
        job.records = Math.min(records, total);
        job.total = total;
      },
    );
    if (!running) return null;
    const settled = running.done.then(
      () => void (job.state = 'done'),
      (error: unknown) => {
        job.state = 'failed';
        job.error = (error as Error).message;
        if ((error as Error).name !== 'AbortError') log.error(`export ${file}`, error);
      },
    );
    entry.stop = () => {
      running.stop();
      return settled;
    };
    return entry;
  }

  /** Copies a finished archive. That it cannot be is said, and the archive is kept all the same. */
  private async copy(job: ExportJob, target: string, signal: AbortSignal): Promise<void> {
    const { folder, log } = this.services;
    const source = () => createReadStream(path.join(folder, job.file));
    try {
      await writeWhole(path.join(target, job.file), (output) => pipeline(source(), output, { signal }), {
        signal,
      });
    } catch (error) {
      if (signal.aborted) throw error;
      job.error = `${target}: ${(error as Error).message}`;
      log.warn(`export ${job.file} is not copied to its folder: ${(error as Error).message}`);
    }
  }

  private load(): Promise<void> {
    this.loading ??= loadFinished(this.services.folder).then(
      (finished) => {
        this.entries = finished.map((f) => ({ ...f, stop: null }));
      },
      (error: unknown) => {
        this.loading = null;
        throw error;
      },
    );
    return this.loading;
  }
}

function isSame({ job, company }: Entry, plan: Plan): boolean {
  const { type, from, till, whole } = plan.order;
  const rn = whole ? null : plan.registers[0]!.rn;
  const sameSubject = job.rn === rn && sameTaxId(company, plan.company, plan.country.code);
  return sameSubject && job.type === type && job.from === from && job.till === till;
}

/** `SAFT-PT_def_2026-04-01_2026-04-30.zip`; with a number when that is there already, in letters of either case. */
function freeName({ order, country, company, registers }: Plan, taken: readonly string[]): string {
  const { type, from, till, whole } = order;
  const subject = [...(whole ? company : registers[0]!.rn)].slice(0, MAX_SUBJECT).join('');
  const name = fileName(`${type.toUpperCase()}-${country.code}_${subject}_${from}_${till}`);
  const lower = new Set(taken.map((file) => file.toLowerCase()));
  let file = `${name}.zip`;
  for (let n = 2; lower.has(file.toLowerCase()); n++) file = `${name}_${n}.zip`;
  return file;
}
