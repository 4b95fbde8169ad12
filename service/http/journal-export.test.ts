import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { download } from '../testing/download.ts';
import { temporaryFolder } from '../testing/folder.ts';
import { runService, type Running } from '../testing/running-service.ts';
import { GENERIC, PORTUGAL, sale } from '../testing/sales.ts';
import { unzip } from '../testing/unzip.ts';

const MAY = 'type=jou&from=2026-05-01&till=2026-05-31';

async function journalOf(running: Running, query = MAY): Promise<Record<string, string>> {
  const { status, headers, body, complete } = await download(`${running.url}/export?${query}`);
  expect({ status, complete }).toEqual({ status: 200, complete: true });
  expect(headers['content-disposition']).toBe('attachment; filename="jou.zip"');
  const files = await unzip(body);
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, bytes.toString()]));
}

it.each([PORTUGAL, GENERIC])('is the journal of any country, with the last second', async (cfg) => {
  const running = await runService({ cfg });
  await running.post('/register', sale('3.20', { Note: 'Marmelada' }));
  const files = await journalOf(running);
  expect(Object.keys(files)).toEqual(['0000.jou']);
  const lines = files['0000.jou']!.trimEnd().split('\n');
  const records = lines.map((line) => {
    const { State: _, ...record } = JSON.parse(line) as Record<string, unknown>;
    return record;
  });
  expect(records).toEqual(await running.records());
  expect(files['0000.jou']).toContain('Marmelada');
});

it('has the same bytes as the files of the data root', async () => {
  const running = await runService();
  await running.post('/register', sale('3.20'));
  const exported = await journalOf(running);
  await running.stop();
  const file = path.join(running.dataRoot, 'rn', 'def', 'jou', '0000.jou');
  expect(await fs.readFile(file, 'utf8')).toBe(exported['0000.jou']);
});

it('has the files of the period alone, each as a whole', async () => {
  const running = await runService({ cfg: GENERIC });
  const sell = (count: number) =>
    Promise.all(Array.from({ length: count }, () => running.post('/register', sale('1.00'))));
  await sell(1000);
  running.clock.set('2026-06-10T09:00:00');
  await sell(3);
  running.clock.set('2026-07-10T09:00:00');
  await sell(1000);
  expect(Object.keys(await journalOf(running))).toEqual(['0000.jou', '0001.jou']);
  expect(Object.keys(await journalOf(running, 'type=jou&from=2026-06-01&till=2026-06-30'))).toEqual([
    '0001.jou',
  ]);
  expect(Object.keys(await journalOf(running, 'type=jou&from=2026-07-10&till=2026-07-10'))).toEqual([
    '0001.jou',
    '0002.jou',
  ]);
  // Whoever names no day wants all of it.
  expect(Object.keys(await journalOf(running, 'type=jou'))).toEqual(['0000.jou', '0001.jou', '0002.jou']);
  expect(await journalOf(running, 'type=jou&from=2020-01-01&till=2020-01-31')).toEqual({});
});

it('is written into a folder when one is given, and is no export that a country remembers', async () => {
  const running = await runService();
  await running.post('/register', sale('3.20'));
  running.clock.set('2026-06-10T09:00:00');
  const target = await temporaryFolder();
  const { status, json } = await running.get(`/export?${MAY}&target=${encodeURIComponent(target)}`);
  expect(status).toBe(200);
  expect(json.Export.Files).toMatchObject([{ Name: '0000.jou' }]);
  expect((await running.records()).filter(({ Event }) => Event === 'export')).toEqual([]);
});

it('is made in the background for the whole company, the registers told apart', async () => {
  const running = await runService({ cfg: GENERIC });
  await running.post('/cfg?RN=Bar', { Cfg: GENERIC });
  const order = { type: 'jou', from: '2026-05-01', till: '2026-05-31', whole: true };
  expect((await running.post('/control/exports', order)).status).toBeLessThan(300);
  await vi.waitFor(async () =>
    expect((await running.get('/control/exports')).json).toMatchObject([{ state: 'done', type: 'jou' }]),
  );
  const [job] = (await running.get('/control/exports')).json;
  const { body } = await download(`${running.url}/control/exports/${job.id}`);
  expect(Object.keys(await unzip(body))).toEqual(['def_0000.jou', 'Bar_0000.jou']);
});
