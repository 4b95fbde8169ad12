import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './root.ts';

/** Pages for people, by their path in the project. */
const PAGES = ['README.md', 'CHANGELOG.md', 'docs', 'main', 'service']
  .flatMap((place) =>
    place.endsWith('.md')
      ? [place]
      : fs
          .readdirSync(path.join(root, place), { recursive: true, encoding: 'utf8' })
          .map((name) => path.join(place, name)),
  )
  .filter((file) => file.endsWith('.md') && !file.includes('node_modules'));

const textOf = (file: string): string => fs.readFileSync(path.join(root, file), 'utf8');
const json = (file: string) => JSON.parse(textOf(file)) as Record<string, Record<string, unknown>>;
const withoutCode = (text: string): string =>
  text.replace(/^( *)```.*?^\1```/gms, '').replace(/`[^`\n]+`/g, '');

/** The places in a page that a link can lead to: headings as they are named on the web, and marks of our own. */
function anchorsOf(text: string): string[] {
  const headings = [...text.replace(/^( *)```.*?^\1```/gms, '').matchAll(/^#{1,6} (.+)$/gm)].map(
    ([, words]) =>
      words!
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .replace(/\s/g, '-'),
  );
  return [...headings, ...[...text.matchAll(/<a id="([^"]+)"/g)].map((m) => m[1]!)];
}

describe.each(PAGES)('%s', (page) => {
  it('has no link that leads nowhere', () => {
    const links = [...withoutCode(textOf(page)).matchAll(/\]\(([^)\s]+)\)/g)].map((m) => m[1]!);
    const dead = links.filter((link) => {
      if (/^[a-z]+:/.test(link)) return false;
      const [file = '', anchor] = link.split('#');
      const target = file === '' ? page : path.join(path.dirname(page), file);
      if (!fs.existsSync(path.join(root, target))) return true;
      return anchor !== undefined && target.endsWith('.md') && !anchorsOf(textOf(target)).includes(anchor);
    });
    expect(dead).toEqual([]);
  });

  it('names only commands that there are', () => {
    const scripts = Object.keys(json('package.json')['scripts']!);
    const named = [...textOf(page).matchAll(/\bnpm run (?:-s )?([a-z][\w:-]*)/g)].map((m) => m[1]!);
    expect(named.filter((name) => !scripts.includes(name))).toEqual([]);
  });
});

describe('docs for programs', () => {
  const described = ['docs/openapi.json', 'docs/portal-openapi.json'].flatMap((file) =>
    Object.keys(json(file)['paths']!),
  );
  const known = described.map(
    (one) => new RegExp(`^(/api/v2/Public)?${one.replace(/\{\w+\}/g, '[^/]+')}$`, 'i'),
  );

  it.each(['docs/api.md', 'docs/operators.md', 'docs/portugal.md'])(
    '%s names only routes that there are',
    (page) => {
      const named = [
        ...textOf(page).matchAll(/`(?:(?:GET|POST|PUT|DELETE)(?:`, `(?:POST|PUT))* )(\/[^\s`?#&]*)/g),
      ].map((m) => m[1]!);
      expect(named.length).toBeGreaterThan(0);
      expect(named.filter((one) => !known.some((route) => route.test(one)))).toEqual([]);
    },
  );
});
