/** Which texts the programs name: by their whole key, or by a template with gaps. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../scripts/root.ts';

/** Forms of words are chosen by i18next. */
const PLURAL = /_(zero|one|two|few|many|other)$/;
const WORD = /[\w-]+(?:\.[\w-]+)*/g;
const TEMPLATE = /`([\w.-]*(?:\$\{[^`{}]*\}[\w.-]*)+)`/g;
/** What a template must say beside its gaps to name a text: `problem.${code}.title`, but not `${a}.${b}`. */
const LETTERS = /[a-z]{3}/i;

/** Whether a program names a text, by its key. Not whether that program is ever run. */
export type Named = (key: string) => boolean;

/** Reads all programs, without their tests. */
export function readPrograms(): Named {
  const files = globSync('{service,renderer,main}/**/*.{ts,tsx}', { cwd: root });
  const programs = files.filter((file) => !/\.(test|suite)\.tsx?$|[\\/]testing[\\/]/.test(file));
  return namedIn(programs.map((file) => readFileSync(join(root, file), 'utf8')).join('\n'));
}

/** The same for programs that are at hand. */
export function namedIn(programs: string): Named {
  const words = new Set(programs.match(WORD)?.flatMap((word) => [word, ...word.split('.')]));
  const fixed = new Set(
    [...programs.matchAll(TEMPLATE)].map(([, text]) => text!.split(/\$\{.*?\}/).join(' ')),
  );
  const templates = [...fixed]
    .filter((parts) => LETTERS.test(parts))
    .map((parts) => new RegExp(`^${parts.replaceAll('.', '\\.').replaceAll(' ', '.+')}$`));
  const named = (key: string) => words.has(key) || templates.some((template) => template.test(key));
  return (key) => {
    const base = key.replace(PLURAL, '');
    // Mails and pages of receipts know their own branch of the texts only.
    const branch = /^\w+\.(.+)$/.exec(base)?.[1];
    return named(key) || named(base) || (branch !== undefined && named(branch));
  };
}
