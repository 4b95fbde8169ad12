/**
 * `npm run texts`: texts.ts missing LANGUAGE | add LANGUAGE FILE
 *
 * For who translates. `missing` writes what a language lacks, in English, as JSON by space
 * (a form of words that English has not is given as its `other`); `add` puts such a file,
 * translated, where its texts belong, in the order of English, and leaves out what nothing needs.
 * A language is offered once it stands in `resources/languages.json`; the tests hold it against English then.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { englishFor, keysIn } from '../locales/faults.ts';
import { fileOf, flat, spaces, type TextTree, treeOf } from '../locales/files.ts';
import { root } from './root.ts';

type Texts = Record<string, string>;

/** What a language lacks, by space and key, in English. */
export function missingIn(language: string): Record<string, Texts> {
  const lacking = spaces().map((space) => {
    const english = flat(treeOf(space, 'en'));
    const there = flat(treeOf(space, language));
    const keys = keysIn(language, english.keys()).filter((key) => !there.has(key));
    return [space, Object.fromEntries(keys.map((key) => [key, englishFor(key, english)!]))] as const;
  });
  return Object.fromEntries(lacking.filter(([, texts]) => Object.keys(texts).length > 0));
}

/** A file of a language with more texts, in the order of English. */
export function withTexts(english: TextTree, language: string, texts: ReadonlyMap<string, string>): TextTree {
  const tree: TextTree = {};
  for (const key of keysIn(language, flat(english).keys())) {
    const text = texts.get(key);
    if (text === undefined) continue;
    const names = key.split('.');
    const last = names.pop()!;
    let node = tree;
    for (const name of names) node = (node[name] ??= {}) as TextTree;
    node[last] = text;
  }
  return tree;
}

function add(language: string, file: string): void {
  const translated = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Texts>;
  for (const space of spaces()) {
    const more = Object.entries(translated[space] ?? {});
    if (more.length === 0) continue;
    const all = new Map([...flat(treeOf(space, language)), ...more]);
    const path = join(root, fileOf(space, language));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `${JSON.stringify(withTexts(treeOf(space, 'en'), language, all), null, 2)}\n`);
  }
}

if (import.meta.main) {
  const [command, language = '', file = ''] = process.argv.slice(2);
  if (command === 'missing' && /^[a-z]{2}$/.test(language))
    process.stdout.write(`${JSON.stringify(missingIn(language), null, 2)}\n`);
  else if (command === 'add' && /^[a-z]{2}$/.test(language) && file !== '') add(language, file);
  else {
    process.stderr.write('tillmark: npm run texts -- missing LANGUAGE, or: add LANGUAGE FILE\n');
    process.exitCode = 1;
  }
}
