import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/folder.ts';
import { serveRoutes } from '../../testing/route-server.ts';
import { send } from '../../testing/running-service.ts';
import { apiDocsRoutes } from './api-docs.ts';
import { examplesOf, type OpenApi, type Operation } from './api-examples.ts';

const FILE = path.join('docs', 'openapi.json');
const own = JSON.parse(await fs.readFile(FILE, 'utf8')) as OpenApi;

const ask = async (at: string, headers = {}, file = FILE) =>
  send((await serveRoutes(apiDocsRoutes(file, '3.0.0'))) + at, 'GET', undefined, headers);

it('serves the description, whose server is where it came from', async () => {
  const answer = await ask('/openapi.json');
  expect(answer.headers['content-type']).toMatch(/^application\/json/);
  expect(answer.json.servers).toEqual([{ url: './' }]);
  expect(answer.json.paths).toEqual(own.paths);
});

it('is as small as its reader can take it', async () => {
  const url = await serveRoutes(apiDocsRoutes(FILE, '3.0.0'));
  for (const at of ['/openapi.json', '/docs']) {
    const answers = [];
    for (const encoding of ['br', 'gzip', 'identity']) {
      const response = await fetch(url + at, { headers: { 'accept-encoding': encoding } });
      expect(response.headers.get('vary')?.toLowerCase()).toContain('accept-encoding');
      answers.push([response.headers.get('content-encoding'), await response.text()]);
    }
    // Unpacked, all of them are the same.
    const [[, text]] = answers as [[unknown, string]];
    expect(answers).toEqual([
      ['br', text],
      ['gzip', text],
      [null, text],
    ]);
  }
});

it('shows every operation, every example and every data structure', async () => {
  const { text } = await ask('/docs');
  const operations = Object.values(own.paths).flatMap((methods) => Object.values(methods));
  for (const { operationId } of operations) {
    expect(text).toContain(`<details class="operation" id="${operationId}"`);
    expect(text).toContain(`<a href="#${operationId}">`);
  }
  for (const name of Object.keys(own.components.schemas)) expect(text).toContain(`id="schema-${name}"`);
  const targets = new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
  const links = [...text.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
  expect(links.filter((id) => !targets.has(id))).toEqual([]);
  const examples = Object.entries(own.paths).flatMap(([at, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => examplesOf('', at, method, operation)),
  );
  expect(text.match(/<article class="example">/g)).toHaveLength(examples.length);
});

it('has headings in the language of the browser', async () => {
  const { text } = await ask('/docs', { 'accept-language': 'pt-PT,pt;q=0.9' });
  expect(text).toContain('<html lang="pt">');
  expect(text).toContain('Copiar como curl');
});

it('runs nothing that stands in it', async () => {
  const file = path.join(await temporaryFolder(), 'openapi.json');
  const evil = '"><script>alert(1)</script>';
  const api: OpenApi = {
    info: { title: evil, version: '1', description: evil },
    tags: [{ name: evil, description: evil }],
    paths: { [evil]: { get: { ...operation, tags: [evil], summary: evil, description: evil } } },
    components: { schemas: { Evil: { description: evil } } },
  };
  await fs.writeFile(file, JSON.stringify(api));
  const answer = await ask('/docs', {}, file);
  expect(answer.status).toBe(200);
  expect(answer.text).not.toContain('<script>');
  expect(answer.text).not.toMatch(/<[^>]+\s(style|on\w+)=/);
  expect(answer.headers['content-security-policy']).toMatch(
    /^default-src 'none'; script-src 'self'; style-src 'self';/,
  );
});

const operation: Operation = {
  ...{ tags: ['x'], operationId: 'x', summary: 'X' },
  parameters: [
    { name: 'id', in: 'path', examples: { one: { value: 'a b' } } },
    { name: 'file', in: 'query', examples: { one: { value: 'c&d' } } },
    { name: 'origin', in: 'header', examples: { one: { value: 'http://x' } } },
  ],
  requestBody: { content: { 'text/plain': { examples: { one: { value: "it's\n" } } } } },
  responses: {
    '200': { description: 'ok', content: { 'text/xml': { examples: { one: { value: '<a/>' } } } } },
  },
};

it('writes commands that a shell takes as they are', () => {
  const [example] = examplesOf('http://localhost:5618', '/x/{id}', 'put', operation);
  expect(example).toEqual({
    ...{ title: 'one', status: '200', mediaType: 'text/xml', answer: '<a/>' },
    curl: [
      "curl 'http://localhost:5618/x/a%20b?file=c%26d'",
      '-X PUT',
      "-H 'origin: http://x'",
      "-H 'content-type: text/plain'",
      "-H 'accept: text/xml'",
      "--data-binary 'it'\\''s\n'",
    ].join(' \\\n  '),
  });
});
