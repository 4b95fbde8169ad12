import net from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { runService } from '../testing/running-service.ts';
import { sale } from '../testing/sales.ts';

it('shows the control page with headers that let no foreign code in', async () => {
  const { get } = await runService();
  const { status, headers, text } = await get('/');
  expect(status).toBe(200);
  expect(text).toContain('<title>Tillmark</title>');
  expect(headers).toMatchObject({
    'content-type': expect.stringContaining('text/html'),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-cache',
  });
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/unsafe|\*|http:/);
  expect(headers['x-powered-by']).toBeUndefined();
});

it('lets pages of other sites read nothing, and lets browsers guess no types', async () => {
  const { get, post } = await runService();
  for (const answer of [
    await get('/state', { origin: 'https://evil.example' }),
    await get('/find', { origin: 'https://evil.example' }),
    await post('/register', sale(), { origin: 'https://evil.example' }),
    await get('/control/status', { origin: 'https://evil.example' }),
  ]) {
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
  }
});

it('keeps files with a hash in their name in the cache for good', async () => {
  const { get } = await runService();
  const { headers, status } = await get('/assets/page-abc123.js');
  expect(status).toBe(200);
  expect(headers['cache-control']).toContain('immutable');
});

it('shows who has mistyped an address a page, in their language, and programs JSON', async () => {
  const { get, url } = await runService();
  const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
  const page = await get('/setings%3Cscript%3E', { accept, 'accept-language': 'de' });
  expect([page.status, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  expect(page.text).toContain('Diese Seite gibt es nicht');
  expect(page.text).not.toContain('script');
  for (const headers of [{}, { accept: '*/*' }, { accept: 'application/json' }])
    expect((await get('/setings', headers)).json.TraC.Result.ErrorCode).toBe('#NOT_FOUND');
  const posted = await fetch(`${url}/setings`, { method: 'POST', headers: { accept } });
  expect([posted.status, posted.headers.get('content-type')]).toEqual([404, expect.stringContaining('json')]);
});

it.each([
  '/../data/gbl/instance',
  '/%2e%2e/data/gbl/instance',
  '/..%2fdata%2fgbl%2finstance',
  '/assets/..%5c..%5cx',
])('gives no file outside the pages for %s', async (at) => {
  const { port } = await runService();
  // Written by hand: clients tidy such paths up before they send them.
  const socket = net.connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  const answer = await new Promise<string>((resolve, reject) => {
    let text = '';
    socket.on('data', (chunk) => (text += chunk.toString()));
    socket.on('end', () => resolve(text)).on('error', reject);
    socket.write(`GET ${at} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`);
  });
  expect(answer).toMatch(/^HTTP\/1\.1 40[0-9] /);
  expect(answer).not.toMatch(/[\da-f]{8}-[\da-f]{4}-/);
});

it('stops in time although a client never finishes its request', async () => {
  const { port, stop } = await runService();
  const socket = net.connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  const closed = new Promise<void>((resolve) =>
    socket.on('error', () => undefined).on('close', () => resolve()),
  );
  await new Promise<void>((resolve) => socket.on('connect', resolve));
  socket.write('POST /register HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\n{"Tra"');
  const start = performance.now();
  await stop();
  expect(performance.now() - start).toBeLessThan(4400);
  await closed;
});
