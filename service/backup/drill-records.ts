/** What the last drill of each register has shown: `gbl/drills.json`. */
import fs from 'node:fs/promises';
import { isTree } from '../receipt/tree.ts';
import { writeDurably } from '../settings/durable-file.ts';
import type { DrillResult } from './wire.ts';

/** The results that are kept. */
export class DrillRecords {
  private readonly file: string;
  private readonly results: Map<string, DrillResult>;
  private writing: Promise<void> = Promise.resolve();

  private constructor(file: string, results: Map<string, DrillResult>) {
    this.file = file;
    this.results = results;
  }

  /** Reads the file; one that cannot be read counts as none: a drill can be done again. */
  static async open(file: string): Promise<DrillRecords> {
    const text = await fs.readFile(file, 'utf8').catch(() => '');
    return new DrillRecords(file, read(text));
  }

  /** The last result of a register; null before the first one. */
  of(rn: string): DrillResult | null {
    return this.results.get(rn) ?? null;
  }

  /** All of them. */
  all(): DrillResult[] {
    return [...this.results.values()];
  }

  /** Keeps a result in the place of the one before; on disk when the promise resolves. */
  keep(result: DrillResult): Promise<void> {
    this.results.set(result.rn, result);
    const text = `${JSON.stringify([...this.results.values()])}\n`;
    this.writing = this.writing.catch(() => undefined).then(() => writeDurably(this.file, text, 0o600));
    return this.writing;
  }
}

function read(text: string): Map<string, DrillResult> {
  try {
    const value: unknown = JSON.parse(text);
    if (!Array.isArray(value)) return new Map();
    return new Map(value.filter(isResult).map((result) => [result.rn, result]));
  } catch {
    return new Map();
  }
}

function isResult(value: unknown): value is DrillResult {
  if (!isTree(value)) return false;
  const { rn, path, started, ended, outcome, backup, findings, findingCount } = value;
  const areTexts = [rn, path, started, ended].every((text) => typeof text === 'string');
  const isOutcome = outcome === 'sound' || outcome === 'unsound' || outcome === 'failed';
  const isRead = backup === null || (isTree(backup) && typeof backup.records === 'number');
  return areTexts && isOutcome && isRead && Array.isArray(findings) && typeof findingCount === 'number';
}
