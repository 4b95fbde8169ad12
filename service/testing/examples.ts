/** The realistic sales of `service/receipt/examples`, one file each. */
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Cfg } from '../receipt/cfg.ts';
import type { Tree } from '../receipt/tree.ts';

const folder = fileURLToPath(new URL('../receipt/examples', import.meta.url));

/** What a person computes for a sale by hand. */
export interface Expectation {
  RC: 'OK' | 'BAD';
  ErrorCode?: string;
  /** Fiscal number; a sale without gets none. */
  FN?: string;
  T?: string;
  TaxA?: Record<string, string>[];
  /** False: no fiscal data at all. */
  Fis?: false;
  /** Names of texts that must be printed. */
  Tags?: string[];
  /** Values that the register finds by itself. */
  stored?: Tree;
}

/** A sale with what must come of it. */
export interface Example {
  /** Name of the file without `.json`. */
  name: string;
  title: string;
  /** Company in whose register it is sold, if it is not the usual one in Portugal. */
  cfg?: Cfg;
  /** Names of sales that are registered before. */
  after?: string[];
  /** Where it is sent to, `/register` if not said. */
  route?: string;
  request: { Tra: Tree };
  expected: Expectation;
}

/** All examples, by name. */
export function readExamples(): Map<string, Example> {
  const names = fs
    .readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => path.basename(file, '.json'));
  return new Map(names.sort().map((name) => [name, { name, ...readFile(name) }]));
}

function readFile(name: string): Omit<Example, 'name'> {
  const text = fs.readFileSync(path.join(folder, `${name}.json`), 'utf8');
  return JSON.parse(text) as Omit<Example, 'name'>;
}
