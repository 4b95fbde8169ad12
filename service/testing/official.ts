/**
 * Official material that tests hold the law against, where it lies: schemas and
 * examples of other publishers, which are not part of this project (docs/testing.md names them).
 */
import fs from 'node:fs';
import path from 'node:path';
import { root } from '../../build/scripts/root.ts';

/** The folder it lies in: `TILLMARK_OFFICIAL`, else `../shared` beside the project. */
const FOLDER = path.resolve(root, process.env.TILLMARK_OFFICIAL ?? '../shared');

/** Begins the note of every test that is skipped for want of it; the report of `npm test` counts them. */
export const NOT_HELD = 'not held against official material';

/** How a test of vitest or Playwright is skipped. */
type Skip = (condition: boolean, note: string) => void;

/** Where a file or folder lies, whether or not it is there: `schemas/pt/...`. */
export function officialPath(name: string): string {
  return path.join(FOLDER, name);
}

/** A file of it. */
export function officialBytes(name: string): Buffer {
  return fs.readFileSync(officialPath(name));
}

/** Why a test that needs this cannot run here; null when it can. */
export function lacksOfficial(name: string): string | null {
  return fs.existsSync(officialPath(name)) ? null : `${NOT_HELD}: there is no ${officialPath(name)}`;
}

/**
 * Skips a test that cannot be held against official material.
 * @param lack what it lacks; null: nothing
 * @throws Error with `CI=true`: there the law is held against all of it
 */
export function needOfficial(skip: Skip, lack: string | null): void {
  if (lack === null) return;
  if (process.env.CI === 'true') throw new Error(lack);
  skip(true, lack);
}
