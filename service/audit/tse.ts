/** Verifies an export of TSEs that lies in a file. */
import fs from 'node:fs';
import { UsageError } from '../command-line.ts';
import { keyHashOfPem, readCertificates } from '../tse-export/certificates.ts';
import { verifyExport, type TseReport } from '../tse-export/verify.ts';
import type { TseOptions } from './options.ts';

/** The export cannot be read; the message is one line for people. */
export class UnreadableExportError extends Error {}

const PIECE_BYTES = 1_048_576;

/**
 * Verifies it.
 * @throws UsageError for a key that is none
 * @throws UnreadableExportError
 */
export async function verifyTse(
  { tse, keys, filtered }: TseOptions,
  say: (progress: string) => void,
): Promise<TseReport> {
  const trusted = new Set(await Promise.all(keys.map(keyHashOf)));
  const size = await sizeOf(tse);
  try {
    return await verifyExport(() => fs.createReadStream(tse, { highWaterMark: PIECE_BYTES }), {
      filtered,
      ...(trusted.size > 0 && { trusted }),
      progress: (logs, bytes) => say(`${logs} log messages, ${Math.floor((100 * bytes) / size)} %`),
    });
  } catch (error) {
    throw unreadable(tse, error);
  }
}

async function sizeOf(file: string): Promise<number> {
  const stats = await fs.promises.stat(file).catch((error: unknown) => {
    throw unreadable(file, error);
  });
  if (!stats.isFile()) throw new UnreadableExportError(`${file} is no file`);
  return Math.max(1, stats.size);
}

function unreadable(file: string, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  return code === undefined ? error : new UnreadableExportError(`${file} cannot be read (${code})`);
}

async function keyHashOf(file: string): Promise<string> {
  const content = await fs.promises.readFile(file).catch((error: unknown) => {
    throw new UsageError(`--key ${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? ''})`);
  });
  const hash = readCertificates(file, content)?.[0]?.keyHash ?? keyHashOfPem(content);
  if (hash === null) throw new UsageError(`--key ${file} is neither a public key nor a certificate (PEM)`);
  return hash;
}
