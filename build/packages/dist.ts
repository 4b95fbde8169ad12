/**
 * `npm run dist -- [options of electron-builder]`: installers of the desktop app for this system,
 * in `dist/release/desktop`. With `--dir` the folder that they would install: where Electron's
 * runtime is not at hand, around a stub that shows what is packed. `TILLMARK_UPDATE_FEED` is the
 * address at which the app looks for updates.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildStale } from '../scripts/fresh.ts';
import { findElectron } from '../scripts/mode.ts';
import { root } from '../scripts/root.ts';
import { writeElectronStub } from './electron-stub.ts';
import { IN_SHELL, withNeeds } from './production.ts';
import { tellSizes } from './sizes.ts';
import { stage } from './stage.ts';

const args = process.argv.slice(2);

const release = join(root, 'dist', 'release');

/** What electron-builder is told about the runtime. */
function runtime(): string[] {
  if (findElectron(root) !== null)
    return [`-c.electronDist=${join(root, 'node_modules', 'electron', 'dist')}`];
  // Whatever is handed out has the real one, which electron-builder fetches.
  if (!args.includes('--dir') || process.platform !== 'linux') return [];
  const { version } = JSON.parse(
    readFileSync(join(root, 'node_modules', 'electron', 'package.json'), 'utf8'),
  ) as { version: string };
  const folder = join(release, 'electron-stub');
  writeElectronStub(folder, version);
  process.stdout.write('without the runtime of Electron: what is packed cannot be started\n');
  return [`-c.electronDist=${folder}`];
}

/** Where the app looks for updates; electron-builder writes the files of such a feed then. */
function feed(): string[] {
  const { TILLMARK_UPDATE_FEED: url = '' } = process.env;
  if (url === '') return [];
  if (!url.startsWith('https://')) throw new Error('TILLMARK_UPDATE_FEED has to begin with https://');
  return ['-c.publish.provider=generic', `-c.publish.url=${url}`];
}

buildStale();
const options = [...runtime(), ...feed(), ...args];
tellSizes(stage(join(release, 'service'), ['node_modules/electron', ...withNeeds(IN_SHELL)]));
const cli = join(root, 'node_modules', 'electron-builder', 'cli.js');
if (!existsSync(cli)) throw new Error('electron-builder is not installed: npm ci');
const { status } = spawnSync(process.execPath, [cli, '--publish', 'never', ...options], {
  cwd: root,
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
