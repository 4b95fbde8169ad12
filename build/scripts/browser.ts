import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { chromium } from '@playwright/test';

// A headless shell needs half the time of a browser without a window.
const onPath = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
];

/** Where browsers built on Chromium stand on this system, the likeliest first. */
export function browserPlaces(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string[] {
  if (platform === 'darwin') {
    const apps = ['Google Chrome', 'Chromium', 'Microsoft Edge'];
    const folders = ['/Applications', join(env.HOME ?? '/', 'Applications')];
    return folders.flatMap((folder) => apps.map((app) => `${folder}/${app}.app/Contents/MacOS/${app}`));
  }
  if (platform === 'win32') {
    const folders = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].filter(
      (folder) => folder !== undefined,
    );
    const programs = [
      'Google\\Chrome\\Application\\chrome.exe',
      'Chromium\\Application\\chrome.exe',
      'Microsoft\\Edge\\Application\\msedge.exe',
    ];
    return programs.flatMap((program) => folders.map((folder) => `${folder}\\${program}`));
  }
  const folders = (env.PATH ?? '').split(':').filter(Boolean);
  return onPath.flatMap((name) => folders.map((folder) => join(folder, name)));
}

/** Ubuntu's chromium-browser may be a script that only recommends a snap: believe what answers. */
function answers(path: string): boolean {
  // On Windows --version opens a window.
  if (process.platform === 'win32') return true;
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0;
}

function playwrightsOwn(): string | null {
  try {
    return chromium.executablePath();
  } catch {
    // Playwright throws on systems it has no browser for.
    return null;
  }
}

/** Path of an installed browser, or null. A path in TILLMARK_CHROMIUM is taken as it is. */
export function findBrowser({
  env = process.env,
  platform = process.platform,
  exists = (path: string): boolean => existsSync(path),
  works = answers,
  own = playwrightsOwn,
} = {}): string | null {
  if (env.TILLMARK_CHROMIUM) return env.TILLMARK_CHROMIUM;
  const usable = (path: string): boolean => exists(path) && works(path);
  const found = browserPlaces(env, platform).find(usable);
  if (found !== undefined) return found;
  const bundled = own();
  return bundled !== null && bundled !== '' && usable(bundled) ? bundled : null;
}

const run = (command: string, args: string[], minutes: number): boolean =>
  spawnSync(command, args, { stdio: 'ignore', timeout: minutes * 60_000 }).status === 0;

/** Installs a browser by the ways that need no question to the user; true when one of them worked. */
function installBrowser(): boolean {
  process.stdout.write('No Chromium or Chrome found: installing one for the browser tests\n');
  const cli = createRequire(import.meta.url).resolve('@playwright/test/cli');
  if (run(process.execPath, [cli, 'install', 'chromium'], 5) && findBrowser() !== null) return true;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  run('apt-get', ['update'], 5);
  return run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium-headless-shell'], 10);
}

/** Path of a browser, installed on the way if there was none; throws when there is no way. */
export function ensureBrowser(): string {
  const found = findBrowser() ?? (installBrowser() ? findBrowser() : null);
  if (found === null) {
    throw new Error(
      'the browser tests need Chromium or Chrome: install one, or name it in TILLMARK_CHROMIUM (npm test -- --unit goes without)',
    );
  }
  return found;
}
