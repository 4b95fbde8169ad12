/** Exports of tills, read back. */
import os from 'node:os';
import type { CountryContext } from '../../../contract/services.ts';
import type { ExportReport } from '../../../contract/audit.ts';
import { verifyDsfinvk } from '../../verify-dsfinvk/verify.ts';
import { dsfinvk } from '../export.ts';
import type { Till } from './till.ts';

/** Files of an export by name. */
export type Files = Record<string, string>;

/** Exports tills. */
export async function exported(
  tills: readonly Till[],
  asked: { from?: string; till?: string; open?: boolean; now?: string } = {},
): Promise<Files> {
  const { from = '2026-01-01', till = '2026-12-31', open = false, now = '2026-12-31T12:00:00' } = asked;
  const sources = tills.map((one) => one.source({ from, till, open }));
  const scope = {
    ...{ from, till, open, comment: undefined, sources, whole: true },
    ...{ folder: os.tmpdir(), progress: () => undefined },
  };
  const files: Files = {};
  for await (const { name, content } of dsfinvk.files(scope, { now } as CountryContext)) {
    const pieces: Buffer[] = [];
    for await (const piece of content) pieces.push(piece);
    files[name] = Buffer.concat(pieces).toString();
  }
  return files;
}

/** Checks files as an auditor does. */
export function verified(files: Files): Promise<ExportReport> {
  return verifyDsfinvk({
    names: Object.keys(files),
    open: (name) => (files[name] === undefined ? null : pieces(files[name])),
  });
}

async function* pieces(text: string): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  // Small odd pieces: characters and records lie across them.
  for (let at = 0; at < bytes.length; at += 997) yield await Promise.resolve(bytes.subarray(at, at + 997));
}

/** The rows of a file by the names of its columns; no cell of these tests has a line end. */
export function rowsOf(files: Files, file: string): Record<string, string>[] {
  const [head = [], ...rows] = files[file]!.split('\r\n')
    .filter(Boolean)
    .map((line) => line.split(';').map((cell) => cell.replace(/^"|"$/g, '')));
  return rows.map((row) => Object.fromEntries(row.map((cell, i) => [head[i]!, cell])));
}
