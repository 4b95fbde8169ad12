import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { ManualClock } from '../testing/manual-clock.ts';
import { temporaryFolder } from '../testing/folder.ts';
import { TransactionLog } from './transactions.ts';

const TraC = { Result: { RC: 'BAD' } };

it('has a file for each day, without secrets, and ends when a day is full', async () => {
  const root = await temporaryFolder();
  const clock = new ManualClock('2026-05-04T23:59:59');
  const log = new TransactionLog((rn) => path.join(root, rn, 'log'), clock);
  log.note('def', { Type: 'Tra', ESR: { T: '1.00', Note: 'password=geheim' }, TraC });
  clock.set('2026-05-05T00:00:00');
  log.note('def', { Type: 'Void', ESR: null, TraC });
  await log.close();
  const read = (day: string) => fs.readFile(path.join(root, 'def', 'log', `${day}.log`), 'utf8');
  expect(await read('2026-05-04')).toBe(
    '{"D":"2026-05-04T23:59:59","Type":"Tra","ESR":{"T":"1.00","Note":"password=***\n',
  );
  expect(await read('2026-05-05')).toBe(
    '{"D":"2026-05-05T00:00:00","Type":"Void","ESR":null,"TraC":{"Result":{"RC":"BAD"}}}\n',
  );
  await fs.truncate(path.join(root, 'def', 'log', '2026-05-05.log'), 20_000_000);
  log.note('def', { Type: 'Void', ESR: null, TraC });
  await log.close();
  expect((await fs.stat(path.join(root, 'def', 'log', '2026-05-05.log'))).size).toBe(20_000_000);
});

it('bounds lines and what waits, and forgets what it cannot write', async () => {
  const root = await temporaryFolder();
  await fs.writeFile(path.join(root, 'file'), '');
  const log = new TransactionLog((rn) => path.join(root, rn, 'log'), new ManualClock());
  log.note('file', { Type: 'Tra', ESR: null, TraC });
  for (let i = 0; i < 1000; i++) log.note('def', { Type: 'Tra', ESR: { T: 'x'.repeat(100_000) }, TraC });
  await log.close();
  expect((await fs.stat(path.join(root, 'def', 'log', '2026-05-04.log'))).size).toBe(199 * 16_001);
});
