/**
 * The folder of Tillmark without a window: service, portal, pages, their packages and Node.
 * It is what the archive, deb, rpm and container hold, and lies beside the desktop app (PK1).
 */
import {
  constants,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../scripts/root.ts';
import { isLeftOut, leftOut, type Target } from './left-out.ts';
import { productionFolders } from './production.ts';
import { setRights } from './rights.ts';
import { writeSbom } from './sbom.ts';

/** Files and folders of the project that are carried, besides npm packages and `setup`. */
const OWN = [
  'CHANGELOG.md',
  'LICENSE',
  'docs/openapi.json',
  'docs/coming-from-another-register.md',
  'dist/service',
  'dist/renderer',
  'resources',
];

/** Sizes of what was put together, in bytes. */
export interface Staged {
  total: number;
  /** The largest npm packages. */
  packages: { name: string; bytes: number }[];
}

/** The system this machine is. */
export function thisMachine(): Target {
  return { platform: process.platform as Target['platform'], arch: process.arch as Target['arch'] };
}

/** The version of Tillmark. */
export function version(): string {
  return (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version;
}

/**
 * Puts the folder together anew. What is in `dist` must be built.
 * @param folder where; replaced
 * @param beside folders of packages, from the project's own, that lie in none of its folders and are
 * part of the product, for the list of parts
 * @throws Error for another system than this machine: Node and compiled packages are this one's
 */
export function stage(folder: string, beside: readonly string[] = [], target = thisMachine()): Staged {
  const here = thisMachine();
  if (target.platform !== here.platform || target.arch !== here.arch) {
    throw new Error(`a package for ${target.platform} ${target.arch} is made on such a machine`);
  }
  rmSync(folder, { recursive: true, force: true });
  for (const name of OWN) copy(name, folder, (file) => !file.endsWith('.map'));
  writePackageJson(folder);
  const rows = leftOut(target);
  const isCarried = (file: string): boolean => {
    const path = file.replace(/^node_modules\//, '');
    return rows.every((row) => !isLeftOut(row, path));
  };
  const packages = productionFolders()
    .map((name) => ({ name, bytes: copy(name, folder, isCarried, true) }))
    .filter(({ bytes }) => bytes > 0);
  copySetUp(folder, target.platform);
  const parts = [...packages.map(({ name }) => name), ...beside];
  writeSbom(join(folder, 'sbom.cdx.json'), parts);
  setRights(folder);
  packages.sort((a, b) => b.bytes - a.bytes);
  return { total: sizeOf(folder), packages: packages.slice(0, 10) };
}

/** Bytes of all files under a path. */
export function sizeOf(path: string): number {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.size;
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}

/**
 * Copies a file or folder of the project to the same place in `to`; links are left out.
 * @param alone without the packages inside of a package, which have rows of their own
 * @returns bytes
 */
function copy(name: string, to: string, isWanted: (file: string) => boolean, alone = false): number {
  const from = join(root, name);
  if (statSync(from).isFile()) return isWanted(name) ? copyFile(from, join(to, name)) : 0;
  return readdirSync(from, { withFileTypes: true }).reduce((sum, entry) => {
    if (!entry.isFile() && !entry.isDirectory()) return sum;
    if (alone && entry.name === 'node_modules') return sum;
    return sum + copy(`${name}/${entry.name}`, to, isWanted, alone);
  }, 0);
}

function copyFile(from: string, to: string): number {
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to, constants.COPYFILE_FICLONE);
  return statSync(from).size;
}

/** What a program needs of it: nothing in a package can be installed or built. */
function writePackageJson(folder: string): void {
  const { name, version, description, license, type } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  ) as Record<string, unknown>;
  const text = JSON.stringify({ name, version, description, license, private: true, type }, null, 2);
  writeFileSync(join(folder, 'package.json'), `${text}\n`);
}

/** The command of people at a terminal, and how it is set up as a service on this system. */
function copySetUp(folder: string, platform: Target['platform']): void {
  const place = join(import.meta.dirname, 'setup');
  const command = platform === 'win32' ? 'tillmark.cmd' : 'tillmark';
  for (const name of [command, 'tillmark.js', 'healthy.js', 'set-password.js']) {
    copyFile(join(place, 'bin', name), join(folder, 'bin', name));
  }
  for (const name of readdirSync(join(place, platform))) {
    copyFile(join(place, platform, name), join(folder, 'setup', name));
  }
}
