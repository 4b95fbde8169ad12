/**
 * `npm start`: builds what is stale, then runs the register in an Electron
 * window or, where that cannot be, without one. Options are the service's own.
 */
import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { staleParts } from './build.ts';
import { chooseMode, findElectron } from './mode.ts';
import { type PartName, root } from './parts.ts';

const args = process.argv.slice(2);

/** In a process of its own: bundlers change the environment and keep memory that the service would carry along. */
function build(names?: PartName[]): void {
  const stale = staleParts(names);
  if (stale.length === 0) return;
  const script = join(root, 'build', 'scripts', 'build.ts');
  const { status } = spawnSync(process.execPath, [script, ...stale], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

/**
 * The service runs in this very process: no second process that could outlive
 * this one, miss a signal or hide an exit code.
 */
async function runService(why: string | null): Promise<void> {
  build(['service', 'renderer']);
  const entry = join(root, 'dist', 'service', 'start.js');
  if (why !== null) process.env.TILLMARK_HEADLESS_REASON = why;
  process.argv = [process.execPath, entry, ...args];
  await import(pathToFileURL(entry).href);
}

function openWindow(electron: string): void {
  build();
  const env = { ...process.env };
  // Left over from a parent that is Electron itself, it would turn the window into a plain Node.
  delete env.ELECTRON_RUN_AS_NODE;
  // The folder, not the file: Electron takes name and version of the program from package.json.
  const child = spawn(electron, [root, ...args], { env, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    process.stderr.write(`tillmark: Electron cannot be started: ${error.message}\n`);
    process.exitCode = 1;
  });
  child.on('exit', (code) => process.exit(code ?? 1));
}

/**
 * npm hands a SIGTERM to the shell it put in between. Where that shell is dash
 * it just dies: the signal ends there, and losing the parent is all we notice.
 */
function followNpm(): void {
  if (process.env.npm_lifecycle_event !== 'start' || process.platform === 'win32') return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 200);
  watch.unref();
}

followNpm();
const mode = chooseMode({
  args,
  env: process.env,
  platform: process.platform,
  isRoot: process.getuid?.() === 0,
  electron: findElectron(root),
});
if (mode.electron === null) await runService(mode.why);
else openWindow(mode.electron);
