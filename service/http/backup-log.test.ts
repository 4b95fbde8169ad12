import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { download } from '../testing/download.ts';
import { runService } from '../testing/running-service.ts';
import { writeTree } from '../testing/tree.ts';
import { unzip } from '../testing/unzip.ts';

async function names(url: string): Promise<string[]> {
  const { status, body, complete } = await download(url);
  expect({ status, complete }).toEqual({ status: 200, complete: true });
  return Object.keys(await unzip(body)).sort();
}

it('packs the process log without what registers logged', async () => {
  const { url, dataRoot, clock } = await runService();
  await writeTree(
    dataRoot,
    {
      'log/service1.log': { content: '2026-03-01T00:00:00.000Z info older\n', days: 40 },
      'log/notes.txt': { content: 'x' },
      'rn/def/log/1.log': { content: 'a receipt' },
      'gbl/secret.log': { content: 'x' },
    },
    clock.now(),
  );
  await fs.symlink(path.join(dataRoot, 'gbl', 'secret.log'), path.join(dataRoot, 'log', 'linked.log'));
  const { status, headers, body } = await download(`${url}/backup/log?RN=def`);
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('application/zip');
  expect(headers['content-disposition']).toBe('attachment; filename="log.zip"');
  const files = await unzip(body);
  expect(Object.keys(files).sort()).toEqual(['service.log', 'service1.log']);
  expect(files['service.log']!.toString()).toMatch(/^\S+ info version [^\n]*\n/);
  expect(await names(`${url}/backup?log`)).toEqual(['service.log', 'service1.log']);
  expect(await names(`${url}/backup?rn=def&log=true`)).toHaveLength(2);
});

it('takes the files of a period', async () => {
  const { url, dataRoot, clock } = await runService();
  await writeTree(
    dataRoot,
    {
      'log/march.log': { content: '2026-03-01T00:00:00.000Z info begun\n', days: 40 }, // 2026-03-25
      'log/april.log': { content: '2026-03-25T12:00:00.000Z info begun\n', days: 14 }, // 2026-04-20
      'log/empty.log': { content: '', days: 14 },
      'log/other.log': { content: 'without times', days: 14 },
    },
    clock.now(),
  );
  const old = async (query: string) =>
    (await names(`${url}/backup/log?${query}`)).filter((name) => name !== 'service.log');
  expect(await old('')).toEqual(['april.log', 'march.log', 'other.log']);
  expect(await old('from=2026-04-01')).toEqual(['april.log', 'other.log']);
  expect(await old('till=2026-03-10')).toEqual(['march.log', 'other.log']);
  expect(await old('from=2026-02-01&till=2026-02-28T23:59:59Z')).toEqual(['other.log']);
  expect(await old('from=2026-05-01')).toEqual([]);
});

it.each([
  ['from=yesterday', '#TYPE from'],
  ['till=2026-13-01', '#TYPE till'],
  ['from=2026-05-02&till=2026-05-01', '#TYPE from'],
  ['RN=../x', '#RN RN'],
])('refuses %s', async (query, warning) => {
  const { get } = await runService();
  const { status, json } = await get(`/backup/log?${query}`);
  expect(status).toBe(400);
  expect(json.TraC.Result.Warning[0]).toContain(warning);
});

it('answers this machine only', async () => {
  const { get } = await runService();
  const headers = { origin: 'https://shop.example' };
  expect((await get('/backup/log', headers)).status).toBe(403);
  expect((await get('/backup?log', headers)).status).toBe(403);
});
