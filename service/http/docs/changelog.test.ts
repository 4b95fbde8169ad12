import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/folder.ts';
import { serveRoutes } from '../../testing/route-server.ts';
import { send } from '../../testing/running-service.ts';
import { changelogRoutes } from './changelog.ts';

const TEXT = `# Changelog

All notable changes.

## 3.1.0

### Added

- The page _Settings_, and \`GET /changelog\`.

### Fixed

- Texts with <b> & "quotes".

## 3.0.0

- The first one.
`;

async function changelog(headers = {}, text: string | null = TEXT) {
  const file = path.join(await temporaryFolder(), 'CHANGELOG.md');
  if (text !== null) await fs.writeFile(file, text);
  return send(`${await serveRoutes(changelogRoutes(file))}/changelog`, 'GET', undefined, headers);
}

it.each([{}, { accept: '*/*' }, { accept: 'text/plain' }])(
  'is the file as it is, for %j',
  async (headers) => {
    const answer = await changelog(headers);
    expect(answer.headers['content-type']).toBe('text/markdown; charset=utf-8');
    expect(answer.text).toBe(TEXT);
  },
);

it('is JSON for programs', async () => {
  expect((await changelog({ accept: 'application/json' })).json).toEqual({
    Changelog: [
      {
        Version: '3.1.0',
        Changes: [
          { Kind: 'Added', Text: 'The page _Settings_, and `GET /changelog`.' },
          { Kind: 'Fixed', Text: 'Texts with <b> & "quotes".' },
        ],
      },
      { Version: '3.0.0', Changes: [{ Kind: '', Text: 'The first one.' }] },
    ],
  });
});

it('is a page for browsers, in their language', async () => {
  const answer = await changelog({
    accept: 'text/html,application/xml;q=0.9,*/*;q=0.8',
    'accept-language': 'de',
  });
  expect(answer.headers['content-type']).toMatch(/^text\/html/);
  expect(answer.text).toContain('<h1>Was ist neu</h1>');
  expect(answer.text).toContain('<li>The page <em>Settings</em>, and <code>GET /changelog</code>.</li>');
  expect(answer.text).toContain('Texts with &#60;b&#62; &#38; &#34;quotes&#34;.');
});

it('reads the file of this program', async () => {
  const own = await fs.readFile('CHANGELOG.md', 'utf8');
  const { Changelog } = (await changelog({ accept: 'application/json' }, own)).json;
  expect(Changelog.length).toBeGreaterThan(0);
  for (const version of Changelog) expect(version.Changes.length).toBeGreaterThan(0);
});

it('is 404 when the package has none', async () => {
  expect((await changelog({}, null)).status).toBe(404);
});
