/**
 * A folder with the shape of Electron's runtime, without Electron: what is packed with it
 * starts nothing, but shows what a package would hold where the runtime cannot be had.
 */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FuseV1Options } from '@electron/fuses';

/** What fuses are found by in a program; `@electron/fuses` looks for the same. */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
const FIRST_VERSION = 1;
const ENABLED = '1';

/**
 * Writes the folder for Linux.
 * @param version of Electron that it stands for
 */
export function writeElectronStub(folder: string, version: string): void {
  const fuses = Object.values(FuseV1Options).filter((value) => typeof value === 'number');
  const wire = Buffer.concat([
    Buffer.from(SENTINEL),
    Buffer.from([FIRST_VERSION, fuses.length]),
    Buffer.from(ENABLED.repeat(fuses.length)),
  ]);
  mkdirSync(join(folder, 'resources'), { recursive: true });
  mkdirSync(join(folder, 'locales'), { recursive: true });
  for (const program of ['electron', 'chrome-sandbox', 'chrome_crashpad_handler']) {
    const says = '#!/bin/sh\necho "packed without the runtime of Electron" >&2\nexit 1\n';
    writeFileSync(join(folder, program), Buffer.concat([Buffer.from(says), wire]));
    chmodSync(join(folder, program), 0o755);
  }
  writeFileSync(join(folder, 'version'), version);
  writeFileSync(join(folder, 'locales', 'en-US.pak'), '');
  for (const name of ['LICENSE', 'LICENSES.chromium.html']) writeFileSync(join(folder, name), 'stub\n');
}
