/** Checks an export of DSFinV-K that was unpacked into a folder. */
import { createReadStream } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { parseOptions, UsageError } from '../command-line.ts';
import type { ExportReport } from '../countries/contract/audit.ts';
import { countryOf } from '../countries/list.ts';

const OPTION = '--dsfinvk';

/** What is asked for. */
export interface DsfinvkOptions {
  folder: string;
  json: boolean;
}

/**
 * The options where an export is to be checked; null where something else is.
 * @throws UsageError
 */
export function readDsfinvkOptions(args: readonly string[]): DsfinvkOptions | null {
  if (!args.some((arg) => arg === OPTION || arg.startsWith(`${OPTION}=`))) return null;
  const { dsfinvk = '', json = false } = parseOptions(args, {
    dsfinvk: { type: 'string' },
    json: { type: 'boolean' },
  });
  if (dsfinvk === '') throw new UsageError(`${OPTION} must name the folder of an unpacked export`);
  return { folder: path.resolve(dsfinvk), json };
}

/**
 * Checks the files of a folder.
 * @throws UsageError where there is no such folder
 */
export async function checkDsfinvk({ folder }: DsfinvkOptions): Promise<ExportReport> {
  const entries = await fs.readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${folder} cannot be read (${error.code}); unpack the archive and name the folder`);
  });
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  const open = (name: string) => (names.includes(name) ? createReadStream(path.join(folder, name)) : null);
  const check = countryOf('DE').exportChecks!.dsfinvk!;
  return check({ names, open });
}

/** The report for people. */
export function dsfinvkText({ folder }: DsfinvkOptions, report: ExportReport): string {
  const { findings, more, counts } = report;
  const lines = [
    `DSFinV-K ${folder}`,
    ...Object.entries(counts).map(([what, count]) => `  ${what} ${count}`),
  ];
  for (const { file, record, text } of findings)
    lines.push(`  ${[file, record > 0 ? `record ${record}` : ''].filter(Boolean).join(' ')}: ${text}`);
  if (more > 0) lines.push(`  and ${more} more of the same kinds`);
  const count = findings.length + more;
  lines.push(count === 0 ? 'OK' : `${count} ${count === 1 ? 'finding' : 'findings'}`);
  return `${lines.join('\n')}\n`;
}
