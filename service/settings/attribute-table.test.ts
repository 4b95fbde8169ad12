import fs from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import en from '../../resources/locales/en.json' with { type: 'json' };
import { COUNTRIES } from '../countries/list.ts';
import { LANGUAGES, localeOf } from '../locales.ts';
import { ATTRIBUTES, attributeRow, isSecret } from './attribute-table.ts';
import { problemWith } from './attribute-types.ts';

const SERVICE = path.resolve(import.meta.dirname, '..');
/** `attributes.flag('X')`, `attributes().text('X')`, `services.attributes(this.rn).number('X', 7)`. */
const READ = /attributes(?:\([\w.]*\))?\??\s*\.(?:text|flag|number)\(\s*'([^']+)'/g;

/** Names of attributes that the sources of the service read. */
async function namesInUse(): Promise<string[]> {
  const files = await fs.readdir(SERVICE, { recursive: true });
  const sources = files.filter((file) => /(?<!\.test)\.ts$/.test(file) && !file.includes('testing'));
  const texts = await Promise.all(sources.map((file) => fs.readFile(path.join(SERVICE, file), 'utf8')));
  return [...new Set(texts.flatMap((text) => [...text.matchAll(READ)].map((m) => m[1]!)))].sort();
}

describe('the table of attributes', () => {
  it('has exactly those that the service reads: each has an effect', async () => {
    expect(await namesInUse()).toEqual(ATTRIBUTES.map(({ name }) => name).sort());
  });

  it('has each name once', () => {
    const names = ATTRIBUTES.map(({ name }) => name.toLowerCase());
    expect(new Set(names).size).toBe(names.length);
  });

  it('knows what each country says it has, and whose everything is', () => {
    const names = COUNTRIES.flatMap(({ attributes = [] }) => attributes).filter(
      (one) => typeof one === 'string',
    );
    expect(names.filter((name) => !attributeRow(name))).toEqual([]);
    expect(ATTRIBUTES.filter(({ scope }) => scope.length === 0)).toEqual([]);
    expect(attributeRow('Fis_QR')?.scope).toEqual(['AT', 'DE', 'ES', 'SI']);
    expect(attributeRow('PT_SeriesCA')?.scope).toEqual(['PT']);
  });

  it('has a plain name for what the settings of a country show, and words for its exports', () => {
    const ofCountries = ATTRIBUTES.filter(({ scope }) => typeof scope !== 'string').map(({ name }) => name);
    expect(ofCountries.filter((name) => !Object.hasOwn(en.settings.label, name))).toEqual([]);
    const kinds: Record<string, object> = en.care.exports.kinds;
    const unnamed = COUNTRIES.flatMap(({ code, exports = {} }) =>
      Object.keys(exports).flatMap((type) =>
        Object.hasOwn(kinds[code] ?? {}, type) ? [] : [`${code} ${type}`],
      ),
    );
    expect(unnamed).toEqual([]);
  });

  it.each(ATTRIBUTES.filter(({ standard }) => standard !== undefined))(
    'has a default for $name that can be set',
    ({ type, standard }) => expect(problemWith(type, standard!)).toBeNull(),
  );

  it('is what docs/attributes.md shows', async () => {
    const page = await fs.readFile(path.resolve(SERVICE, '..', 'docs', 'attributes.md'), 'utf8');
    const rows = [...page.matchAll(/^\| `(\w+)` +\|([^|]*)\|[^|]*\|([^|]*)\|([^|]*)\|$/gm)];
    expect(
      rows.map(([, name, scope, standard, effect]) => [
        name,
        scope!.trim(),
        standard!.trim(),
        effect!.trim(),
      ]),
    ).toEqual(
      ATTRIBUTES.map(({ name, scope, type, standard, restart, register }) => {
        const usual = standard === 'true' ? 'on' : (standard ?? '');
        return [
          name,
          typeof scope === 'string' ? en.settings.scope[scope] : scope.join(', '),
          'bare' in type ? `${usual} where it is set without a value` : usual,
          [
            en.settings.effect[name as keyof typeof en.settings.effect],
            ...(restart ? ['(**restart**)'] : []),
            ...(register ? ['(**register**)'] : []),
          ].join(' '),
        ];
      }),
    );
  });

  it.each(LANGUAGES.map((language) => [language, localeOf<typeof en>('', language)] as const))(
    'has the effect of each, and what dangerous ones bring, told in %s',
    (_language, texts) => {
      expect(Object.keys(texts.settings.effect).sort()).toEqual(ATTRIBUTES.map(({ name }) => name).sort());
      const dangers = ATTRIBUTES.filter(({ danger }) => danger).map(({ name }) => name);
      expect(Object.keys(texts.settings.danger).sort()).toEqual(dangers.sort());
    },
  );

  it('finds names in any case', () => {
    expect(attributeRow('normalize_d')?.name).toBe('Normalize_D');
    expect(attributeRow('toString')).toBeNull();
  });

  it('knows what nobody should read, also by the sound of unknown names', () => {
    expect(['TSE_AdminPin', 'device_auth', 'Portal_Token'].map(isSecret)).toEqual([true, true, true]);
    expect(['Fiscal_ApiKey', 'SignServer'].map(isSecret)).toEqual([false, false]);
  });
});
