/** Which npm packages are carried: those that production needs by the lockfile. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../scripts/root.ts';

interface Locked {
  version?: string;
  dev?: boolean;
  dependencies?: Record<string, string>;
}

let rows: Record<string, Locked> | null = null;

/** Rows of `package-lock.json`, by folder such as `node_modules/pg/node_modules/x`. */
function lockfile(): Record<string, Locked> {
  const text = () => readFileSync(join(root, 'package-lock.json'), 'utf8');
  rows ??= (JSON.parse(text()) as { packages: Record<string, Locked> }).packages;
  return rows;
}

/**
 * Folders from the project's own of all packages of production that are installed. What is
 * optional may be missing, because it cannot be had for this system.
 */
export function productionFolders(): string[] {
  return Object.entries(lockfile())
    .filter(([folder, { dev = false }]) => folder !== '' && !dev && existsSync(join(root, folder)))
    .map(([folder]) => folder);
}

/**
 * Packages that are needed to build only, and are parts of what is built: the pages carry
 * their code. The list names those that pages import.
 */
export const IN_PAGES = ['@mantine/core', '@mantine/hooks', 'react', 'react-dom', 'react-i18next', 'i18next'];

/** The same of the desktop app's own program. */
export const IN_SHELL = ['electron-updater'];

/** Folders of packages with all that they need. */
export function withNeeds(names: readonly string[]): string[] {
  const found = new Set<string>();
  const follow = (name: string, from: string): void => {
    const folder = resolve(lockfile(), name, from);
    if (folder === null || found.has(folder)) return;
    found.add(folder);
    for (const needed of Object.keys(lockfile()[folder]?.dependencies ?? {})) follow(needed, folder);
  };
  for (const name of names) follow(name, '');
  return [...found];
}

/** `pg@8.23.1` for its folder. */
export function nameAndVersion(folder: string): string {
  const { version = '' } = lockfile()[folder] ?? {};
  return `${folder.replace(/^.*node_modules\//, '')}@${version}`;
}

/** Where a package is found from another one, as Node looks for it. */
function resolve(locked: Record<string, Locked>, name: string, from: string): string | null {
  for (let base = from; ; base = base.replace(/(^|\/)node_modules\/(@[^/]+\/)?[^/]+$/, '')) {
    const folder = `${base === '' ? '' : `${base}/`}node_modules/${name}`;
    if (folder in locked) return folder;
    if (base === '') return null;
  }
}
