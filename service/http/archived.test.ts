/** What the wire gives of segments that are in compressed files. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { Journal } from '../journal/journal.ts';
import type { Entry } from '../journal/row.ts';
import { runService, type Running } from '../testing/running-service.ts';
import { GENERIC, sale } from '../testing/sales.ts';

/** A service that has sold for some time, with all old segments archived. */
async function archived(): Promise<Running> {
  const first = await runService({ cfg: GENERIC });
  expect((await first.post('/register', sale('1.00', { TN: 'first' }))).status).toBe(200);
  await first.stop();
  const journal = await Journal.open(path.join(first.dataRoot, 'journal.db'));
  const last = await journal.lastSq('def');
  const entries = Array.from({ length: 2400 }, (_, i): Entry => {
    const SQ = last + 1 + i;
    const D = '2026-05-04T12:00:00';
    const ESR = { D, TL: '1', TT: '1', TN: `${SQ}`, FN: `FS/${SQ}`, T: '1.00', Opr: 'Ana' };
    const record = { _: 'Tra', SQ, RN: 'def', D, ESR, Result: { RC: 'OK' as const } };
    return { record, sums: null, changes: {} };
  });
  await Promise.all(entries.map((entry) => journal.append(entry, 0)));
  await journal.close();
  const running = await runService({ again: first });
  expect((await running.post('/disk/clean?quota=0')).status).toBe(200);
  const files = await fs.readdir(path.join(running.dataRoot, 'rn', 'def', 'jou'));
  expect(files.sort()).toEqual(['0000.jou.gz', '0001.jou.gz', '0002.jou']);
  return running;
}

it('answers from them as before, and an error when one is missing', async () => {
  const running = await archived();
  const { get, post, dataRoot } = running;
  const whole = await get('/find?sort=asc&limit=10000rows');
  expect(whole.json.Rec).toHaveLength(2402);
  expect(whole.json.Rec[1].ESR.TN).toBe('first');
  expect((await get('/retrieve?last=0')).text.split('\n')).toHaveLength(2403);
  expect((await get('/find?fn=FS/1500')).json.Rec).toHaveLength(1);
  expect((await get('/tra?TN=1500')).json.Tra.SQ).toBe(1500);
  const jou = '/export?type=jou&from=2026-05-04&till=2026-05-04';
  expect((await get(jou)).status).toBe(200);
  expect((await post('/restart', sale('1.00', { TN: 'first' }))).json.TraC.Result.ErrorCode).toBe(
    '#DUPLICATE',
  );

  const file = path.join(dataRoot, 'rn', 'def', 'jou', '0001.jou.gz');
  const good = await fs.readFile(file);
  await fs.rm(file);
  await running.stop();
  const again = await runService({ again: running });
  const warning = /^#JOURNAL_DAMAGED the journal file def.jou.0001\.jou\.gz is missing; put it back/;
  for (const at of ['/find?sort=asc&limit=10000rows', '/find?opr=Ana', '/find?fn=FS/1500', '/tra?TN=1500']) {
    const { status, json } = await again.get(at);
    expect([at, status, json.TraC.Result.ErrorCode]).toEqual([at, 406, '#JOURNAL_DAMAGED']);
    expect(json.TraC.Result.Warning[0]).toMatch(warning);
  }
  const resent = await again.post('/restart', sale('1.00', { TN: '1500' }));
  expect(resent.json.TraC.Result).toMatchObject({ RC: 'NO', ErrorCode: '#JOURNAL_DAMAGED' });
  // What has begun breaks off: nobody takes it for whole.
  for (const at of ['/retrieve?last=0', jou]) await expect(again.get(at)).rejects.toThrow();
  // All else goes on.
  expect((await again.get('/find?fn=FS/500')).json.Rec).toHaveLength(1);
  expect((await again.get('/last')).status).toBe(200);
  expect((await again.post('/register', sale('2.00', { TN: '9000' }))).status).toBe(200);
  expect((await again.get('/find?sort=desc&limit=100rows')).json.Rec).toHaveLength(100);
  const { problems } = (await again.get('/control/status?rn=def')).json;
  expect(JSON.stringify(problems)).toContain('JOU_ARCHIVE_DAMAGED');

  await fs.writeFile(file, good);
  expect((await again.get('/find?fn=FS/1500')).json.Rec).toHaveLength(1);
  expect((await again.get('/retrieve?last=0')).text.split('\n')).toHaveLength(2404);
});
