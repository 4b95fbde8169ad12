/** Checks an export of a country that was unpacked into a folder: `--dsfinvk FOLDER`. */
import { createReadStream } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { parseOptions, UsageError } from '../command-line.ts';
import type { ExportReport } from '../countries/contract/audit.ts';
import { COUNTRIES } from '../countries/list.ts';

/** What is asked for. */
export interface ExportCheckOptions {
  /** Type of the export, e.g. `dsfinvk`. */
  type: string;
  folder: string;
  /** Files with keys that signatures are verified with. */
  keys: string[];
  json: boolean;
}

/** Checks by the types of their exports. */
const CHECKS = new Map(COUNTRIES.flatMap(({ exportChecks = {} }) => Object.entries(exportChecks)));

/** Exports whose signatures take a key that is not in the file. */
const KEYED = new Set(COUNTRIES.flatMap(({ keyedExports = [] }) => keyedExports));

/**
 * The options where an export is to be checked; null where something else is.
 * @throws UsageError
 */
export function readExportCheck(args: readonly string[]): ExportCheckOptions | null {
  const isNamed = (type: string) => args.some((arg) => arg === `--${type}` || arg.startsWith(`--${type}=`));
  const type = [...CHECKS.keys()].find(isNamed);
  if (type === undefined) return null;
  const values: Readonly<Record<string, unknown>> = parseOptions(args, {
    [type]: { type: 'string' },
    ...(KEYED.has(type) && { key: { type: 'string', multiple: true } }),
    json: { type: 'boolean' },
  });
  const folder = values[type];
  if (typeof folder !== 'string' || folder === '')
    throw new UsageError(`--${type} must name the folder of an unpacked export`);
  const keys = (values.key as string[] | undefined) ?? [];
  return { type, folder: path.resolve(folder), keys, json: values.json === true };
}

/**
 * Checks the files of a folder.
 * @throws UsageError where there is no such folder, or no such key
 */
export async function checkExport({ type, folder, keys: files }: ExportCheckOptions): Promise<ExportReport> {
  const entries = await fs.readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${folder} cannot be read (${error.code}); unpack the archive and name the folder`);
  });
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  const open = (name: string) => (names.includes(name) ? createReadStream(path.join(folder, name)) : null);
  const keys = await Promise.all(
    files.map((file) =>
      fs.readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
        throw new UsageError(`--key: ${file} cannot be read (${error.code})`);
      }),
    ),
  );
  return CHECKS.get(type)!({ names, keys, open });
}

/** The report for people. */
export function exportCheckText({ type, folder }: ExportCheckOptions, report: ExportReport): string {
  const { findings, more, remarks = [], counts } = report;
  const lines = [`${type} ${folder}`, ...Object.entries(counts).map(([what, count]) => `  ${what} ${count}`)];
  for (const { file, record, text } of findings)
    lines.push(`  ${[file, record > 0 ? `record ${record}` : ''].filter(Boolean).join(' ')}: ${text}`);
  for (const { file, text } of remarks) lines.push(`  remark: ${file}: ${text}`);
  if (more > 0) lines.push(`  and ${more} more of the same kinds`);
  const count = findings.length + more;
  lines.push(count === 0 ? 'OK' : `${count} ${count === 1 ? 'finding' : 'findings'}`);
  return `${lines.join('\n')}\n`;
}
