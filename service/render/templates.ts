/**
 * Finds, compiles and runs templates. A register's own ones come first; when they
 * fail for whatever reason, the built-in ones print the receipt.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Log } from '../log.ts';
import { LimitError, Sandbox, type Limits } from './sandbox.ts';
import type { RunJob } from './sandbox-code.ts';

/** Most characters a template may make of a receipt. */
const MOST = 2_000_000;
/** Milliseconds of a built-in template: it is right, and only a busy machine makes it slow. */
const PATIENCE = 30_000;
/** What a built-in template gets besides for each character put into it: characters, milliseconds, bytes of memory. */
const MORE = { most: 10, time: 0.01, memory: 60 };
/** Characters put into a template, some 1,000 positions: one such job runs at a time, beside all others. */
const LARGE = 100_000;
/** Bounds of a folder of templates. */
const MAX_FILES = 50;
const MAX_BYTES = 256_000;
const MAX_COMPILED = 50;
const FILE_NAME = /^[\p{L}\p{N}][\p{L}\p{N}_-]*\.(ejs|pug)$/u;

type Files = Record<string, string>;

/** The templates of a service. */
export class Templates {
  private readonly builtInFolder: string;
  private readonly log: Log;
  private readonly sandbox: Sandbox;
  /** Where built-in templates print large receipts. */
  private readonly large: Sandbox;
  private builtIn: Promise<Files> | null = null;
  /** Scripts by content of their sources. */
  private readonly compiled = new Map<string, string>();
  /** Contents that used up time or memory: not tried again. */
  private readonly hopeless = new Set<string>();
  /** What was warned about already. */
  private readonly warned = new Set<string>();

  constructor(builtInFolder: string, log: Log, limits: Partial<Limits> = {}) {
    this.builtInFolder = builtInFolder;
    this.log = log;
    this.sandbox = new Sandbox(limits);
    this.large = new Sandbox(limits, 1);
  }

  /**
   * Renders a template.
   * @param name base name, e.g. `receipt-80`
   * @param folder where a register's own templates may be, null without one
   * @param data JSON of what the template sees; asked for once for a register's own ones, and for the built-in one
   */
  async render(
    name: string,
    folder: string | null,
    data: (isOwn: boolean) => string | Promise<string>,
  ): Promise<string> {
    const builtIn = await (this.builtIn ??= readTemplates(this.builtInFolder));
    const own = folder === null ? {} : await readTemplates(folder);
    if (Object.keys(own).length > 0) {
      const made = await this.tryOwn(name, folder!, { ...builtIn, ...own }, own, await data(true));
      if (made !== null) return made;
    }
    return this.runBuiltIn(await this.compile(name, builtIn, {}), await data(false));
  }

  /** Bounds grow with the receipt: what is registered must be printed. */
  private runBuiltIn(script: string, data: string): Promise<string> {
    const { length } = data;
    const { time, memory } = this.sandbox.limits;
    const limits: Limits = {
      time: Math.max(time, PATIENCE) + Math.ceil(length * MORE.time),
      memory: memory + Math.ceil((length * MORE.memory) / 1_000_000),
    };
    const job: RunJob = { task: 'run', script, data, most: MOST + length * MORE.most };
    return (length > LARGE ? this.large : this.sandbox).run(job, 'thread', limits);
  }

  private async tryOwn(
    name: string,
    folder: string,
    all: Files,
    own: Files,
    data: string,
  ): Promise<string | null> {
    const key = keyOf(name, all);
    if (this.hopeless.has(key)) return null;
    try {
      const script = await this.compile(name, all, own);
      return await this.sandbox.run({ task: 'run', script, data, most: MOST }, 'process');
    } catch (error) {
      // With a large receipt a template that is right may need too much.
      if (error instanceof LimitError && data.length <= LARGE) this.hopeless.add(key);
      if (!this.warned.has(key)) {
        this.warned.add(key);
        const reason = (error as Error).message.split('\n')[0]!;
        this.log.warn(`template ${name} of ${folder} fails, the built-in one is used: ${reason}`);
      }
      return null;
    }
  }

  private async compile(name: string, files: Files, own: Files): Promise<string> {
    const key = keyOf(name, files);
    const known = this.compiled.get(key);
    if (known !== undefined) return known;
    const entry = [`${name}.ejs`, `${name}.pug`].find((file) => Object.hasOwn(own, file)) ?? `${name}.ejs`;
    const { resolve } = createRequire(import.meta.url);
    const script = await this.sandbox.run(
      { task: 'compile', files, entry, ejs: resolve('ejs'), pug: resolve('pug') },
      Object.keys(own).length > 0 ? 'process' : 'thread',
    );
    if (this.compiled.size >= MAX_COMPILED) this.compiled.delete(this.compiled.keys().next().value!);
    this.compiled.set(key, script);
    return script;
  }
}

function keyOf(name: string, files: Files): string {
  return createHash('sha256')
    .update(JSON.stringify([name, Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1))]))
    .digest('hex');
}

/** The templates of a folder by file name; none when there is no such folder. */
async function readTemplates(folder: string): Promise<Files> {
  const names = await fs.readdir(folder).catch(() => []);
  const files: Files = {};
  for (const name of names.filter((n) => FILE_NAME.test(n)).slice(0, MAX_FILES)) {
    const file = path.join(folder, name);
    const stat = await fs.stat(file).catch(() => null);
    if (!stat?.isFile() || stat.size > MAX_BYTES) continue;
    const text = await fs.readFile(file, 'utf8').catch(() => null);
    if (text !== null) files[name] = text.replace(/^\uFEFF/, '');
  }
  return files;
}
