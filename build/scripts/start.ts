/**
 * `npm start`: builds what is stale, then runs the register in an Electron
 * window or, where that cannot be, without one. Options are the service's own.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildStale, followNpm } from './fresh.ts';
import { chooseMode, findElectron } from './mode.ts';
import { root } from './root.ts';

const args = process.argv.slice(2);

/**
 * The service runs in this very process: no second process that could outlive
 * this one, miss a signal or hide an exit code.
 */
async function runService(why: string | null): Promise<void> {
  buildStale(['service', 'renderer']);
  const entry = join(root, 'dist', 'service', 'start.js');
  if (why !== null) process.env.TILLMARK_HEADLESS_REASON = why;
  process.argv = [process.execPath, entry, ...args];
  await import(pathToFileURL(entry).href);
}

function openWindow(electron: string): void {
  buildStale();
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

followNpm('start');
const mode = chooseMode({
  args,
  env: process.env,
  platform: process.platform,
  isRoot: process.getuid?.() === 0,
  electron: findElectron(root),
});
if (mode.electron === null) await runService(mode.why);
else openWindow(mode.electron);
