/** Jobs on disk, one file each: what waits to be printed is there after a restart. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { writeDurably } from '../settings/durable-file.ts';
import { jobFrom, type Job } from './job.ts';

const NAME = /^\d{1,15}\.json$/;

/** The jobs of one register. Calls about the same job must not overlap. */
export class JobFiles {
  private readonly folder: string;

  /** @param folder made when it is needed */
  constructor(folder: string) {
    this.folder = folder;
  }

  /** What was left, the oldest first. Files that are none are left alone. */
  async load(): Promise<Job[]> {
    const names = await fs.readdir(this.folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    const jobs = await Promise.all(names.filter((name) => NAME.test(name)).map((name) => this.read(name)));
    return jobs.filter((job) => job !== null).sort((a, b) => a.id - b.id);
  }

  /** Durable when it resolves. */
  async put(job: Job): Promise<void> {
    await fs.mkdir(this.folder, { recursive: true, mode: 0o700 });
    await writeDurably(this.fileOf(job), JSON.stringify(job), 0o600);
  }

  async remove(job: Job): Promise<void> {
    await fs.rm(this.fileOf(job), { force: true });
  }

  private async read(name: string): Promise<Job | null> {
    try {
      const job = jobFrom(JSON.parse(await fs.readFile(path.join(this.folder, name), 'utf8')));
      return job && `${job.id}.json` === name ? job : null;
    } catch {
      return null;
    }
  }

  private fileOf({ id }: Job): string {
    return path.join(this.folder, `${id}.json`);
  }
}
