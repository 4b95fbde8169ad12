import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const folder = import.meta.dirname;

/** Why there can be no faults here, or null: then {@link buildShim} should work. */
export async function whyNoFaults(): Promise<string | null> {
  if (process.platform !== 'linux') return 'faults need Linux (LD_PRELOAD)';
  try {
    await promisify(execFile)('cc', ['--version']);
    return null;
  } catch {
    return 'faults need a C compiler (cc)';
  }
}

/**
 * Compiles the shim.
 * @param into folder for the library
 * @returns path of the library
 */
export async function buildShim(into: string): Promise<string> {
  const library = join(into, 'faults.so');
  const sources = readdirSync(folder)
    .filter((name) => name.endsWith('.c'))
    .map((name) => join(folder, name));
  const options = ['-std=gnu11', '-O2', '-Wall', '-Wextra', '-Werror', '-shared', '-fPIC'];
  await promisify(execFile)('cc', [...options, '-o', library, ...sources, '-ldl', '-lpthread']);
  return library;
}
