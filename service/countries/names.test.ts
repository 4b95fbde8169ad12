import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const HERE = 'service/countries';
/** Countries with a module of their own. */
const CODES = fs
  .readdirSync(HERE, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && /^[a-z]{2}$/.test(entry.name))
  .map(({ name }) => name);

/**
 * Where a country’s name may stand: folders of countries, the list, demo data, emulators of authorities, names that units carry in
 * certificates, and whom an attribute of the profile is for (doc 2 lists those of all countries).
 */
const ALLOWED = new RegExp(
  `^(${HERE}/[a-z]{2}/|${HERE}/list\\.ts$|renderer/countries/|service/demo/|service/emulators/|service/run/options\\.ts$|service/devices/|service/settings/attribute-table\\.ts$)`,
);

function sources(folder: string): string[] {
  return fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => path.posix.join(folder, file.replaceAll(path.sep, '/')))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\//.test(file));
}

const FILES = ['service', 'main', 'renderer'].flatMap(sources);

/** Files that know a country: by its code as a text, or by its folder. */
function whoKnows(code: string, files: ReadonlyMap<string, string>): string[] {
  const name = new RegExp(`['"]${code.toUpperCase()}['"]|countries/${code}/|['"]\\./${code}/`);
  return [...files].filter(([file, text]) => !ALLOWED.test(file) && name.test(text)).map(([f]) => f);
}

describe('a country is known to nobody but itself', () => {
  const texts = new Map(FILES.map((file) => [file, fs.readFileSync(file, 'utf8')]));

  it.each(CODES)('%s', (code) => {
    expect(whoKnows(code, texts)).toEqual([]);
  });

  it('finds who does', () => {
    const text = (line: string) => new Map([['service/register/x.ts', line]]);
    expect(whoKnows('pt', text("if (country.code === 'PT') return;"))).toHaveLength(1);
    expect(whoKnows('pt', text("import { x } from '../countries/pt/index.ts';"))).toHaveLength(1);
    expect(whoKnows('pt', text('// Portugal'))).toHaveLength(0);
  });
});
