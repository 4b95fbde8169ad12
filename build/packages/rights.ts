import { chmodSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Everything in a folder as it is installed: readable for all, writable for its owner alone, whatever mask it was built with. */
export function setRights(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) setRights(path);
    else if (entry.isFile()) chmodSync(path, (statSync(path).mode & 0o100) === 0 ? 0o644 : 0o755);
  }
}
