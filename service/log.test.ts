import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { fileLog } from './log.ts';
import { Attributes } from './settings/attributes.ts';
import { temporaryFolder } from './testing/folder.ts';

/** What a log wrote to its file, line by line. */
async function written(folder: string): Promise<string[]> {
  const text = await fs.readFile(path.join(folder, 'service.log'), 'utf8');
  return text.split('\n').slice(0, -1);
}

it('writes the same lines to file and memory, one for each call', async () => {
  const folder = await temporaryFolder();
  const log = fileLog(folder);
  log.info('started\n2026-05-04T12:00:00.000Z info forged');
  log.info('login password=hunter2');
  await log.close();
  const lines = await written(folder);
  expect(lines).toEqual(log.recent(undefined));
  expect(lines).toEqual([
    expect.stringMatching(
      /^\d{4}-\d\d-\d\dT[\d:.]{12}Z info started\\n2026-05-04T12:00:00\.000Z info forged$/,
    ),
    expect.stringMatching(/ info login password=\*\*\*$/),
  ]);
});

it('is for the eyes of its user only', async () => {
  const folder = await temporaryFolder();
  const log = fileLog(folder);
  log.info('started');
  await log.close();
  const { mode } = await fs.stat(path.join(folder, 'service.log'));
  if (process.platform !== 'win32') expect(mode & 0o777).toBe(0o600);
});

it('tells errors with all their causes, without the secrets in them', async () => {
  const log = fileLog(await temporaryFolder());
  const inner = new AggregateError([new Error('pin: 1234')], 'card 4111111111111111');
  const outer = new Error('it failed', {
    cause: new Error('Authorization: Basic aHVudGVyMg==', { cause: inner }),
  });
  inner.cause = outer;
  log.error('record 1', outer);
  log.error('thrown', { password: 'hunter2', list: [1] });
  log.error('alone');
  const [first, second, third] = log.recent(undefined);
  expect(first).toMatch(/ error record 1: Error: it failed\\n.*caused by Error: Authorization: \*\*\*/);
  expect(first).toMatch(/caused by AggregateError: card \*\*\*.*caused by Error: pin: \*\*\*/);
  expect(first).not.toMatch(/aHVudGVyMg|4111|1234/);
  expect(second).toContain('thrown: { password: ***');
  expect(second).not.toContain('hunter2');
  expect(third).toMatch(/ error alone$/);
  await log.close();
});

it('follows the attributes', async () => {
  const log = fileLog(await temporaryFolder());
  let attributes = Attributes.parse('');
  log.follow(() => attributes);
  log.debug('not wanted');
  attributes = Attributes.parse('Log_debug');
  log.debug('wanted');
  attributes = Attributes.parse('Log_remove="("');
  log.info('one');
  log.info('two');
  expect(log.recent(undefined).map((line) => line.slice(25))).toEqual([
    'debug wanted',
    'warn Log_remove is no regular expression and is ignored',
    'info one',
    'info two',
  ]);
  await log.close();
});

it('outlives a log folder that is gone, and lines after its end', async () => {
  const folder = await temporaryFolder();
  const log = fileLog(path.join(folder, 'log'));
  await fs.rm(path.join(folder, 'log'), { recursive: true, force: true });
  log.info('one');
  await log.close();
  log.info('two');
  expect(log.recent(undefined)).toHaveLength(2);
});
