/** The files of texts that people read: `resources/locales/<space>/<language>.json`, the control page's without a space. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import languages from '../../resources/languages.json' with { type: 'json' };
import { root } from '../scripts/root.ts';

const FOLDER = join(root, 'resources', 'locales');

/** Texts within texts. */
export interface TextTree {
  [key: string]: string | TextTree;
}

/** Languages that pages and mails are in. */
export const LANGUAGES = Object.keys(languages);

/** All spaces: folders with an English file. */
export function spaces(): string[] {
  const files = globSync('**/en.json', { cwd: FOLDER });
  return files.map((file) => (dirname(file) === '.' ? '' : dirname(file).replaceAll('\\', '/'))).sort();
}

/** Path of a file, from the project's folder. */
export function fileOf(space: string, language: string): string {
  return join('resources', 'locales', space, `${language}.json`);
}

/** All texts of a file; empty where there is none. */
export function treeOf(space: string, language: string): TextTree {
  const file = join(root, fileOf(space, language));
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as TextTree) : {};
}

/** Texts by their keys: `problem.NO_CFG.title`. */
export function flat(tree: TextTree, prefix = ''): Map<string, string> {
  const found = new Map<string, string>();
  for (const [name, value] of Object.entries(tree)) {
    if (typeof value === 'string') found.set(prefix + name, value);
    else for (const [key, text] of flat(value, `${prefix}${name}.`)) found.set(key, text);
  }
  return found;
}
