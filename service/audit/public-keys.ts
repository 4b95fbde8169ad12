/** The public keys that signatures are checked with. */
import { createPublicKey } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { UsageError } from '../command-line.ts';

/**
 * The keys that were named, by file as named.
 * @throws UsageError when one is no public key
 */
export async function namedKeys(files: readonly string[]): Promise<Map<string, string>> {
  const keys = new Map<string, string>();
  for (const file of files) {
    const pem = await fs.readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      throw new UsageError(`--key ${file} cannot be read (${error.code})`);
    });
    if (!isPublicKey(pem)) throw new UsageError(`--key ${file} is no public key in PEM format`);
    keys.set(file, pem);
  }
  return keys;
}

/** The keys of a folder, by file name; whatever is no key in PEM format is passed over, and a folder may be missing. */
export async function keysOf(folder: string): Promise<Map<string, string>> {
  const keys = new Map<string, string>();
  const names = await fs.readdir(folder).catch(() => []);
  for (const name of names.sort()) {
    const pem = await fs.readFile(path.join(folder, name), 'utf8').catch(() => '');
    if (isPublicKey(pem)) keys.set(name, pem);
  }
  return keys;
}

function isPublicKey(pem: string): boolean {
  try {
    createPublicKey(pem);
    return true;
  } catch {
    return false;
  }
}
