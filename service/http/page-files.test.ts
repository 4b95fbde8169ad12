import fs from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import express from 'express';
import { expect, it, onTestFinished } from 'vitest';
import { compressFiles } from '../../build/scripts/compress-files.ts';
import { temporaryFolder } from '../testing/folder.ts';
import { pageFiles } from './page-files.ts';

const SCRIPT = `console.log(${JSON.stringify('Pão de ló. '.repeat(300))});\n`;
const PAGE = `<!doctype html><title>Tillmark</title>${' '.repeat(2000)}`;

async function site() {
  const folder = await temporaryFolder();
  await fs.mkdir(path.join(folder, 'assets'));
  await fs.writeFile(path.join(folder, 'index.html'), PAGE);
  await fs.writeFile(path.join(folder, 'mark.svg'), '<svg/>');
  await fs.writeFile(path.join(folder, 'assets', 'index-abc.js'), SCRIPT);
  await fs.writeFile(path.join(folder, 'assets', 'small-abc.js'), '1;');
  compressFiles(folder);
  const server = http.createServer(express().use(pageFiles(folder, 'index.html')));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  // `fetch` would unpack what it gets, and accept more than it is told to.
  const get = async (at: string, encodings?: string, more: http.OutgoingHttpHeaders = {}) => {
    const headers = { ...(encodings !== undefined && { 'accept-encoding': encodings }), ...more };
    const request = http.get({ host: '127.0.0.1', port, path: at, headers, agent: false });
    const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
      request.on('response', resolve).on('error', reject);
    });
    const body = Buffer.concat(await response.toArray());
    return { status: response.statusCode, headers: response.headers, body };
  };
  return { folder, get };
}

it('gives files as small as the browser can take them, in one type', async () => {
  const { get } = await site();
  const at = '/assets/index-abc.js';
  const [br, gzip, plain] = [await get(at, 'gzip, deflate, br, zstd'), await get(at, 'gzip'), await get(at)];
  expect([br, gzip, plain].map(({ headers }) => headers['content-encoding'])).toEqual([
    'br',
    'gzip',
    undefined,
  ]);
  for (const { headers } of [br, gzip, plain]) {
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(headers.vary?.toLowerCase()).toContain('accept-encoding');
    expect(headers['cache-control']).toContain('immutable');
  }
  expect([brotliDecompressSync(br.body), gunzipSync(gzip.body), plain.body].map(String)).toEqual([
    SCRIPT,
    SCRIPT,
    SCRIPT,
  ]);
  expect(br.body.length).toBeLessThan(plain.body.length / 10);
  expect((await get(at, 'br;q=0, identity')).headers['content-encoding']).toBeUndefined();
});

it('keeps what has a hash in its name, and asks again for everything else', async () => {
  const { get } = await site();
  const page = await get('/', 'br');
  expect(String(brotliDecompressSync(page.body))).toBe(PAGE);
  expect(page.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  });
  expect((await get('/mark.svg', 'br')).headers['cache-control']).toBe('no-cache');
  const again = await get('/', 'br', { 'if-none-match': page.headers.etag });
  expect([again.status, again.body.length]).toEqual([304, 0]);
  // Another coding is another representation.
  expect((await get('/', 'gzip', { 'if-none-match': page.headers.etag })).status).toBe(200);
});

it('gives small files as they are', async () => {
  const { get } = await site();
  const { headers, body } = await get('/assets/small-abc.js', 'br');
  expect([headers['content-encoding'], String(body)]).toEqual([undefined, '1;']);
});

it('says that a file is not there which has gone since the start', async () => {
  const { get, folder } = await site();
  await fs.rm(path.join(folder, 'assets'), { recursive: true });
  const { status, headers } = await get('/assets/index-abc.js', 'br');
  expect([status, headers['content-encoding']]).toEqual([404, undefined]);
});
