/** What programs do that run the built parts: make them fresh first, and end with npm. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { staleParts } from './build.ts';
import type { PartName } from './parts.ts';
import { root } from './root.ts';

/**
 * Builds what is stale, and ends this process when that fails. In a process of its own:
 * bundlers change the environment and keep memory that the program would carry along.
 */
export function buildStale(names?: PartName[]): void {
  const stale = staleParts(names);
  if (stale.length === 0) return;
  const script = join(root, 'build', 'scripts', 'build.ts');
  const { status } = spawnSync(process.execPath, [script, ...stale], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

/**
 * npm hands a SIGTERM to the shell it put in between. Where that shell is dash
 * it just dies: the signal ends there, and losing the parent is all we notice.
 * @param event name of the script in package.json
 */
export function followNpm(event: string): void {
  if (process.env.npm_lifecycle_event !== event || process.platform === 'win32') return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 200);
  watch.unref();
}
