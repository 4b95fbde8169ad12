import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { runService } from '../testing/running-service.ts';
import { filesOf, writeTree } from '../testing/tree.ts';

it('tells what the folders take, as JSON and XML', async () => {
  const { get, dataRoot, clock } = await runService();
  await writeTree(dataRoot, { 'export/a.zip': { content: 250_000 } }, clock.now());
  // Right after the start the answer may be that of the first check, for ten times as long as that took.
  const { json, headers } = await vi.waitFor(async () => {
    const answer = await get('/disk', { accept: '*/*' });
    expect(answer.json.Path).toHaveProperty('export');
    return answer;
  });
  expect(headers['content-type']).toMatch(/^application\/json/);
  expect(json.Usage).toBeGreaterThan(0.25);
  expect(json.Path.export).toEqual({ dirs: 0, files: 1, size: 250_000 });
  expect(json.Path).toMatchObject({ cer: { files: 1 }, gbl: {}, log: {}, rn: {}, 'journal.db': {} });
  const xml = await get('/disk', { accept: 'application/xml' });
  expect(xml.headers['content-type']).toMatch(/^text\/xml/);
  expect(xml.text).toMatch(/<Disk Usage="[\d.]+"><Path><Folder Name="cer" dirs="0" files="1" size="\d+"\/>/);
});

it('lists all files', async () => {
  const { get, dataRoot, clock } = await runService();
  await writeTree(dataRoot, { 'log/a.log': { content: 5, days: 1 } }, clock.now());
  const { text, headers } = await get('/disk/dir');
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  const time = new Date(clock.now() - 86_400_000).toISOString().slice(0, 19);
  expect(text).toContain(`\n${time}Z            5 log/a.log\n`);
  expect(text).toMatch(/^\S+Z +0 log\/$/m);
});

it('cleans to the quota and what is to be kept', async () => {
  const { post, get, dataRoot, clock } = await runService();
  const files = {
    'log/old.log': { content: 400_000, days: 200 },
    'log/new.log': { content: 400_000, days: 20 },
    'gbl/old.log': { content: 400_000, days: 200 },
  };
  await writeTree(dataRoot, files, clock.now());
  expect((await post('/disk/clean')).json.Path.log.size).toBeGreaterThan(800_000);
  expect((await post('/disk/clean?quota=1')).json.Path.log.size).toBeLessThan(500_000);
  expect(await filesOf(path.join(dataRoot, 'log'))).toEqual(['new.log', 'service.log']);
  const xml = await post('/disk/clean?quota=0.1&keep=10', undefined, { accept: 'text/xml' });
  expect(xml.text).toMatch(/^<\?xml[^>]*>\s*<Disk Usage=/);
  expect(await filesOf(path.join(dataRoot, 'log'))).toEqual(['service.log']);
  expect(await filesOf(path.join(dataRoot, 'gbl'))).toContain('old.log');
  // The quota of the request was for this request.
  expect((await get('/state')).json.DiskQuota).toBe(1000);
});

it.each([
  ['quota=much', 'quota'],
  ['quota=-1', 'quota'],
  ['quota=1e9', 'quota'],
  ['quota=Infinity', 'quota'],
  ['keep=long', 'keep'],
  ['keep=-5', 'keep'],
  ['quota=0&keep=2026-02-30', 'keep'],
])('deletes nothing with %s', async (query, name) => {
  const { post, dataRoot, clock } = await runService();
  await writeTree(dataRoot, { 'log/old.log': { content: 9, days: 200 } }, clock.now());
  const { status, json } = await post(`/disk/clean?${query}`);
  expect(status).toBe(400);
  expect(json.TraC.Result.Warning[0]).toMatch(new RegExp(`^#TYPE ${name}: `));
  expect(await fs.stat(path.join(dataRoot, 'log', 'old.log'))).toBeTruthy();
});

it('shows names of files and deletes for nobody else', async () => {
  const { get, post } = await runService();
  const headers = { origin: 'https://shop.example' };
  expect((await get('/disk/dir', headers)).status).toBe(403);
  expect((await post('/disk/clean?quota=0&keep=0', undefined, headers)).status).toBe(403);
  expect((await get('/disk/clean')).status).toBe(405);
});
