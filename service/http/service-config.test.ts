import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { temporaryFolder } from '../testing/folder.ts';
import { runService, type Running } from '../testing/running-service.ts';
import { sale } from '../testing/sales.ts';

const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const FORM = { ...BROWSER, 'content-type': 'application/x-www-form-urlencoded' };
const within = { timeout: 10_000 };
const JSON_ONLY = { accept: 'application/json' };

const submit = ({ post }: Running, values: Record<string, string>) =>
  post('/service/config', new URLSearchParams(values).toString(), FORM);

it('is a form that works without a script, in the language of the browser', async () => {
  const { get } = await runService();
  const { status, headers, text } = await get('/service/config', {
    ...BROWSER,
    'accept-language': 'pt-PT, en;q=0.5',
  });
  expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(text).toContain('<html lang="pt">');
  expect(text).toContain('<h1>Cópias de segurança</h1>');
  expect(text).toMatch(/<label for="field-path">.*<\/label>\s*<input id="field-path" name="path" value=""/);
  expect(text).not.toContain('<script');
  expect(headers['content-security-policy']).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
  );
  expect((await get('/service/config', { ...BROWSER, 'accept-language': 'de' })).text).toContain(
    'Sicherungen',
  );
  expect((await get('/service/config', { ...BROWSER, 'accept-language': 'fi' })).text).toContain('Backups');
});

it('takes a folder, backs up into it at once, and shows how it went', async () => {
  const running = await runService();
  const storage = await temporaryFolder();
  await running.post('/register', sale('1.00'));
  const answer = await submit(running, { path: ` ${storage} ` });
  expect([answer.status, answer.headers.location]).toEqual([303, '/service/config']);
  await vi.waitFor(async () => {
    const { json } = await running.get('/service/config', JSON_ONLY);
    expect(json).toMatchObject({
      Path: storage,
      Running: false,
      Registers: [{ RN: 'def', LastSQ: 2, File: path.join(storage, 'def', '0000.zip'), Error: null }],
    });
  }, within);
  const { text } = await running.get('/service/config', BROWSER);
  expect(text).toContain(`value="${storage}"`);
  expect(text).toContain('<th scope="row">def</th><td>2026-05-04 12:00</td>');
  // Missing parameters of other routes come from here.
  expect((await running.get('/backup/incremental')).text).toContain(`OK ${storage}/def/0000.zip`);
});

it('backs up now when the button is pressed', async () => {
  const running = await runService();
  const storage = await temporaryFolder();
  await running.post('/service/config', { Path: storage });
  const lastSQ = async () =>
    (await running.get('/service/config', JSON_ONLY)).json.Registers[0].LastSQ as number;
  await vi.waitFor(async () => expect(await lastSQ()).toBe(1), within);
  await running.post('/register', sale('1.00'));
  expect((await submit(running, { run: '1' })).status).toBe(303);
  await vi.waitFor(async () => expect(await lastSQ()).toBe(2), within);
});

it('shows what is wrong with a folder, and keeps what was typed', async () => {
  const running = await runService();
  const typed = '/no/such/"folder"><script>alert(1)</script>';
  const { status, text } = await submit(running, { path: typed });
  expect(status).toBe(400);
  expect(text).toContain('role="alert"');
  expect(text).toContain('aria-invalid="true"');
  expect(text).toContain('value="/no/such/&#34;folder&#34;&#62;');
  expect(text).not.toContain('<script');
  const { json } = await running.post('/service/config', { Path: typed }, JSON_ONLY);
  expect(json.TraC.Result.ErrorCode).toBe('#BACKUP_PATH');
  expect((await running.get('/service/config', JSON_ONLY)).json.Path).toBeNull();
});

it('turns the daily backup off with an empty folder', async () => {
  const running = await runService();
  await running.post('/service/config', { Path: await temporaryFolder() });
  await submit(running, { path: '' });
  expect((await running.get('/service/config', JSON_ONLY)).json.Path).toBeNull();
  await running.post('/service/config', { Path: await temporaryFolder() });
  await running.post('/service/config', { Path: null });
  expect((await running.get('/service/config', JSON_ONLY)).json.Path).toBeNull();
});

it('is known after a restart', async () => {
  const running = await runService();
  const storage = await temporaryFolder();
  await running.post('/service/config', { Path: storage });
  await running.stop();
  const file = path.join(running.dataRoot, 'gbl', 'backup.json');
  expect((await fs.stat(file)).mode & 0o777).toBe(0o600);
  const again = await runService({ again: running });
  expect((await again.get('/service/config', JSON_ONLY)).json.Path).toBe(storage);
});

it('refuses a body that is none', async () => {
  const { post, get } = await runService();
  expect((await post('/service/config', '{', { 'content-type': 'application/json' })).status).toBe(400);
  expect((await post('/service/config', 'x'.repeat(30_000), FORM)).status).toBe(413);
  expect((await get('/service/config', JSON_ONLY)).json.Path).toBeNull();
});

it('shows the form of a restore, and what became of it', async () => {
  const running = await runService();
  const storage = await temporaryFolder();
  await running.get(`/backup/incremental?path=${encodeURIComponent(storage)}`);
  const other = await runService({ cfg: null });
  const form = await other.get(`/backup/restore?path=${encodeURIComponent('/x"y')}`, BROWSER);
  expect(form.text).toContain('<h1>Restore a register</h1>');
  expect(form.text).toContain('value="/x&#34;y"');
  const restore = (at: string) =>
    other.post('/backup/restore', new URLSearchParams({ RN: 'def', path: at }).toString(), FORM);
  const wrong = await restore('/no/such/place');
  expect([wrong.status, wrong.text.includes('role="alert"')]).toEqual([400, true]);
  const asked = await restore(storage);
  expect([asked.status, asked.headers.location]).toEqual([303, '/backup/restore']);
  const page = (await other.get('/backup/restore', BROWSER)).text;
  const { Fingerprint } = (await running.get('/service/config', JSON_ONLY)).json;
  expect(Fingerprint).toMatch(/^[0-9a-f]{4}( [0-9a-f]{4}){7}$/);
  // What the old computer shows is what the new one asks about.
  expect((await running.get('/service/config', BROWSER)).text).toContain(Fingerprint);
  expect(page).toContain(`<li>${Fingerprint} (1 archives)</li>`);
  const [, confirm] = /name="confirm" value="([0-9a-f]{16})"/.exec(page)!;
  const values = { RN: 'def', path: storage, confirm: confirm! };
  const right = await other.post('/backup/restore', new URLSearchParams(values).toString(), FORM);
  expect([right.status, right.headers.location]).toEqual([303, '/backup/restore']);
  await vi.waitFor(async () => {
    expect((await other.get('/backup/restore', BROWSER)).text).toContain('Done: 2 records.');
  }, within);
});
